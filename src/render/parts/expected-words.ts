// Shortens what a metric says to what was expected.
import type { MetricResult } from "../../metrics/result.js";

/** `expected "green cheese"`, or the metric's own words. Not escaped. */
export function describeExpectedStates({ id, verdict, details }: MetricResult): string {
  if (id !== "end-to-end-success" || verdict !== "failed") return details;
  return details.replace(/^Did not reach expected state: /, "expected ");
}
