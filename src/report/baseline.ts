// Compares the results of a replay with what the recorded run scores under the present expectations, and lists what got
// worse.
import type { Workflow } from "../config/schema.js";
import { findFailures, isSameFailure, type Failure } from "../metrics/failures.js";
import type { MetricResult, MetricVerdict } from "../metrics/result.js";
import { scoreTrace } from "../metrics/score-trace.js";
import type { StateSearch } from "../metrics/state-search.js";
import { scoreWorkflow } from "../metrics/workflow-verdict.js";
import type { Trace } from "../trace/trace.js";
import { percent } from "../metrics/percent.js";
import type { ReplayFacts } from "./report.js";

export interface BaselineComparison extends Pick<
  ReplayFacts,
  "baseline" | "regressions" | "failedBefore" | "passedThen"
> {}

/** The scores of a run when it was recorded; null where nothing was expected. */
export type ScoresThen = Readonly<Partial<Record<MetricResult["id"], number | null | undefined>>>;

/**
 * The baseline is the recorded run's score under the present expectations, so a changed expectation is not a
 * regression. A lower score, a worse verdict and a new failure (at any score) are regressions; inconclusive is not.
 */
export function compareWithBaseline(
  trace: Trace,
  recorded: Trace,
  workflow: Workflow,
  results: readonly MetricResult[],
  { scoresThen = {}, search }: { scoresThen?: ScoresThen | undefined; search?: StateSearch } = {},
): BaselineComparison {
  const then = scoreTrace(recorded, workflow, search);
  const regressions = results.flatMap((now) => {
    const before = then.find((result) => result.id === now.id);
    if (before === undefined) return [];
    if (isWorse(before, now)) return [describeRegression(before, now)];
    return findNew(before, now, trace).map(
      (failure) => `${now.metric}: ${failure.text}; the recorded run did not fail like this`,
    );
  });
  const serverFailedNow = trace.end.kind === "server-failed" && recorded.end.kind !== "server-failed";
  if (serverFailedNow) regressions.push("The server failed, which it did not when it was recorded");
  const failedBefore = scoreWorkflow(then, recorded).verdict === "failed" && regressions.length === 0;
  const failed = then.filter(({ verdict }) => verdict === "failed");
  const passedThen =
    recorded.end.kind === "completed" && failed.length > 0 && failed.every(({ id }) => passes(scoresThen[id]));
  return {
    baseline: then.map(({ id, metric, verdict, score }) => ({ id, metric, verdict, score })),
    regressions,
    failedBefore,
    ...(failedBefore && passedThen && { passedThen }),
  };
}

/** False where the cassette does not say. */
function passes(score: number | null | undefined): boolean {
  return score === null || score === 1;
}

/** Returns what fails now and did not fail in the recording. */
function findNew(before: MetricResult, now: MetricResult, trace: Trace): Failure[] {
  if (now.verdict !== "failed") return [];
  const known = findFailures(before);
  return findFailures(now).filter((failure) => !known.some((one) => isSameFailure(one, failure, trace.evidence)));
}

const RANK: Record<MetricVerdict, number> = { "not-applicable": 1, passed: 1, inconclusive: 0, failed: 0 };

function isWorse(before: MetricResult, now: MetricResult): boolean {
  if (now.verdict === "inconclusive" || now.verdict === "not-applicable") return false;
  if (RANK[now.verdict] < RANK[before.verdict]) return true;
  return before.score !== null && (now.score ?? 0) < before.score;
}

function describeRegression(before: MetricResult, now: MetricResult): string {
  return `${now.metric}: ${now.verdict} (${percent(now.score)}), was ${before.verdict} (${percent(before.score)})`;
}
