// A replayed trace, its workflow and its results in; what the recorded run scores today, and what got worse, out.
import type { Workflow } from "../config/schema.js";
import type { MetricResult, Verdict } from "../metrics/result.js";
import { scoreTrace } from "../metrics/score-trace.js";
import { scoreWorkflow } from "../metrics/workflow-verdict.js";
import type { Trace } from "../trace/trace.js";
import { percent } from "./percent.js";
import type { ReplayFacts } from "./report.js";

export interface BaselineComparison extends Pick<ReplayFacts, "baseline" | "regressions" | "failedBefore"> {}

/**
 * The baseline is what the recorded run scores under today's expectations, so a changed expectation is no regression.
 * A lower score or a worse verdict is one; inconclusive is none.
 */
export function compareWithBaseline(
  recorded: Trace,
  workflow: Workflow,
  results: readonly MetricResult[],
  end: Trace["end"],
): BaselineComparison {
  const then = scoreTrace(recorded, workflow);
  const regressions = results.flatMap((now) => {
    const before = then.find((result) => result.id === now.id);
    return before !== undefined && isWorse(before, now) ? [describeRegression(before, now)] : [];
  });
  const serverFailedNow = end.kind === "server-failed" && recorded.end.kind !== "server-failed";
  if (serverFailedNow) regressions.push("The server failed, which it did not when it was recorded");
  return {
    baseline: then.map(({ id, metric, verdict, score }) => ({ id, metric, verdict, score })),
    regressions,
    failedBefore: scoreWorkflow(then, recorded).verdict === "failed" && regressions.length === 0,
  };
}

const RANK: Record<Verdict, number> = { passed: 1, inconclusive: 0, failed: 0 };

function isWorse(before: MetricResult, now: MetricResult): boolean {
  if (now.verdict === "inconclusive") return false;
  return RANK[now.verdict] < RANK[before.verdict] || (now.score ?? 0) < (before.score ?? 0);
}

function describeRegression(before: MetricResult, now: MetricResult): string {
  return `${now.metric}: ${now.verdict} (${percent(now.score)}), was ${before.verdict} (${percent(before.score)})`;
}
