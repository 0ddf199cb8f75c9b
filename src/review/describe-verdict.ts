// Says how a recording ended, and how many of the trials that it is one of passed.
import type { ChangeSide } from "../diff/recordings/changes.js";

/** `passed`, `passed (4 of 5 trials, take 2)`, so that nobody takes luck for skill; `–` without scores. */
export function describeVerdict(side: Pick<ChangeSide, "verdict" | "trials"> | undefined): string {
  const verdict = side?.verdict ?? "–";
  if (side?.trials === undefined) return verdict;
  const { runs, passed, take } = side.trials;
  return `${verdict} (${passed} of ${runs} trials passed${take === 1 ? "" : `, take ${take}`})`;
}
