// Explains a whole number as the days, hours, minutes or seconds to or since an instant, by its values in the checks.
import { SLACK_MS } from "./time.js";
import { readTimes } from "./time-forms.js";
import type { Moment } from "./moment.js";

/**
 * Units in milliseconds, with the largest difference that one of them has between a recording and its checks, half a
 * year apart.
 */
const UNITS: readonly { ms: number; most: number }[] = [
  { ms: 86_400_000, most: 1200 },
  { ms: 3_600_000, most: 40_000 },
  { ms: 60_000, most: 2_400_000 },
  { ms: 1000, most: 100_000_000 },
];

/** A counter that goes up by one with each run looks like days on a clock that was moved day by day. */
const LEAST = 10;

/** True for a number that is plain digits: no fraction, no leading zero, no plus sign. */
export function isCount(text: string): boolean {
  return /^-?(?:0|[1-9]\d{0,8})$/.test(text);
}

/** Returns the unit and the direction in which a number moved, from its values in the recording and the checks. */
function unitOf(seen: readonly string[]): { ms: number; sign: 1 | -1 } | undefined {
  if (!seen.every(isCount)) return undefined;
  const steps = seen.slice(1).map((value) => Number(value) - Number(seen[0]));
  const widest = Math.max(...steps.map(Math.abs));
  const sign = steps.every((step) => step >= 0) ? 1 : steps.every((step) => step <= 0) ? -1 : undefined;
  const unit = UNITS.find(({ most }) => widest <= most);
  return unit === undefined || sign === undefined || widest < LEAST ? undefined : { ms: unit.ms, sign };
}

/** True where the number moved by as much as its call was made later, rounded either way. */
function follows(one: string, then: Moment, other: string, now: Moment, unit: { ms: number; sign: 1 | -1 }): boolean {
  const step = (Number(other) - Number(one)) * unit.sign;
  const slack = SLACK_MS + (then.callEnd - then.callStart) + (now.callEnd - now.callStart);
  const passed = now.callStart - then.callStart;
  return step >= Math.floor((passed - slack) / unit.ms) && step <= Math.ceil((passed + slack) / unit.ms);
}

/**
 * True where at least two checks at different distances have exactly the number that the clock gives for the recorded
 * one.
 */
export function isCountdown(seen: readonly string[], moments: readonly Moment[]): boolean {
  const unit = unitOf(seen);
  const [then, ...nows] = moments;
  if (unit === undefined || then === undefined || nows.length < 2 || nows.length !== seen.length - 1) return false;
  const units = nows.map((now) => Math.abs(now.callStart - then.callStart) / unit.ms);
  const isApart = Math.min(...units) >= 1 && Math.max(...units) - Math.min(...units) >= LEAST;
  return isApart && nows.every((now, at) => follows(seen[0] ?? "", then, seen[at + 1] ?? "", now, unit));
}

/** True for values that may count days or other units of a clock; an eight-digit date and a year do not. */
export function areCounts(seen: readonly string[]): boolean {
  const isDate = seen.some((value) => readTimes(value).some(({ kind }) => kind === "day"));
  return !isDate && unitOf(seen) !== undefined;
}

/** True where a live number is what the clock gives for the recorded one. */
export function isCountedOn(
  seen: readonly string[],
  recorded: string,
  then: Moment,
  live: string,
  now: Moment,
): boolean {
  const unit = unitOf(seen);
  return unit !== undefined && isCount(recorded) && isCount(live) && follows(recorded, then, live, now, unit);
}
