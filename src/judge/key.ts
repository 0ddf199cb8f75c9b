// Reads the key for the OpenAI API from the judge's settings and the environment. Never puts a part of one into a
// message.
import { McpvalsError } from "../errors.js";
import type { JudgeSettings } from "./settings.js";

const WITHOUT = "Leave out --llm and `llmJudge` to score without the judge; `mcpvals replay` needs no key.";

/**
 * `openaiKey` of the config, else OPENAI_API_KEY. Throws JUDGE_KEY_MISSING where neither is set, or where the value
 * cannot be a key.
 */
export function requireJudgeKey(
  settings: Pick<JudgeSettings, "openaiKey">,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const read = (name: string, given: string | undefined): string | undefined => {
    const value = given?.trim();
    if (value === undefined || value === "") return undefined;
    if (/^[\x21-\x7e]+$/.test(value)) return value;
    throw new McpvalsError(
      "JUDGE_KEY_MISSING",
      `${name} holds a space, a line end or another character that no key has.`,
      {
        fix: `Set ${name} again. ${WITHOUT}`,
      },
    );
  };
  const key = read("`openaiKey` of the config", settings.openaiKey) ?? read("OPENAI_API_KEY", env["OPENAI_API_KEY"]);
  if (key !== undefined) return key;
  throw new McpvalsError("JUDGE_KEY_MISSING", "OPENAI_API_KEY is not set, so the LLM judge cannot be asked.", {
    fix: `Set OPENAI_API_KEY, or \`openaiKey\` in the config. ${WITHOUT}`,
  });
}
