// The direct tool tests of a suite in; each as a score out: passed or not.
import type { HealthSuiteReport } from "../../report/report.js";
import type { Scored } from "./compare-scores.js";

/** By their order: a test has no name of its own that could not come twice. */
export function scoreTests({ tests }: Pick<HealthSuiteReport, "tests">): Scored[] {
  return tests.map(({ tool, description, verdict }, at) => ({
    id: `test-${String(at + 1)}`,
    metric: description ?? tool,
    verdict: verdict === "passed" || verdict === "failed" ? verdict : "inconclusive",
    score: verdict === "passed" ? 1 : verdict === "failed" ? 0 : null,
  }));
}
