// A text in, the JSON that it is out; undefined for a text that is none.
import { isExactObject, parseExactJson, type Exact } from "../json/exact.js";

/** The JSON object or array that a text is; a text that is a lone number, word or string is text. */
export function jsonOfText(text: string): Exact | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  const value = parseExactJson(text);
  return isExactObject(value) || Array.isArray(value) ? value : undefined;
}
