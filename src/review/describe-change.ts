// Says in a few words what became of a reviewed workflow, and why. Without recorded text.
import { causesOf } from "./cause-words.js";
import type { WorkflowReview } from "./review.js";

const STATUS_WORDS: Record<WorkflowReview["status"], string> = {
  added: "new",
  deleted: "deleted",
  broken: "cannot be read",
  differs: "Claude acted differently",
  same: "recorded again",
  edited: "changed without a new recording",
};

/** `passed → failed, Claude acted differently, likely a different server result` */
export function describeChange(review: WorkflowReview): string {
  const { status, before, after } = review;
  const verdicts =
    before === undefined || after === undefined || before.verdict === after.verdict
      ? ""
      : `${before.verdict ?? "–"} → ${after.verdict ?? "–"}, `;
  const { kinds, isCause } = causesOf(review);
  const [cause] = kinds;
  return `${verdicts}${STATUS_WORDS[status]}${cause === undefined ? "" : isCause ? `, likely ${cause}` : ` (${kinds.join(", ")})`}`;
}
