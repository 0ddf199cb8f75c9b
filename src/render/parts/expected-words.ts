// Shortens what a metric says to what was expected.
import type { MetricResult } from "../../metrics/result.js";

/** `expected "green cheese"`, `missing: add`, or the metric's own words. Not escaped. */
export function expectedWords({ id, verdict, details }: MetricResult): string {
  if (verdict !== "failed") return details;
  if (id === "end-to-end-success") return details.replace(/^Did not reach expected state: /, "expected ");
  return id === "tool-invocation-order" ? details.replace(/^\d+ of \d+ expected tools called in order; /, "") : details;
}
