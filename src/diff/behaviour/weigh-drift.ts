// Decides how a drift between two sides affects the verdict of a diff.
import type { Drift } from "../../trace/drift.js";
import { weightOf, type Weight } from "../../trace/drift-classes.js";

export interface WeighOptions {
  /** Ids that a person accepted. */
  acceptedIds: ReadonlySet<string>;
  /** Accept nothing. */
  strict: boolean;
  /** The first turn (from 1) that was played for information only. */
  ungroundedFrom?: number | undefined;
}

/**
 * What differs on its own, what a person accepted, and what was found after the recording stopped proving anything
 * counts for nothing. A class that the config accepts makes no verdict worse, but still differs. `docs`, which no
 * caller is given, counts only where the config says so.
 */
export function weighDrift(drift: Drift, { acceptedIds, strict, ungroundedFrom }: WeighOptions): Weight {
  if (isForInformation(drift, ungroundedFrom)) return "nothing";
  if (!strict && drift.accepted === true && acceptedIds.has(drift.id)) return "nothing";
  return weightOf(drift);
}

/** True for what was found in turns that prove nothing. Tools are listed independently of the turns. */
function isForInformation({ where: { part, turn } }: Drift, ungroundedFrom: number | undefined): boolean {
  if (ungroundedFrom === undefined || turn === undefined) return false;
  return (part === "result" || part === "arguments") && turn >= ungroundedFrom;
}
