// Ranks how serious a change of a workflow, or something that needs attention, is. Lower numbers are worse.
import type { AttentionKind, WorkflowReview, WorkflowStatus } from "./review.js";

const ATTENTION: readonly AttentionKind[] = [
  "seal",
  "broken",
  "verdict",
  "score",
  "value",
  "accepted",
  "rewritten",
  "deleted",
  "skipped",
  "loosened",
  "failing",
  "take",
  "sent",
  "doubtful",
  "variables",
  "calls",
  "tokens",
];

const STATUS: readonly WorkflowStatus[] = ["broken", "deleted", "differs", "edited", "same", "added"];

/**
 * Ranks one item that needs attention: first what cannot be trusted, then what got worse or changed for the same arguments, then what a person accepted.
 */
export function severityOfAttention(kind: AttentionKind): number {
  return ATTENTION.indexOf(kind);
}

/** Ranks by the worst item that needs attention, then by the kind of change. */
export function severityOf({ attention, status, causes, changes }: WorkflowReview): number {
  const worst = Math.min(ATTENTION.length, ...attention.map(({ kind }) => severityOfAttention(kind)));
  const isQuiet = status === "same" && causes.length === 0 && changes.values.length === 0;
  return worst * 10 + STATUS.indexOf(status) + (isQuiet ? 2 : 0);
}
