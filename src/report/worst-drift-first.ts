// Drift in; the same drift with the worst first, and its count by class, out.
import type { Drift, DriftClass } from "../trace/drift.js";

const WORST_FIRST: readonly DriftClass[] = [
  "breaking",
  "changed",
  "reworded",
  "additive",
  "docs",
  "grown",
  "correlated",
  "volatile",
];

/** In the order of the run within a class. */
export function worstDriftFirst(drift: readonly Drift[]): Drift[] {
  return WORST_FIRST.flatMap((kind) => drift.filter((item) => item.class === kind));
}

/** `1 breaking`, `3 docs (2 accepted)`. */
export function countDrift(drift: readonly Drift[]): string[] {
  return WORST_FIRST.flatMap((kind) => {
    const some = drift.filter((item) => item.class === kind);
    const accepted = some.filter(wasSettled).length;
    return some.length === 0 ? [] : [`${some.length} ${kind}${accepted === 0 ? "" : ` (${accepted} accepted)`}`];
  });
}

/** It would stand in the way of a verdict, and somebody called it harmless. */
export function wasSettled({ class: kind, accepted }: Drift): boolean {
  return accepted === true && (kind === "changed" || kind === "breaking" || kind === "reworded");
}

/** It differs by itself, which tells nothing. */
export function differsByItself({ class: kind }: Drift): boolean {
  return kind === "volatile" || kind === "correlated";
}
