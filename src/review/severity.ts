// A reviewed workflow, or something that needs eyes, in; how bad it is out. Lower numbers are worse.
import type { AttentionKind, WorkflowReview, WorkflowStatus } from "./review.js";

const ATTENTION: readonly AttentionKind[] = [
  "seal",
  "broken",
  "accepted",
  "verdict",
  "score",
  "rewritten",
  "deleted",
  "skipped",
  "loosened",
  "failing",
  "sent",
  "doubtful",
  "variables",
  "calls",
  "tokens",
];

const STATUS: readonly WorkflowStatus[] = ["broken", "deleted", "differs", "edited", "same", "added"];

/** Of one thing that needs eyes: what cannot be trusted first, then what a person let pass, then what fell. */
export function severityOfAttention(kind: AttentionKind): number {
  return ATTENTION.indexOf(kind);
}

/** By the worst that needs eyes, then by what happened to it. */
export function severityOf({ attention, status, causes, changes }: WorkflowReview): number {
  const worst = Math.min(ATTENTION.length, ...attention.map(({ kind }) => severityOfAttention(kind)));
  const isQuiet = status === "same" && causes.length === 0 && changes.values.length === 0;
  return worst * 10 + STATUS.indexOf(status) + (isQuiet ? 2 : 0);
}
