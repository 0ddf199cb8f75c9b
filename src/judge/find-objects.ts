// Finds JSON objects in a text, between prose or in fences, in one pass however long the text is.
import { readJson } from "../json/read-json.js";
import { isJsonObject, type JsonObject } from "../json/value.js";

export interface FoundObject {
  text: string;
  value: JsonObject;
}

/** A text with more braces than these is not an answer; each brace costs a parse. */
const MOST = 40;

/** The outermost objects that have the key, in order. Undefined where the text has too many candidates. */
export function findObjects(text: string, key: string): FoundObject[] | undefined {
  const found: FoundObject[] = [];
  const named = JSON.stringify(key);
  let tried = 0;
  let end = 0;
  let next = text.indexOf(named);
  for (const [from, to] of bracePairs(text).toSorted((a, b) => a[0] - b[0])) {
    if (from < end) continue;
    while (next >= 0 && next < from) next = text.indexOf(named, next + 1);
    if (next < 0) break;
    if (next >= to) continue;
    tried += 1;
    if (tried > MOST) return undefined;
    const part = text.slice(from, to);
    const value = readJson(part);
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) continue;
    found.push({ text: part, value });
    end = to;
  }
  return found;
}

/** From each brace to the one that closes it; braces in strings do not count. */
function bracePairs(text: string): [from: number, to: number][] {
  const pairs: [number, number][] = [];
  const open: number[] = [];
  for (const { 0: token, index } of text.matchAll(/[{}]|"(?:[^"\\\n]|\\.)*"/g)) {
    if (token === "{") open.push(index);
    const from = token === "}" ? open.pop() : undefined;
    if (from !== undefined) pairs.push([from, index + 1]);
  }
  return pairs;
}
