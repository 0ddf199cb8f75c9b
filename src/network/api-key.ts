// Reads the key of a model API from what a person set. Never puts a part of one into a message.
import { McpvalsError } from "../errors.js";

/** Where a key may be, and what a person reads who has none. */
export interface KeyWords {
  code: "MODEL_KEY_MISSING" | "JUDGE_KEY_MISSING";
  variable: string;
  /** `ANTHROPIC_API_KEY is not set, so Claude cannot be asked.` */
  missing: string;
  /** The variable to set, as a part of a command. */
  set: string;
  /** What works without a key. */
  without: string;
}

/** Undefined where it is empty. Throws where it holds a character that no key has. */
export function readApiKey(name: string, given: string | undefined, words: KeyWords): string | undefined {
  const value = given?.trim();
  if (value === undefined || value === "") return undefined;
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new McpvalsError(words.code, `${name} holds a space, a line end or another character that no key has.`, {
    fix: `Set ${name} again. ${words.without}`,
  });
}

/** The error for a key that is nowhere. */
export function missingKey({ code, variable, missing, set, without }: KeyWords): McpvalsError {
  return new McpvalsError(code, missing, { fix: `Set ${set}.\n${without}`, lacks: [variable] });
}
