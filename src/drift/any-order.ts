// Two arrays whose order is no matter in; the live elements in the order of the recorded ones out.
import { canonicalJson } from "../json/canonical.js";
import { isNumber, numberText } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import type { JsonValue } from "../json/value.js";
import type { LeafContext } from "./leaf-context.js";
import type { Path } from "./rules.js";
import { wordsOf } from "./words.js";

/**
 * The live elements, each at the index of the recorded one that it equals: exactly, else but for what may differ by itself.
 * What equals none comes in the order in which it is left.
 */
export function alignInAnyOrder(
  recorded: readonly Exact[],
  live: readonly Exact[],
  path: Path,
  context: LeafContext,
): Exact[] {
  const aligned = new Map<number, Exact>();
  const open = new Set(live.keys());
  const take = (
    keyOfRecorded: (value: Exact, at: number) => string,
    keyOfLive: (value: Exact, at: number) => string,
  ) => {
    const byKey = new Map<string, number[]>();
    for (const at of open) {
      const key = keyOfLive(live[at] ?? null, at);
      const places = byKey.get(key) ?? [];
      places.push(at);
      byKey.set(key, places);
    }
    recorded.forEach((value, at) => {
      if (aligned.has(at)) return;
      const found = byKey.get(keyOfRecorded(value, at))?.shift();
      if (found === undefined) return;
      aligned.set(at, live[found] ?? null);
      open.delete(found);
    });
  };
  take(
    (value) => canonicalJson(context.pairs.intoValue(value).value),
    (value) => canonicalJson(value),
  );
  const masked = (value: Exact, at: number): string => canonicalJson(mask(value, [...path, at], context));
  take((value, at) => masked(context.pairs.intoValue(value).value, at), masked);
  const rest = Array.from(open, (at) => live[at] ?? null);
  return recorded.map((_, at) => aligned.get(at) ?? rest.shift() ?? null);
}

/** The value without what may differ by itself: listed places and dates. */
function mask(value: Exact, path: Path, context: LeafContext): JsonValue {
  if (Array.isArray(value)) return value.map((part, at) => mask(part, [...path, at], context));
  if (isExactObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mask(part, [...path, key], context)]));
  }
  if (context.rules.ignored(path) || context.rules.listing(path) !== undefined) return "\u0000";
  if (isNumber(value)) return numberText(value);
  if (typeof value !== "string") return value;
  return wordsOf(value).reduceRight(
    (text, word) => (word.date === undefined ? text : `${text.slice(0, word.start)}\u0000${text.slice(word.end)}`),
    value,
  );
}
