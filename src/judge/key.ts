// Reads the key for the OpenAI API from the judge's settings and the environment.
import { missingKey, readApiKey, type KeyWords } from "../network/api-key.js";
import type { JudgeSettings } from "./settings.js";

const WORDS: KeyWords = {
  code: "JUDGE_KEY_MISSING",
  variable: "OPENAI_API_KEY",
  missing: "OPENAI_API_KEY is not set, so the LLM judge cannot be asked.",
  set: "OPENAI_API_KEY, or `openaiKey` in the config",
  without: "Leave out --llm and `llmJudge` to score without the judge; `mcpvals replay` needs no key.",
};

/**
 * `openaiKey` of the config, else OPENAI_API_KEY. Throws JUDGE_KEY_MISSING where neither is set, or where the value
 * cannot be a key.
 */
export function requireJudgeKey(
  settings: Pick<JudgeSettings, "openaiKey">,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const key =
    readApiKey("`openaiKey` of the config", settings.openaiKey, WORDS) ??
    readApiKey("OPENAI_API_KEY", env["OPENAI_API_KEY"], WORDS);
  if (key === undefined) throw missingKey(WORDS);
  return key;
}
