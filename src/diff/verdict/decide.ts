// Decides the verdict of a diff from the findings in its parts, and the exit code of the command.
import { EXIT } from "../../errors.js";
import type { DiffVerdict } from "../diff.js";

/** The findings in a part of a diff; several may be true at once. */
export interface DiffFindings {
  /** A metric, the judge or a verdict is worse on evidence, or the server failed. */
  worse: boolean;
  /** The contract or a result breaks a caller. */
  breaks: boolean;
  /** Something could not be compared or judged, so whether it got worse is unknown. */
  unknown: boolean;
  /** Something else that counts differs. */
  differs: boolean;
}

/** All verdicts, the worst first. */
export const OUTCOMES_WORST_FIRST: readonly DiffVerdict[] = [
  "REGRESSED",
  "BREAKING",
  "INCONCLUSIVE",
  "CHANGED",
  "SAME",
];

export const NOTHING: DiffFindings = { worse: false, breaks: false, unknown: false, differs: false };

/** Joins all findings. Without any part, the result is unknown. */
export function joinFindings(parts: readonly DiffFindings[]): DiffFindings {
  const some = (key: keyof DiffFindings): boolean => parts.some((part) => part[key]);
  return {
    worse: some("worse"),
    breaks: some("breaks"),
    unknown: parts.length === 0 || some("unknown"),
    differs: some("differs"),
  };
}

/**
 * Returns the worst verdict that is certain. What may hide something worse is inconclusive, rather than changed or the
 * same.
 */
export function decideVerdict({ worse, breaks, unknown, differs }: DiffFindings): DiffVerdict {
  if (worse) return "REGRESSED";
  if (breaks) return "BREAKING";
  if (unknown) return "INCONCLUSIVE";
  return differs ? "CHANGED" : "SAME";
}

/** From which verdict on the command fails: `breaking` (default), `regression` only, `changed` as well, or `never`. */
export type DiffFailOn = "breaking" | "regression" | "changed" | "never";

export interface DiffGate {
  failOn?: DiffFailOn | undefined;
  /** `warn`: inconclusive ends with 0. Default `fail`. */
  onInconclusive?: "fail" | "warn" | undefined;
}

/** Uses the findings, not the verdict: behind a verdict that the gate accepts, something may still be unknown. */
export function diffExitCodeOf(
  { worse, breaks, unknown, differs }: DiffFindings,
  { failOn = "breaking", onInconclusive = "fail" }: DiffGate,
): number {
  const fails: Record<DiffFailOn, boolean> = {
    never: false,
    regression: worse,
    breaking: worse || breaks,
    changed: worse || breaks || differs,
  };
  if (fails[failOn]) return EXIT.no;
  return unknown && onInconclusive === "fail" ? EXIT.inconclusive : EXIT.yes;
}
