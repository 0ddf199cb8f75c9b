// Finds a number that is beyond a limit beside it now, which it was in no run: `value: 86.2` with `limit: 85`.
import { isNumber, numberText } from "../json/digits.js";
import type { Exact, ExactObject } from "../json/exact.js";
import { readAmount } from "./list-rows.js";
import { measureOf, namesId, wordsOfName } from "./names.js";

const UPPER: ReadonlySet<string> = new Set(["limit", "max", "maximum", "threshold", "capacity", "ceiling", "quota"]);
const LOWER: ReadonlySet<string> = new Set(["min", "minimum", "floor"]);

/** A number beyond its limit. */
export interface Crossed {
  key: string;
  was: string;
}

/** `seenAt`: the values of a property in every run, undefined where it is the same in all. */
export function findCrossed(
  recorded: ExactObject,
  live: ExactObject,
  seenAt: (key: string) => readonly string[] | undefined,
): Crossed[] {
  const limits = Object.keys(recorded).filter((key) => sideOf(key) !== 0 && seenAt(key) === undefined);
  if (limits.length === 0) return [];
  const moving = Object.keys(recorded).flatMap((key) => {
    const numbers = seenAt(key)?.map(readAmount);
    const isAmount = !namesId(key) && sideOf(key) === 0;
    return isAmount && numbers?.every((number) => number !== undefined) === true ? [{ key, numbers }] : [];
  });
  return limits.flatMap((limit): Crossed[] => {
    const [then, now] = [recorded, live].map((side) => amountIn(side[limit]));
    if (then === undefined || now === undefined) return [];
    const side = sideOf(limit);
    return moving.flatMap(({ key, numbers }) => {
      const value = amountIn(live[key]);
      if (value === undefined || !isOf(limit, key, moving)) return [];
      const wasWithin = numbers.every((number) => side * ((number ?? 0) - then) <= 0);
      return wasWithin && side * (value - now) > 0 ? [{ key, was: `at ${side > 0 ? "most" : "least"} ${limit}` }] : [];
    });
  });
}

/** 1 for an upper limit, -1 for a lower one. */
function sideOf(key: string): -1 | 0 | 1 {
  const words = wordsOfName(key);
  return words.some((word) => UPPER.has(word)) ? 1 : words.some((word) => LOWER.has(word)) ? -1 : 0;
}

/** `maxSeats` limits `seats`, `limitMs` a `latencyMs`; a bare `limit` the only number that varies beside it. */
function isOf(limit: string, key: string, moving: readonly { key: string }[]): boolean {
  const own = wordsOfName(limit).filter((word) => !UPPER.has(word) && !LOWER.has(word));
  if (own.length === 0)
    return measureOf(key) === undefined && moving.filter((one) => measureOf(one.key) === undefined).length === 1;
  const words = wordsOfName(key);
  return own.every((word) => words.includes(word));
}

function amountIn(value: Exact | undefined): number | undefined {
  return isNumber(value) ? readAmount(numberText(value)) : undefined;
}
