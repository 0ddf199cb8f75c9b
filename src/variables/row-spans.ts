// Finds what says in each row of a list how far a time lies from its call: `15:36 Line 12 (in 5 min)`.
import { greatestOf, leastOf } from "./extremes.js";
import type { Moment } from "./moment.js";
import { spanFromCall } from "./off-times.js";
import { readQuantity } from "./quantity.js";
import type { RowSample } from "./row-samples.js";
import { SLACK_MS, type Timed } from "./time.js";

/** So many different lengths agree with their times by no chance. */
const FEWEST = 3;

/** Returns the column of lengths that said it in every row of all runs. */
export function columnOfSpans(
  times: readonly RowSample[],
  moments: readonly Moment[],
  columns: ReadonlyMap<string, readonly RowSample[]>,
): string | undefined {
  return [...columns].find(([, samples]) => {
    const beside = new Map(samples.map(({ run, row, text }) => [`${String(run)} ${String(row)}`, text]));
    const pairs = times.flatMap(({ run, row, text }) => {
      const [length, moment] = [beside.get(`${String(run)} ${String(row)}`), moments[run]];
      return length === undefined || moment === undefined ? [] : [{ time: { text, moment }, length }];
    });
    return pairs.length === times.length && pairs.every(({ time, length }) => isSpan(length, time)) && areMany(pairs);
  })?.[0];
}

/** True where a length of time is, rounded, how far a time lies from its call. */
export function isSpan(length: string, time: Timed): boolean {
  const [amount, found] = [lengthOf(length), spanFromCall(time)];
  if (amount === undefined || found === undefined) return false;
  return Math.abs(Math.abs(found.off) - amount) <= found.span + unitOf(length) + SLACK_MS;
}

function areMany(pairs: readonly { time: Timed; length: string }[]): boolean {
  const amounts = new Set(pairs.map(({ length }) => lengthOf(length) ?? 0));
  const exact = greatestOf(pairs.map(({ time, length }) => (spanFromCall(time)?.span ?? 0) + unitOf(length)));
  return amounts.size >= FEWEST && greatestOf(amounts) - leastOf(amounts) >= 2 * exact;
}

function lengthOf(text: string): number | undefined {
  const quantity = readQuantity(text);
  return quantity?.dimension === "time" ? quantity.amount : undefined;
}

/** One of its least unit, in milliseconds. */
function unitOf(length: string): number {
  return readQuantity(`1 ${/\p{L}+$/u.exec(length)?.[0] ?? "s"}`)?.amount ?? 1000;
}
