// Computes the exit code of a command from the verdicts of its report.
import { EXIT } from "../errors.js";
import { countedReports } from "./counted-reports.js";
import type { Evaluation, HealthSuiteReport, ReplayFacts, Report } from "./report.js";
import { isUndecided } from "../trace/drift-classes.js";
import type { WorkflowVerdict } from "../metrics/verdicts.js";

/** What may soften the gate. It changes the exit code and not the report. */
export interface GateOptions {
  /** `regression`: a workflow that already failed when it was recorded does not fail the command. Default `any`. */
  failOn?: "any" | "regression" | undefined;
  /** `warn`: inconclusive ends with 0. Default `fail`. */
  onInconclusive?: "fail" | "warn" | undefined;
}

const WORST_FIRST: readonly number[] = [
  EXIT.interrupted,
  EXIT.terminated,
  EXIT.bug,
  EXIT.wrongRequest,
  EXIT.no,
  EXIT.outside,
  EXIT.inconclusive,
  EXIT.yes,
];

/**
 * Returns the first of 130, 143, 70, 2, 1, 4, 3, 0 that is among the codes; 3 for an empty list: nothing was judged.
 */
export function worstExitCode(codes: readonly number[]): number {
  if (codes.length === 0) return EXIT.inconclusive;
  return WORST_FIRST.find((code) => codes.includes(code)) ?? EXIT.bug;
}

/**
 * Returns the exit code of a command with these reports. A suite that was left out on purpose counts only where nothing
 * else was due. `others`: codes of errors that no report holds.
 */
export function commandExitCode(
  reports: readonly Pick<Report, "exitCode" | "leftOut">[],
  others: readonly number[] = [],
): number {
  return worstExitCode([...countedReports(reports).map(({ exitCode }) => exitCode), ...others]);
}

/** Returns the exit code of a report with these evaluations and direct tool tests. */
export function exitCodeOf(
  evaluations: readonly Evaluation[],
  toolHealth: readonly HealthSuiteReport[],
  gate: GateOptions,
): number {
  const inconclusive = gate.onInconclusive === "warn" ? EXIT.yes : EXIT.inconclusive;
  const codeOf = (verdict: WorkflowVerdict, replay?: ReplayFacts): number[] => {
    switch (verdict) {
      case "skipped":
        return [];
      case "passed":
        return [EXIT.yes];
      case "failed":
        if (gate.failOn !== "regression" || replay?.failedBefore !== true) return [EXIT.no];
        // A failure that was recorded must not hide what is unknown now.
        return [replay.ungroundedFrom === undefined && !hasOpenDrift(replay) ? EXIT.yes : inconclusive];
      case "inconclusive":
        return [inconclusive];
      case "error":
        return [EXIT.outside];
    }
  };
  const codes = [
    ...evaluations.flatMap(({ verdict, replay }) => codeOf(verdict, replay)),
    ...toolHealth.flatMap(({ verdict }) => codeOf(verdict)),
  ];
  return codes.length === 0 ? inconclusive : worstExitCode(codes);
}

function hasOpenDrift({ drift }: ReplayFacts): boolean {
  return drift.some(isUndecided);
}
