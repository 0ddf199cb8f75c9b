// Recognises names that a program makes from words and a number, as those of containers: brave-otter-42.
import { saysTrouble } from "../reading/trouble.js";
import { spansWithin, type LeafPair, type SpanPair } from "./leaf-pair.js";
import { isWordLike } from "./word-like.js";

/** Some tokens of a recorded text. */
export type Range = Pick<SpanPair, "from" | "to" | "start" | "end">;

const NAME = /^[a-z]{3,12}(?:[-_][a-z]{3,12}){1,3}[-_]\d{1,6}$/;

/** The words of a name and its number. */
const MOST_PARTS = 5;

/** Returns how many parts each of the names has; undefined where one is not such a name, or reports an outcome. */
export function partsOfNames(values: readonly string[]): number | undefined {
  const counts = new Set(values.map((value) => (isName(value) ? value.split(/[-_]/).length : 0)));
  const [count] = counts;
  return counts.size === 1 && count !== 0 ? count : undefined;
}

function isName(value: string): boolean {
  return NAME.test(value) && !value.split(/[-_]/).some(isWordLike) && !saysTrouble("", value);
}

/** Joins ranges that are parts of a made name in all runs, a different one in each. */
export function joinNames(ranges: readonly Range[], leaves: readonly LeafPair[]): Range[] {
  const text = leaves[0]?.recorded ?? "";
  const joined: Range[] = [];
  let last = 0;
  for (let at = 0; at < ranges.length; at++) {
    last = Math.max(last, at);
    while (last + 1 < ranges.length && /^[-_]$/.test(text.slice(ranges[last]?.end, ranges[last + 1]?.start))) last++;
    const [first, end] = [ranges[at], ranges[last]];
    if (first === undefined || end === undefined) break;
    const whole = { from: first.from, to: end.to, start: first.start, end: end.end };
    if (last > at && last < at + MOST_PARTS && isMadeName(valuesOf(whole, leaves))) {
      joined.push(whole);
      at = last;
    } else joined.push(first);
  }
  return joined;
}

function valuesOf({ from, to, start, end }: Range, leaves: readonly LeafPair[]): string[] {
  const lives = leaves.map(({ live, spans }) => {
    const inside = spansWithin(spans, { from, to });
    return live.slice(inside[0]?.liveStart ?? 0, inside.at(-1)?.liveEnd ?? 0);
  });
  return [leaves[0]?.recorded.slice(start, end) ?? "", ...lives];
}

/** At least three names, all of them different, and no part equal in all. */
function isMadeName(values: readonly string[]): boolean {
  const parts = partsOfNames(values);
  if (parts === undefined || values.length < 3 || new Set(values).size < values.length) return false;
  const split = values.map((value) => value.split(/[-_]/));
  return Array.from({ length: parts }, (_, at) => new Set(split.map((all) => all[at])).size).every((size) => size > 1);
}
