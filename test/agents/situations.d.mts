import type { Situation } from "./play.mjs";

export const UNCHANGED: readonly Situation[];
export const CHANGES: readonly Situation[];
