// Formats a score for people.
import type { MetricVerdict } from "./result.js";

/** `100%` only for a full score and `0%` only for zero; `–` without a score. */
export function percent(score: number | null): string {
  if (score === null) return "–";
  const rounded = Math.round(score * 100);
  if (rounded === 100 && score < 1) return "99%";
  return rounded === 0 && score > 0 ? "1%" : `${rounded}%`;
}

/** Formats a metric's score; `not applicable` where the workflow expects nothing of it. */
export function metricScore({ verdict, score }: { verdict: MetricVerdict; score: number | null }): string {
  return verdict === "not-applicable" ? "not applicable" : percent(score);
}
