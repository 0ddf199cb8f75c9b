// What a metric says.
import type { JsonObject } from "../json/value.js";

export type Verdict = "passed" | "failed" | "inconclusive";

export type MetricId = "end-to-end-success" | "tool-invocation-order" | "tool-call-health" | "llm-judge";

export interface MetricResult {
  id: MetricId;
  /** The name that people read: `End-to-End Success`. */
  metric: string;
  verdict: Verdict;
  /** `verdict === "passed"`. */
  passed: boolean;
  /** 0..1; null when inconclusive. */
  score: number | null;
  /** One sentence. */
  details: string;
  metadata: JsonObject;
}
