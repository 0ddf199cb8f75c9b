// Two dates and the calls that they came from in; whether the clock alone explains their difference out.
import { DAY_MS, type DateMark } from "./dates.js";

/** When a call was made, in epoch milliseconds. Not a number where a trace does not say: then no clock explains anything. */
export interface Moment {
  runStart: number;
  callStart: number;
  callEnd: number;
}

/** What clocks, rounding and the way of a request may add. */
const SLACK_MS = 1500;
/** From here on a date is a day, and how far it is from a call says nothing. */
const COARSE_MS = 3_600_000;

/**
 * True where both dates lie within their own run, or equally far from their calls,
 * or equally many days off at the same time of day.
 */
export function isClockDifference(recorded: DateMark, live: DateMark, then: Moment, now: Moment): boolean {
  if (recorded.timeOfDay === "" ? live.timeOfDay !== "" : live.timeOfDay === "") return false;
  return (
    (isWithin(recorded, then) && isWithin(live, now)) ||
    areEquallyFar(recorded, live, then, now) ||
    areEquallyManyDaysOff(recorded, live, then, now)
  );
}

/** True where a date can be a reading of the clock between the start of the run and the end of the call. */
export function isWithin(date: DateMark, { runStart, callEnd }: Moment): boolean {
  return date.at + date.span > runStart - SLACK_MS && date.at <= callEnd + (date.span < DAY_MS ? SLACK_MS : 0);
}

function areEquallyFar(recorded: DateMark, live: DateMark, then: Moment, now: Moment): boolean {
  if (Math.max(recorded.span, live.span) >= COARSE_MS) return false;
  const [low, high] = distance(recorded, then);
  const [liveLow, liveHigh] = distance(live, now);
  return low <= liveHigh + SLACK_MS && liveLow <= high + SLACK_MS;
}

/** The least and the most that lies between the server's look at its clock and the date. */
function distance(date: DateMark, { callStart, callEnd }: Moment): [number, number] {
  return [date.at - callEnd, date.at + date.span - callStart];
}

function areEquallyManyDaysOff(recorded: DateMark, live: DateMark, then: Moment, now: Moment): boolean {
  if (recorded.timeOfDay !== live.timeOfDay || recorded.offset !== live.offset) return false;
  const off = daysOff(recorded, then);
  return daysOff(live, now).some((days) => off.includes(days));
}

/** One number, or two where midnight passed during the call. */
function daysOff(date: DateMark, { callStart, callEnd }: Moment): number[] {
  return [callStart, callEnd].map((at) => date.day - Math.floor((at + date.offset * 60_000) / DAY_MS));
}

/** Numbers of a second, as programs print the time: seconds, milliseconds, microseconds, nanoseconds. */
const EPOCH_UNITS = [1000, 1, 1e-3, 1e-6];
const YEAR_MS = 366 * DAY_MS;

/** What two numbers are to the clock: no times, times that it explains, or times that it does not explain. */
export type EpochDifference = "no-time" | "clock" | "other-time";

/**
 * Digits are a time only where both lie within their own run.
 * With `listed` (the place is known to differ by itself) a number within a year of its call is held for a time, too,
 * and is then judged as one: an expiry that moved by an hour is no random number.
 */
export function compareEpochs(
  recorded: string,
  live: string,
  then: Moment,
  now: Moment,
  listed: boolean,
): EpochDifference {
  for (const unit of EPOCH_UNITS) {
    const before = epochMark(recorded, unit);
    const after = epochMark(live, unit);
    if (before === undefined) continue;
    if (after !== undefined && isWithin(before, then) && isWithin(after, now)) return "clock";
    if (!listed || Math.abs(before.at - then.callStart) > YEAR_MS) continue;
    return after !== undefined && areEquallyFar(before, after, then, now) ? "clock" : "other-time";
  }
  return "no-time";
}

function epochMark(digits: string, unit: number): DateMark | undefined {
  if (!/^\d{9,19}(?:\.\d{1,9})?$/.test(digits)) return undefined;
  const at = Number(digits) * unit;
  const span = digits.includes(".") ? 1 : Math.max(1, unit);
  return { at, span, day: Math.floor(at / DAY_MS), timeOfDay: "epoch", offset: 0 };
}
