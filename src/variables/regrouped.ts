// Finds, in an argument, the value of a variable with separators added or removed: 760 451 for 760451.
import { tokensOf } from "./tokens.js";

/** Shorter values match others by chance. */
const SHORTEST = 5;
const LONGEST = 80;

const bareOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** A part of a text that is the value with other separators, and the value. */
export interface Regrouped {
  text: string;
  value: string;
}

/** Returns the parts of a text that are one of the values, written with other separators. */
export function findRegrouped(text: string, values: Iterable<string>): Regrouped[] {
  const bare = new Map<string, string>();
  for (const value of values) {
    const key = bareOf(value);
    if (key.length >= SHORTEST && key.length <= LONGEST && /\d/.test(key)) bare.set(key, value);
  }
  if (bare.size === 0) return [];
  const tokens = tokensOf(text);
  const found: Regrouped[] = [];
  for (const [at, first] of tokens.entries()) {
    let joined = "";
    for (let to = at; to < tokens.length; to++) {
      const token = tokens[to];
      const gap = to === at || token === undefined ? "" : text.slice(tokens[to - 1]?.end, token.start);
      if (token === undefined || !/^[ .,:/_-]?$/.test(gap)) break;
      joined += token.text.toLowerCase();
      if (joined.length > LONGEST) break;
      const value = bare.get(joined);
      const part = text.slice(first.start, token.end);
      if (value !== undefined && !part.toLowerCase().includes(value.toLowerCase()) && !isInside(part, value)) {
        found.push({ text: part, value });
      }
    }
  }
  return found;
}

/** True where a value is the part with joints only at its ends. */
function isInside(part: string, value: string): boolean {
  return value.toLowerCase().includes(part.toLowerCase());
}
