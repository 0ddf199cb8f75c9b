// Scores each direct tool test of a suite as passed or not.
import type { WorkflowVerdict } from "../../metrics/verdicts.js";
import type { Scored } from "./compare-scores.js";

/** What is compared of a suite of direct tool tests. */
export interface TestedSuite {
  tests: readonly { tool: string; description?: string | undefined; verdict: WorkflowVerdict }[];
}

/** Matches tests by their order: they have no unique names. */
export function scoreTests({ tests }: TestedSuite): Scored[] {
  return tests.map(({ tool, description, verdict }, at) => ({
    id: `test-${String(at + 1)}`,
    metric: description ?? tool,
    verdict: verdict === "passed" || verdict === "failed" ? verdict : "inconclusive",
    score: verdict === "passed" ? 1 : verdict === "failed" ? 0 : null,
  }));
}
