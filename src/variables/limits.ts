// Finds a number that is beyond a limit beside it now, which it was in no run: `value: 86.2` with `limit: 85`.
import { isNumber, numberText } from "../json/digits.js";
import type { Exact, ExactObject } from "../json/exact.js";
import { setOf } from "../reading/set-of.js";
import { surroundingsOf } from "./amounts.js";
import { readAmount } from "./list-rows.js";
import { measureOf, namesId, wordsOfName } from "./names.js";

const UPPER = setOf("limit max maximum threshold capacity ceiling quota cap cutoff rollout");
/** A limit in percent is one of whatever is beside it. */
const SHARES = setOf("percent pct percentage");
const LOWER = setOf("min minimum floor");

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

const MOST_IN_TEXT = /(?:^|[\s,;])max-([a-z]{2,30})[=:] ?(\d{1,9})(?![\d.])/i;
const NAMED = /^\s*([a-z]{2,30}): ?\d{1,9}\s*$/i;

/**
 * Finds lines whose number is beyond what another line of their text allows: `Age: 86400` beside `max-age=60`. `variableOf`:
 * the index of the only variable of a line, with its values in every run.
 */
export function findCrossedLines(
  lines: readonly { at: string; value: string }[],
  variableOf: (at: string) => { index: number; seen: readonly string[] } | undefined,
): { at: string; index: number; most: number; was: string }[] {
  const limits = lines.flatMap(({ at, value }) => {
    const [, name, most] = MOST_IN_TEXT.exec(value) ?? [];
    const isConstant = name !== undefined && variableOf(at) === undefined;
    return isConstant ? [{ name: name.toLowerCase(), most: Number(most), around: surroundingsOf(at) }] : [];
  });
  if (limits.length === 0) return [];
  return lines.flatMap(({ at, value }) => {
    const name = NAMED.exec(value)?.[1]?.toLowerCase();
    const limit = limits.find((one) => one.name === name && one.around === surroundingsOf(at));
    const variable = limit === undefined ? undefined : variableOf(at);
    if (limit === undefined || variable === undefined) return [];
    const wasWithin = variable.seen.every((text) => (readAmount(text) ?? Infinity) <= limit.most);
    return wasWithin ? [{ at, index: variable.index, most: limit.most, was: `at most max-${limit.name}` }] : [];
  });
}

/** 1 for an upper limit, -1 for a lower one. */
function sideOf(key: string): -1 | 0 | 1 {
  const words = wordsOfName(key);
  return words.some((word) => UPPER.has(word)) ? 1 : words.some((word) => LOWER.has(word)) ? -1 : 0;
}

/** `maxSeats` limits `seats`, `limitMs` a `latencyMs`; a bare `limit` the only number that varies beside it. */
function isOf(limit: string, key: string, moving: readonly { key: string }[]): boolean {
  const own = wordsOfName(limit).filter((word) => !UPPER.has(word) && !LOWER.has(word) && !SHARES.has(word));
  if (own.length === 0)
    return measureOf(key) === undefined && moving.filter((one) => measureOf(one.key) === undefined).length === 1;
  const words = wordsOfName(key);
  return own.every((word) => words.includes(word));
}

function amountIn(value: Exact | undefined): number | undefined {
  return isNumber(value) ? readAmount(numberText(value)) : undefined;
}
