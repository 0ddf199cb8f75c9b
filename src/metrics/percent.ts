// A score in, the text that people read out.
import type { MetricVerdict } from "./result.js";

/** `100%` only for a full score and `0%` only for none; `–` where there is no score. */
export function percent(score: number | null): string {
  if (score === null) return "–";
  const rounded = Math.round(score * 100);
  if (rounded === 100 && score < 1) return "99%";
  return rounded === 0 && score > 0 ? "1%" : `${rounded}%`;
}

/** A metric's score; `not applicable` where nothing is expected of it. */
export function metricScore({ verdict, score }: { verdict: MetricVerdict; score: number | null }): string {
  return verdict === "not-applicable" ? "not applicable" : percent(score);
}
