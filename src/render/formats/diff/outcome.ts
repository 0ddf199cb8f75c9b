// Holds how an outcome of a diff looks in every report: its rank, its mark, the verdict whose colour it has, its
// headline.
import type { DiffVerdict } from "../../../diff/diff.js";
import type { WorkflowVerdict } from "../../../metrics/verdicts.js";

export const OUTCOME_MARK: Record<DiffVerdict, string> = {
  REGRESSED: "✗",
  BREAKING: "✗",
  INCONCLUSIVE: "?",
  CHANGED: "~",
  SAME: "✓",
};

export const OUTCOME_EMOJI: Record<DiffVerdict, string> = {
  REGRESSED: "❌",
  BREAKING: "❌",
  INCONCLUSIVE: "❓",
  CHANGED: "🟡",
  SAME: "✅",
};

export const OUTCOME_TONE: Record<DiffVerdict, WorkflowVerdict> = {
  REGRESSED: "failed",
  BREAKING: "failed",
  INCONCLUSIVE: "inconclusive",
  CHANGED: "inconclusive",
  SAME: "passed",
};

/** The one sentence of a diff. */
export const OUTCOME_HEADLINE: Record<DiffVerdict, string> = {
  REGRESSED: "Something Got Worse",
  BREAKING: "Something Breaks Callers",
  INCONCLUSIVE: "Not Everything Could Be Compared",
  CHANGED: "Something Changed",
  SAME: "Nothing That Counts Changed",
};
