// Reads a text as JSON; undefined for a text that is not JSON.
import { isExactObject, parseExactJson, type Exact } from "../json/exact.js";

/** The JSON object or array in a text; a lone number, word or string counts as text. */
export function jsonOfText(text: string): Exact | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  const value = parseExactJson(text);
  return isExactObject(value) || Array.isArray(value) ? value : undefined;
}
