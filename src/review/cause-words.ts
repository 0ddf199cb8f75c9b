// A reviewed workflow in; what people read of its likely cause out.
import { canonicalJson } from "../json/canonical.js";
import { toJson } from "../json/to-json.js";
import type { CauseKind, WorkflowReview } from "./review.js";

export const CAUSE_WORDS: Readonly<Record<CauseKind, string>> = {
  prompt: "another prompt",
  model: "another model",
  settings: "other settings",
  description: "another description",
  contract: "another contract",
  result: "another server result",
  chance: "chance",
  expectations: "other expectations",
};

/** Nothing but what the server says of itself differs, and nothing came of it. */
export const CONTRACT_ONLY = "contract only";

/** What differed; a cause of something only where something came of it. */
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
