import type { PlayedSituation, Situation } from "./play.mjs";

/** What is wrong with a run that was played; nothing where it ended as it should. */
export function judgeUnchanged(situation: Situation, played: PlayedSituation): string[];
export function judgeChange(situation: Situation, played: PlayedSituation): string[];
