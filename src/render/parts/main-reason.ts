// Returns the one line that best explains the verdict of an evaluation, in a table, an annotation or an attribute.
import type { Evaluation } from "../../report/report.js";
import { whyOf } from "../../report/why-of.js";
import { whyLine } from "./why-line.js";

/** Not escaped; one line. */
export function mainReason(evaluation: Evaluation): string {
  const why = whyOf(evaluation);
  const [reason = evaluation.verdict] = evaluation.reasons;
  return why === undefined ? (reason.split("\n")[0] ?? evaluation.verdict) : whyLine(why);
}
