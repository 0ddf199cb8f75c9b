// Replaces folders of the machine that a transcript comes from by those of this one. Pure.
import { isJsonObject, type JsonValue } from "../json/value.js";

export interface PathMap {
  /** A folder in the transcript. */
  from: string;
  /** With placeholders: `[run]`, `[root]/fixtures`. */
  to: string;
}

/** The value with every path below a mapped folder replaced, also inside longer texts. Longest folders first. */
export function mapPaths<T extends JsonValue>(value: T, maps: readonly PathMap[]): T;
export function mapPaths(value: JsonValue, maps: readonly PathMap[]): JsonValue {
  const ordered = maps.toSorted((one, other) => other.from.length - one.from.length);
  const change = (text: string): string => ordered.reduce(replaceFolder, text);
  const walk = (part: JsonValue): JsonValue => {
    if (typeof part === "string") return change(part);
    if (Array.isArray(part)) return part.map(walk);
    if (!isJsonObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, walk(member)]));
  };
  return ordered.length === 0 ? value : walk(value);
}

const IN_PATH = /[\w.~@+-]/;

function replaceFolder(text: string, { from, to }: PathMap): string {
  let changed = "";
  let at = 0;
  for (;;) {
    const found = text.indexOf(from, at);
    if (found < 0) return changed + text.slice(at);
    const [before, after] = [text[found - 1] ?? " ", text[found + from.length] ?? " "];
    const isWhole = !IN_PATH.test(before) && before !== "/" && !IN_PATH.test(after);
    changed += text.slice(at, found) + (isWhole ? to : from);
    at = found + from.length;
  }
}

/**
 * The one folder whose replacement makes the texts equal: what differs, widened to whole paths. Undefined where there is
 * none. `now` has placeholders.
 */
export function explainByFolder(pairs: readonly { said: string; now: string }[]): PathMap | undefined {
  const [first] = pairs;
  if (first === undefined) return undefined;
  const map = differingFolder(first.said, first.now);
  if (map === undefined) return undefined;
  return pairs.every(({ said, now }) => replaceFolder(said, map) === now) ? map : undefined;
}

function differingFolder(said: string, now: string): PathMap | undefined {
  const shortest = Math.min(said.length, now.length);
  let start = 0;
  while (start < shortest && said[start] === now[start]) start += 1;
  // Back to where the path begins.
  while (start > 0 && /[^\s"'`=,;:()]/.test(said[start - 1] ?? " ")) start -= 1;
  const [path] = /^(?:\[\w+\])?\/[^\s"'`,;:()<>]+/.exec(said.slice(start)) ?? [];
  const [there] = /^(?:\[\w+\]|\/)[^\s"'`,;:()<>]*/.exec(now.slice(start)) ?? [];
  if (path === undefined || there === undefined) return undefined;
  let end = 0;
  while (end < Math.min(path.length, there.length) && path.at(-1 - end) === there.at(-1 - end)) end += 1;
  // Only whole names are common.
  const tail = path.slice(path.length - end);
  const common = tail.startsWith("/") ? end : tail.includes("/") ? end - tail.indexOf("/") : 0;
  const from = path.slice(0, path.length - common);
  return from.length > 1 ? { from, to: there.slice(0, there.length - common) } : undefined;
}
