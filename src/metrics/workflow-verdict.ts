// Decides the verdict on a workflow from its metrics and its trace, with reasons and score.
import { addAll } from "../append-to.js";
import type { Trace } from "../trace/trace.js";
import { groundOf, REWORDED } from "./ground.js";
import type { MetricResult, Verdict } from "./result.js";
import { losesGround } from "../trace/drift-classes.js";

export interface WorkflowScore {
  verdict: Verdict | "error";
  /** Reasons beyond the metrics; one sentence each. */
  reasons: string[];
  /**
   * Mean of those of the three metrics that apply, without the judge; null where none applies or the verdict is neither
   * passed nor failed.
   */
  overallScore: number | null;
}

/** Why every metric has a verdict but the workflow does not. */
export const ALL_DECIDED =
  "Each metric was decided before that, but what Claude would say and do now is unknown, so the workflow does not pass.";

/** What to do where no metric has anything to measure. */
export const NOTHING_APPLIES =
  "Nothing is expected of this workflow and it made no tool call, so there is nothing to judge: add an expectedState or expectTools.";

/**
 * Failed if a metric failed, else inconclusive if one is or if none applies, else passed. A run that Claude, a limit,
 * the server or an outside failure ended never passes. Nor does a replay that was not grounded to the end of its
 * recording: what Claude would say now is unknown.
 */
export function scoreWorkflow(results: readonly MetricResult[], trace: Trace): WorkflowScore {
  const { end } = trace;
  const verdict = verdictAtEnd(verdictOf(results), trace);
  const reasons = end.kind === "completed" ? [] : [end.message];
  if (verdict === "inconclusive") addAll(reasons, whyOpen(results, trace, reasons.length === 0));
  const scores = results.filter((result) => result.id !== "llm-judge" && result.verdict !== "not-applicable");
  const known = scores.flatMap(({ score }) => (score === null ? [] : [score]));
  const judged = (verdict === "passed" || verdict === "failed") && known.length === scores.length && known.length > 0;
  return {
    verdict,
    reasons,
    overallScore: judged ? known.reduce((sum, score) => sum + score, 0) / known.length : null,
  };
}

/** What the results say, whatever came of the run. */
export function verdictOf(results: readonly MetricResult[]): Verdict {
  if (results.some((result) => result.verdict === "failed")) return "failed";
  return results.every(doesNotApply) || results.some((result) => result.verdict === "inconclusive")
    ? "inconclusive"
    : "passed";
}

function verdictAtEnd(verdict: Verdict, trace: Trace): Verdict | "error" {
  switch (trace.end.kind) {
    case "completed":
    case "ungrounded":
      return verdict === "passed" && whyNotWhole(trace) !== undefined ? "inconclusive" : verdict;
    case "model-error":
    case "cancelled":
      return "error";
    case "model-stopped":
    case "max-turns":
    case "server-failed":
    case "tool-missing":
      return "failed";
    case "stale":
      return "inconclusive";
  }
}

/** Returns why a replay proves less than its whole recording; undefined where it was grounded to its end. */
export function whyNotWhole(trace: Trace): string | undefined {
  const { evidence } = trace;
  if (evidence === undefined) return undefined;
  const { complete, reworded, why } = groundOf(trace);
  if (!complete) return why;
  if (reworded) return `${REWORDED}.`;
  const open = evidence.drift.filter((drift) => losesGround(drift) && drift.accepted !== true);
  return open.length === 0 ? undefined : `Differences are not accepted: ${open.map(({ id }) => id).join(", ")}.`;
}

/** Returns the reasons that are not given yet. */
function whyOpen(results: readonly MetricResult[], trace: Trace, isSilent: boolean): string[] {
  if (nothingApplies(results)) return [NOTHING_APPLIES];
  // An inconclusive metric gives its own reason.
  if (results.some((result) => result.verdict === "inconclusive")) return [];
  const why = isSilent ? whyNotWhole(trace) : undefined;
  return [...(why === undefined ? [] : [why]), ...(trace.end.kind === "ungrounded" ? [ALL_DECIDED] : [])];
}

/** True where no metric has anything to measure, whatever is recorded. */
export function nothingApplies(results: readonly MetricResult[]): boolean {
  return results.length > 0 && results.every(doesNotApply);
}

function doesNotApply({ verdict }: MetricResult): boolean {
  return verdict === "not-applicable";
}
