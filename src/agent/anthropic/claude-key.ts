// Reads the credential for the Claude API from the environment. Never puts a part of one into a message.
import { McpvalsError } from "../../errors.js";

export type ClaudeKey = { apiKey: string } | { authToken: string };

const REPLAY = "`mcpvals replay` plays the recorded model and needs no key.";

/**
 * The key, found as the SDK finds it: ANTHROPIC_API_KEY, else ANTHROPIC_AUTH_TOKEN. Throws MODEL_KEY_MISSING where
 * neither is set, or where the value cannot be a key.
 */
export function requireClaudeKey(env: Readonly<Record<string, string | undefined>>): ClaudeKey {
  const read = (name: string): string | undefined => {
    const value = env[name]?.trim();
    if (value === undefined || value === "") return undefined;
    if (/^[\x21-\x7e]+$/.test(value)) return value;
    throw new McpvalsError(
      "MODEL_KEY_MISSING",
      `${name} holds a space, a line end or another character that no key has.`,
      {
        fix: `Set ${name} again. ${REPLAY}`,
      },
    );
  };
  const apiKey = read("ANTHROPIC_API_KEY");
  if (apiKey !== undefined) return { apiKey };
  const authToken = read("ANTHROPIC_AUTH_TOKEN");
  if (authToken !== undefined) return { authToken };
  throw new McpvalsError("MODEL_KEY_MISSING", "ANTHROPIC_API_KEY is not set, so Claude cannot be asked.", {
    fix: `Set ANTHROPIC_API_KEY. ${REPLAY}`,
  });
}
