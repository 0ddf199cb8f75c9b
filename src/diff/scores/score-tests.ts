// Scores each direct tool test of a suite as passed or not.
import type { HealthSuiteReport } from "../../report/report.js";
import type { Scored } from "./compare-scores.js";

/** Matches tests by their order: they have no unique names. */
export function scoreTests({ tests }: Pick<HealthSuiteReport, "tests">): Scored[] {
  return tests.map(({ tool, description, verdict }, at) => ({
    id: `test-${String(at + 1)}`,
    metric: description ?? tool,
    verdict: verdict === "passed" || verdict === "failed" ? verdict : "inconclusive",
    score: verdict === "passed" ? 1 : verdict === "failed" ? 0 : null,
  }));
}
