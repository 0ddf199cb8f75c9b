// The verdicts of one report in; the exit code that a command ends with for it out.
import { EXIT } from "../errors.js";
import type { Evaluation, HealthSuiteReport, ReplayFacts } from "./report.js";
import { isUndecided } from "../trace/drift-classes.js";
import type { WorkflowVerdict } from "../metrics/verdicts.js";

/** What may soften the gate. It changes the exit code and no word of the report. */
export interface GateOptions {
  /** `regression`: a workflow that failed already when it was recorded does not fail the command. Default `any`. */
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

/** The first of 130, 143, 70, 2, 1, 4, 3, 0 among the codes; 3 where there is none: nothing was judged. */
export function worstExitCode(codes: readonly number[]): number {
  if (codes.length === 0) return EXIT.inconclusive;
  return WORST_FIRST.find((code) => codes.includes(code)) ?? EXIT.bug;
}

/** The exit code of a report with these evaluations and direct tool tests. */
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
        // What failed then hides nothing that nobody knows today.
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
