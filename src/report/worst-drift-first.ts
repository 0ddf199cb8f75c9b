// Sorts drift with the worst first, and counts it by class.
import type { Drift } from "../trace/drift.js";
import { DRIFT_WORST_FIRST, wasSettled } from "../trace/drift-classes.js";

/** In the order of the run within a class. */
export function worstDriftFirst(drift: readonly Drift[]): Drift[] {
  return DRIFT_WORST_FIRST.flatMap((kind) => drift.filter((item) => item.class === kind));
}

/** `1 breaking`, `3 docs (2 accepted)`. */
export function countDrift(drift: readonly Drift[]): string[] {
  return DRIFT_WORST_FIRST.flatMap((kind) => {
    const some = drift.filter((item) => item.class === kind);
    const accepted = some.filter(wasSettled).length;
    return some.length === 0 ? [] : [`${some.length} ${kind}${accepted === 0 ? "" : ` (${accepted} accepted)`}`];
  });
}
