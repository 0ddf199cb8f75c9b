// What was judged, and by whom and what, in; the keys by which a recorded verdict is found again out. They depend on
// what was said, not on how a version of this program shows it to the judge.
import type { ExpectedState } from "../config/schema.js";
import { canonicalJson } from "../json/canonical.js";
import { hashText } from "../json/hash.js";
import type { JudgedConversation } from "./conversation.js";
import type { JudgeSettings } from "./settings.js";

export interface JudgeKeys {
  model: string;
  /** `default`, or 12 hex. A new default rubric in a new version is no change of the suite's. */
  rubric: string;
  expected: string;
  transcript: string;
}

/** Conversation and expected states must be in the form in which they are recorded: with placeholders, redacted. */
export function buildJudgeKeys(
  conversation: JudgedConversation,
  expected: readonly (ExpectedState | null)[],
  settings: Pick<JudgeSettings, "model" | "rubric">,
): JudgeKeys {
  return {
    model: settings.model,
    rubric: settings.rubric === null ? "default" : hashText(settings.rubric),
    expected: hashText(canonicalJson([...expected])),
    transcript: hashText(canonicalJson(conversation)),
  };
}
