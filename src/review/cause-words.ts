// Describes the likely cause of a workflow's change for people.
import { canonicalJson } from "../json/canonical.js";
import { toJson } from "../json/to-json.js";
import type { CauseKind, WorkflowReview } from "./review.js";

export const CAUSE_WORDS: Readonly<Record<CauseKind, string>> = {
  prompt: "a different prompt",
  model: "a different model",
  settings: "different settings",
  description: "a different description",
  contract: "a different contract",
  result: "a different server result",
  chance: "chance",
  expectations: "different expectations",
};

/** Only what the server declares about itself differs, without any effect. */
export const CONTRACT_ONLY = "contract only";

/** Returns what differed; it counts as a cause only where something else changed. */
export function causesOf({ status, before, after, causes }: WorkflowReview): { kinds: string[]; isCause: boolean } {
  const kinds = [...new Set(causes.map(({ kind }) => kind))];
  const isContract = kinds.length > 0 && kinds.every((kind) => kind === "contract" || kind === "description");
  const isScoredAlike = canonicalJson(toJson(before?.scores ?? {})) === canonicalJson(toJson(after?.scores ?? {}));
  const isCause = status !== "same" || !isScoredAlike;
  const isOnlyContract =
    status === "same" && (isContract || kinds.length === 0) && before?.contract !== after?.contract;
  if (!isCause && isOnlyContract) return { kinds: [CONTRACT_ONLY], isCause };
  return { kinds: kinds.map((kind) => CAUSE_WORDS[kind]), isCause };
}
