// The results of a workflow's metrics and how its run ended in; the workflow's verdict, its reasons and score out.
import type { Trace, TraceEnd } from "../trace/trace.js";
import type { MetricResult, Verdict } from "./result.js";

export interface WorkflowScore {
  verdict: Verdict | "error";
  /** Why, beyond the metrics; one sentence each. */
  reasons: string[];
  /** Mean of the three metrics, the judge aside; null where the verdict is no yes or no. */
  overallScore: number | null;
}

/** Failed if a metric is, else inconclusive if one is, else passed. A run that Claude, a limit, the server or the outside broke off never passes. */
export function scoreWorkflow(results: readonly MetricResult[], trace: Pick<Trace, "end">): WorkflowScore {
  const { end } = trace;
  const verdict = verdictAtEnd(verdictOf(results), end);
  const scores = results.filter((result) => result.id !== "llm-judge").map((result) => result.score);
  const known = scores.filter((score) => score !== null);
  const judged = (verdict === "passed" || verdict === "failed") && known.length === scores.length && known.length > 0;
  return {
    verdict,
    reasons: end.kind === "completed" ? [] : [end.message],
    overallScore: judged ? known.reduce((sum, score) => sum + score, 0) / known.length : null,
  };
}

function verdictOf(results: readonly MetricResult[]): Verdict {
  if (results.some((result) => result.verdict === "failed")) return "failed";
  return results.length === 0 || results.some((result) => result.verdict === "inconclusive")
    ? "inconclusive"
    : "passed";
}

function verdictAtEnd(verdict: Verdict, end: TraceEnd): Verdict | "error" {
  switch (end.kind) {
    case "completed":
    // The metrics know what was evidence: a state found in a live result stays found.
    case "ungrounded":
      return verdict;
    case "model-error":
    case "cancelled":
      return "error";
    case "model-stopped":
    case "max-turns":
    case "server-failed":
      return "failed";
    case "stale":
      return "inconclusive";
  }
}
