// Reads the credential for the Claude API from the environment.
import { missingKey, readApiKey, type KeyWords } from "../../network/api-key.js";

export type ClaudeKey = { apiKey: string } | { authToken: string };

const WORDS: KeyWords = {
  code: "MODEL_KEY_MISSING",
  variable: "ANTHROPIC_API_KEY",
  missing: "ANTHROPIC_API_KEY is not set, so Claude cannot be asked.",
  set: "ANTHROPIC_API_KEY, or name a file that has it with -e",
  without: "Without a key, this plays what is recorded: mcpvals replay",
};

/**
 * The key, found as the SDK finds it: ANTHROPIC_API_KEY, else ANTHROPIC_AUTH_TOKEN. Throws MODEL_KEY_MISSING where
 * neither is set, or where the value cannot be a key.
 */
export function requireClaudeKey(env: Readonly<Record<string, string | undefined>>): ClaudeKey {
  const apiKey = readApiKey("ANTHROPIC_API_KEY", env["ANTHROPIC_API_KEY"], WORDS);
  if (apiKey !== undefined) return { apiKey };
  const authToken = readApiKey("ANTHROPIC_AUTH_TOKEN", env["ANTHROPIC_AUTH_TOKEN"], WORDS);
  if (authToken !== undefined) return { authToken };
  throw missingKey(WORDS);
}
