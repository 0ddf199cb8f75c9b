// Defines the result of a metric.
import type { JsonObject } from "../json/value.js";

export type Verdict = "passed" | "failed" | "inconclusive";

/** `not-applicable`: the workflow expects nothing that the metric could measure. It counts for nothing. */
export type MetricVerdict = Verdict | "not-applicable";

export type MetricId = "end-to-end-success" | "tool-invocation-order" | "tool-call-health" | "llm-judge";

export interface MetricResult {
  id: MetricId;
  /** The display name: `End-to-End Success`. */
  metric: string;
  verdict: MetricVerdict;
  /** True for `passed` and for `not-applicable`. */
  passed: boolean;
  /** 0..1; null when inconclusive or not applicable. */
  score: number | null;
  /** One sentence. */
  details: string;
  metadata: JsonObject;
}

/** Returns the score that goes with a verdict: null unless the verdict is passed or failed. */
export function verdictAndScore(
  verdict: MetricVerdict,
  score: () => number,
): Pick<MetricResult, "verdict" | "passed" | "score"> {
  switch (verdict) {
    case "passed":
    case "failed":
      return { verdict, passed: verdict === "passed", score: score() };
    case "inconclusive":
      return { verdict, passed: false, score: null };
    case "not-applicable":
      return { verdict, passed: true, score: null };
  }
}
