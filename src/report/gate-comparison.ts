// Decides the exit code of `diff --live` from the comparison, not from the verdicts of the workflows. Pure.
import { EXIT } from "../errors.js";
import type { SideComparison } from "./comparison.js";
import type { Report } from "./report.js";

/** The least loss that has to be excluded: ten points. */
const LOSS = -0.1;

export interface ComparisonGate {
  /** `never`: a loss does not fail. */
  failOn?: string | undefined;
  /** `warn`: what is open ends with 0. */
  onInconclusive?: "fail" | "warn" | undefined;
}

/**
 * The same reports with other exit codes. 1: the new side is worse over all, or in a workflow. 3: nothing says so, but
 * a loss of ten points or more is not excluded, or trials are missing. 0: it is excluded. An error outside stays 4.
 */
export function gateComparison(reports: readonly Report[], gate: ComparisonGate): Report[] {
  return reports.map((report) => {
    if (report.exitCode === EXIT.outside) return report;
    const { comparison } = report;
    if (comparison === undefined) return { ...report, exitCode: EXIT.yes };
    const excluded = isSafe(comparison) ? "excluded" : "not excluded";
    const sentence = `${comparison.sentence} A loss of 10 points or more is ${excluded}.`;
    return { ...report, comparison: { ...comparison, sentence }, exitCode: codeOf(comparison, gate) };
  });
}

function codeOf(comparison: SideComparison, { failOn, onInconclusive }: ComparisonGate): number {
  const { verdict, workflows } = comparison;
  if (verdict === "worse" || workflows.some((one) => one.verdict === "worse")) {
    return failOn === "never" ? EXIT.yes : EXIT.no;
  }
  return isSafe(comparison) || onInconclusive === "warn" ? EXIT.yes : EXIT.inconclusive;
}

/** Whether a loss of ten points or more is excluded, and nothing is missing. */
function isSafe({ overall, workflows }: SideComparison): boolean {
  return overall !== undefined && overall.difference.low > LOSS && workflows.every(({ unpaired }) => unpaired === 0);
}
