// Says how loud a reviewed workflow is: what got worse or cannot be trusted, what a person has to look at, and the rest.
import type { AttentionKind } from "../../../review/review.js";
import type { WorkflowVerdict } from "../../../metrics/verdicts.js";
import type { ReviewItem } from "./items.js";

export interface Loudness {
  /** The key that the chips filter by. */
  key: "worse" | "look" | "rest";
  /** The verdict whose colour it has. */
  tone: WorkflowVerdict;
  mark: string;
  what: string;
}

const WORSE: ReadonlySet<AttentionKind> = new Set([
  "seal",
  "broken",
  "verdict",
  "score",
  "rewritten",
  "deleted",
  "failing",
]);

export const LOUDEST_FIRST: readonly Loudness[] = [
  { key: "worse", tone: "failed", mark: "✗", what: "worse, or not to be trusted" },
  { key: "look", tone: "inconclusive", mark: "?", what: "to look at" },
  { key: "rest", tone: "passed", mark: "✓", what: "other changes" },
];

/** A contract alone is never loud: what it did is said with the workflows. */
export function loudnessOf(item: ReviewItem): Loudness {
  const kinds = item.what === "contract" ? [] : item.group.first.attention.map(({ kind }) => kind);
  const key = kinds.some((kind) => WORSE.has(kind)) ? "worse" : kinds.length > 0 ? "look" : "rest";
  return loudnessOfKey(key);
}

/** How loud something is that needs attention. */
export function loudnessOfAttention(kind: AttentionKind): Loudness {
  return loudnessOfKey(WORSE.has(kind) ? "worse" : "look");
}

function loudnessOfKey(key: Loudness["key"]): Loudness {
  const found = LOUDEST_FIRST.find((one) => one.key === key);
  if (found === undefined) throw new Error(`no loudness ${key}`);
  return found;
}
