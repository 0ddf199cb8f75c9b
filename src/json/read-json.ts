// Reads texts that may not be JSON: undefined instead of an exception. Where the fault is to be reported, parse instead.
import { parseKept, parseLossless } from "./kept-numbers.js";
import type { JsonValue } from "./value.js";

/** As JSON.parse reads it: a number that a double cannot hold loses digits. */
export function readJson(text: string): JsonValue | undefined {
  return readBy(JSON.parse, text);
}

/** Every number as the text has it, `1.0` too. */
export function readKept(text: string): JsonValue | undefined {
  return readBy(parseKept, text);
}

/** Every number with its value. */
export function readLossless(text: string): JsonValue | undefined {
  return readBy(parseLossless, text);
}

function readBy(parse: (text: string) => JsonValue, text: string): JsonValue | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
