// Says in a few words what became of a reviewed workflow, and why. Without recorded text.
import { describeImported } from "../trace/describe-imported.js";
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
  const source = after?.imported === undefined || status === "edited" ? "" : ", imported";
  return `${verdicts}${STATUS_WORDS[status]}${source}${cause === undefined ? "" : isCause ? `, likely ${cause}` : ` (${kinds.join(", ")})`}`;
}

/** `It is imported from a transcript (claude-code, sha256 0123456789ab).`; undefined where neither side is. */
export function describeImportedReview({ before, after }: WorkflowReview): string | undefined {
  const [old, now] = [before, after].map((side) => side?.imported && describeImported(side.imported));
  if (now !== undefined) return old === now || before === undefined ? `Imported ${now}.` : `Now imported ${now}.`;
  if (old === undefined) return undefined;
  return after === undefined ? `It was imported ${old}.` : `Recorded with a model; it was imported ${old}.`;
}
