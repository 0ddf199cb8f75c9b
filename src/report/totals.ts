// Sums up the reports of a command: counts, the mean score, the verdict.
import { countedReports } from "./counted-reports.js";
import { agreementOf } from "./judge-agreement.js";
import { passRateOf } from "./pass-rate.js";
import { meanScore } from "./mean-score.js";
import type { Report, Summary } from "./report.js";
import { type WorkflowVerdict, worstVerdict } from "../metrics/verdicts.js";

export interface Totals extends Summary {
  /** `skipped` where nothing was evaluated. */
  verdict: WorkflowVerdict;
  /** Suites of direct tool tests. */
  healthSuites: number;
  healthSuitesPassed: number;
}

/** Sums reports up. The mean is over all workflows, and null while one that was not skipped has no score. */
export function sumReports(reports: readonly Report[]): Totals {
  const sum = (key: Exclude<keyof Summary, "overallScore" | "passRate" | "judge">) =>
    reports.reduce((total, report) => total + report.summary[key], 0);
  const items = reports.flatMap((report) => [...report.evaluations, ...report.toolHealth]);
  const evaluations = reports.flatMap((report) => report.evaluations);
  const health = reports.flatMap((report) => report.toolHealth);
  return {
    total: sum("total"),
    passed: sum("passed"),
    failed: sum("failed"),
    inconclusive: sum("inconclusive"),
    errors: sum("errors"),
    skipped: sum("skipped"),
    passedOnAccepted: sum("passedOnAccepted"),
    overallScore: meanScore(evaluations),
    ...passRateOf(reports.length === 1 || reports.every(({ side }) => side === undefined) ? evaluations : []),
    ...agreementOf(evaluations),
    verdict: items.every((item) => item.verdict === "skipped")
      ? nothingEvaluated(reports)
      : worstVerdict(countedReports(reports).map((report) => report.verdict)),
    healthSuites: health.length,
    healthSuitesPassed: health.filter((suite) => suite.passed).length,
  };
}

/** A suite that could not run may have no workflow that reports it. */
function nothingEvaluated(reports: readonly Report[]): WorkflowVerdict {
  const worst = worstVerdict(reports.map((report) => report.verdict));
  return worst === "failed" || worst === "error" ? worst : "skipped";
}
