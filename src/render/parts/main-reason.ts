// Returns the one line that best explains the verdict of an evaluation.
import type { Evaluation } from "../../report/report.js";

/** The first failed metric, else the first reason, else the first metric that did not pass. Not escaped; one line. */
export function mainReason({ results, reasons, verdict }: Evaluation): string {
  const failed = results.find((result) => result.verdict === "failed");
  const open = results.find((result) => result.verdict === "inconclusive");
  const metric = verdict === "failed" ? failed : reasons.length === 0 ? open : undefined;
  const text = metric === undefined ? (reasons[0] ?? verdict) : `${metric.metric}: ${metric.details}`;
  return text.split("\n")[0] ?? verdict;
}
