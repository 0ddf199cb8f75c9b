// Finds which trials of a recording that was stopped still count: those whose takes are still the ones it wrote.
import { ifReadable } from "../cassette/if-readable.js";
import { readCassette } from "../cassette/read-cassette.js";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import type { Workflow } from "../config/schema.js";
import { isDecided } from "../report/build-trials.js";
import type { KeptTrial, TrialsBefore } from "./going-on.js";
import type { RunSettings } from "./settings.js";
import type { TrialPlan } from "./trial-plan.js";

export interface TakesBefore {
  /** By their numbers, from 1; empty where another recording took the place of the first. */
  trials: ReadonlyMap<number, KeptTrial>;
  /** Whether each of their cassettes was checked on the server. */
  areChecked: boolean;
}

/** Reads the first cassette, and with `keepTrials` those of all takes: without it, the others have none. */
export async function readTakesBefore(
  workflow: Workflow,
  settings: RunSettings,
  { before, plan, keepTrials }: { before: TrialsBefore; plan: TrialPlan; keepTrials: boolean },
): Promise<TakesBefore> {
  const trials = new Map<number, KeptTrial>();
  let areChecked = true;
  for (let number = 1; number <= plan.repeat; number += 1) {
    const trial = before.find(workflow, number);
    const hasTake = number === 1 || keepTrials;
    const recorded = hasTake ? await readFacts(workflow, settings, number) : undefined;
    const isThere = trial !== undefined && (!hasTake || (recorded !== undefined && recorded.at === trial.at));
    if (number === 1 && !isThere) break;
    if (!isThere) continue;
    trials.set(number, trial);
    if (recorded !== undefined && (recorded.checks ?? 0) === 0) areChecked = false;
  }
  return { trials, areChecked };
}

/** How many trials are still to be made, at most. */
export function countMissing({ trials }: TakesBefore, { repeat, looks }: TrialPlan): number {
  const evaluations = [...trials.values()].map(({ evaluation }) => evaluation);
  return isDecided(evaluations, looks) ? 0 : Math.max(0, repeat - trials.size);
}

async function readFacts(
  workflow: Workflow,
  { suite, index }: RunSettings,
  take: number,
): Promise<{ at: string; checks?: number | undefined } | undefined> {
  const file = cassetteFileOf(storePlaceOf(suite), workflow.name, take);
  return (await ifReadable(readCassette(file, index)))?.cassette.facts.recorded;
}
