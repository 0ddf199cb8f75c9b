// Verdicts in, the one that decides out.
import type { WorkflowVerdict } from "../metrics/result.js";

const WORST_FIRST: readonly WorkflowVerdict[] = ["failed", "error", "inconclusive", "passed"];

/** Failed, else error, else inconclusive, else passed; inconclusive where all was skipped or nothing is there. */
export function worstVerdict(verdicts: readonly WorkflowVerdict[]): WorkflowVerdict {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? "inconclusive";
}
