// A drift between two sides in; what it means for the verdict of a diff out.
import type { Drift } from "../../trace/drift.js";
import { weightOf, type Weight } from "../../trace/drift-classes.js";

export interface WeighOptions {
  /** Ids that a person called harmless. */
  acceptedIds: ReadonlySet<string>;
  /** Accept nothing. */
  strict: boolean;
  /** The first turn (from 1) that was played for information only. */
  ungroundedFrom?: number | undefined;
}

/**
 * What differs by itself, what a person accepted, and what was found after the ground was gone counts nothing.
 * A class that the config calls harmless makes no verdict worse, but what differs still differs; `docs`, which no caller
 * is given, counts only where the config says that it matters.
 */
export function weighDrift(drift: Drift, { acceptedIds, strict, ungroundedFrom }: WeighOptions): Weight {
  if (isForInformation(drift, ungroundedFrom)) return "nothing";
  if (!strict && drift.accepted === true && acceptedIds.has(drift.id)) return "nothing";
  return weightOf(drift);
}

/** True of what was found in turns that are no evidence any more. Tools are listed whatever the turns do. */
function isForInformation({ where: { part, turn } }: Drift, ungroundedFrom: number | undefined): boolean {
  if (ungroundedFrom === undefined || turn === undefined) return false;
  return (part === "result" || part === "arguments") && turn >= ungroundedFrom;
}
