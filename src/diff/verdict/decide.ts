// What was found in the parts of a diff in; its verdict, and the exit code of a command that ends with it, out.
import { EXIT } from "../../errors.js";
import type { DiffVerdict } from "../diff.js";

/** What a part of a diff has in it; several may hold at once. */
export interface DiffFindings {
  /** A metric, the judge or a verdict is worse on evidence, or the server failed. */
  worse: boolean;
  /** The contract or a result breaks a caller. */
  breaks: boolean;
  /** Something could not be compared or judged, so that nobody knows whether it got worse. */
  unknown: boolean;
  /** Something else that counts differs. */
  differs: boolean;
}

export const NOTHING: DiffFindings = { worse: false, breaks: false, unknown: false, differs: false };

/** All of it, as one. Of no parts at all, nothing is known. */
export function joinFindings(parts: readonly DiffFindings[]): DiffFindings {
  const some = (key: keyof DiffFindings): boolean => parts.some((part) => part[key]);
  return {
    worse: some("worse"),
    breaks: some("breaks"),
    unknown: parts.length === 0 || some("unknown"),
    differs: some("differs"),
  };
}

/** The worst that is certain. What may hide something worse is inconclusive, before it is changed or the same. */
export function decideVerdict({ worse, breaks, unknown, differs }: DiffFindings): DiffVerdict {
  if (worse) return "REGRESSED";
  if (breaks) return "BREAKING";
  if (unknown) return "INCONCLUSIVE";
  return differs ? "CHANGED" : "SAME";
}

/** From where on the command says no: `breaking` (default), `regression` alone, `changed` as well, or `never`. */
export type DiffFailOn = "breaking" | "regression" | "changed" | "never";

export interface DiffGate {
  failOn?: DiffFailOn | undefined;
  /** `warn`: what is not known ends with 0. Default `fail`. */
  onInconclusive?: "fail" | "warn" | undefined;
}

/** By the findings, not the verdict: behind what the gate lets pass, something may still be unknown. */
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
