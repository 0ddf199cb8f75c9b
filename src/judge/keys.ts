// Builds the keys by which a recorded verdict is found again: what was judged, by which model, with which rubric. They
// depend on what was said, not on how this version shows it to the judge.
import type { ExpectedState } from "../config/schema.js";
import { canonicalJson } from "../json/canonical.js";
import { hashText } from "../json/hash.js";
import type { JudgedConversation } from "./conversation.js";
import type { JudgeSettings } from "./settings.js";

export interface JudgeKeys {
  model: string;
  /** `default`, or 12 hex digits. A new default rubric in a new version does not count as a change of the suite. */
  rubric: string;
  expected: string;
  transcript: string;
}

/** Conversation and expected states must have the form of the recording: with placeholders, redacted. */
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
