// Decides whether the clock explains a recorded and a live time, from the moments of their calls.
import type { Moment } from "./moment.js";
import { DAY_MS } from "../reading/dates.js";
import { dateOf, dayOf, weekdayOf } from "./calendar.js";
import { haveSameForm } from "../reading/date-form.js";
import { readTimes, type TimeReading } from "./time-forms.js";
import { crossesSummerTime, type WallTime } from "./zones.js";

/** A recorded or live value and the moment of its call. */
export interface Timed {
  text: string;
  moment: Moment;
}

/** What clocks, rounding and the duration of a request may add to a length of time. */
export const SLACK_MS = 1500;

/** True for a text that says its time to the millisecond: two equal ones are the same event. */
export function isFineTime(text: string): boolean {
  return readTimes(text).some((reading) => reading.kind === "instant" && reading.span <= 1);
}

/** True for a text whose only readings are dates and times with a day: it cannot be a count or a word. */
export function isFullDate(text: string): boolean {
  const readings = readTimes(text);
  return readings.length > 0 && readings.every(({ kind, form }) => isDated(kind) && !/^epoch|^compact/.test(form));
}

/** True for digits that may be a number of seconds, or of parts of one, since 1970, and a date in no other form. */
export function isEpoch(text: string): boolean {
  const readings = readTimes(text);
  return readings.length > 0 && readings.every(({ form }) => form.startsWith("epoch"));
}

function isDated(kind: TimeReading["kind"]): boolean {
  return kind === "instant" || kind === "day";
}

/** Returns the days that a text may name. */
export function daysNamed(text: string): number[] {
  return readTimes(text).flatMap((reading) =>
    reading.kind === "day" ? [reading.day] : reading.kind === "instant" ? [dayOf(reading.at, reading.offset)] : [],
  );
}

/**
 * Returns the forms in which the clock explains all texts as times: in their own runs, or equally far from their calls.
 */
export function explainingForms(recorded: Timed, lives: readonly Timed[]): string[] {
  return readTimes(recorded.text).flatMap((reading) =>
    lives.every((live) => clocksOf(live).some((one) => fitsReading(recorded, reading, one))) ? [reading.form] : [],
  );
}

/** Returns the value by the server's clock and, where that was moved, by the machine's. */
export function clocksOf({ text, moment }: Timed): Timed[] {
  const { ahead = 0, runStart, callStart, callEnd } = moment;
  if (ahead === 0) return [{ text, moment }];
  const machine = { runStart: runStart - ahead, callStart: callStart - ahead, callEnd: callEnd - ahead };
  return [
    { text, moment },
    { text, moment: machine },
  ];
}

/** True where the clock explains a live value in a form of the recorded one. */
export function clockExplains(recorded: Timed, live: Timed): boolean {
  return explainingForms(recorded, [live]).length > 0;
}

/**
 * True where the text is the time of the server's own clock: a date that only the machine's clock says may be a
 * constant.
 */
export function isNow({ text, moment }: Timed): boolean {
  return readTimes(text).some((reading) => isOfRun(reading, moment));
}

function fitsReading(recorded: Timed, reading: TimeReading, live: Timed): boolean {
  return readTimes(live.text).some(
    (other) =>
      other.form === reading.form &&
      areWrittenAlike(reading, recorded.text, live.text) &&
      ((isOfRun(reading, recorded.moment) && isOfRun(other, live.moment)) ||
        areEquallyFar(reading, recorded.moment, other, live.moment)),
  );
}

/** So many decimals are all zero, and left out, once in a thousand times. */
const FRACTION = /\.\d{3}/;

function areWrittenAlike({ kind, form }: TimeReading, one: string, other: string): boolean {
  if (!isDated(kind) || form.startsWith("compact")) return true;
  if (!form.startsWith("epoch")) return haveSameForm(one, other);
  return one.includes(".") === other.includes(".") || ![one, other].some((text) => FRACTION.test(text));
}

/** True for a reading between the start of the run and the end of the call. */
function isOfRun(reading: TimeReading, { runStart, callEnd }: Moment): boolean {
  const from = runStart - SLACK_MS;
  const to = callEnd + SLACK_MS;
  const days = [dayOf(from), dayOf(to)];
  switch (reading.kind) {
    case "instant":
      return reading.at + reading.span > from && reading.at <= to;
    case "day":
      return days.includes(reading.day);
    case "weekday":
      return days.some((day) => weekdayOf(day) === reading.weekday);
    case "date":
      return days.some((day) => dateOf(day).month === reading.month && dateOf(day).date === reading.date);
    case "month":
      return days.some(
        (day) => dateOf(day).month === reading.month && (reading.year ?? dateOf(day).year) === dateOf(day).year,
      );
    case "quarter":
      return days.some((day) => quarterOf(day) === reading.quarter);
    case "year":
      return days.some((day) => dateOf(day).year === reading.year);
    case "clock":
      return isBetween(reading.at, reading.span, from, to);
    case "ago":
      return Math.abs(reading.before) < reading.span;
  }
}

/** True where a time of day is in a window, past midnight too. */
function isBetween(at: number, span: number, from: number, to: number): boolean {
  const start = ((from % DAY_MS) + DAY_MS) % DAY_MS;
  const length = to - from;
  return [at, at + DAY_MS].some((time) => time + span > start && time <= start + length);
}

function areEquallyFar(one: TimeReading, then: Moment, other: TimeReading, now: Moment): boolean {
  const runLength = then.callEnd - then.runStart + (now.callEnd - now.runStart) + 2 * SLACK_MS;
  if (one.kind === "instant" && other.kind === "instant") {
    if (one.offset !== other.offset) return false;
    if (!isClockNow(one, then) && (isAtSameHour(one, then, other, now) || isSameStep(one, then, other, now)))
      return true;
    const span = Math.max(one.span, other.span);
    if (one.isLocal === true && other.isLocal === true && crossesSummerTime(wallOf(one, then), wallOf(other, now)))
      return true;
    return Math.abs(one.at - then.callStart - (other.at - now.callStart)) <= span + runLength;
  }
  if (one.kind === "clock" && other.kind === "clock") {
    // The clock of another zone, or a time that far from the call.
    const turned = (one.at - then.callStart - (other.at - now.callStart)) % DAY_MS;
    const apart = Math.min(Math.abs(turned), DAY_MS - Math.abs(turned));
    if (apart <= Math.max(one.span, other.span) + runLength) return true;
    if (!isOfRun(one, then) && isSameStep(one, then, other, now)) return true;
    return crossesSummerTime(wallOf(one, then), wallOf(other, now));
  }
  if (one.kind === "day" && other.kind === "day") return shares(daysOff(one.day, then), daysOff(other.day, now));
  if (one.kind === "weekday" && other.kind === "weekday") {
    return shares(weekdaysOff(one.weekday, then), weekdaysOff(other.weekday, now));
  }
  if (one.kind === "date" && other.kind === "date") {
    return shares(nearestDaysOff(one, then), nearestDaysOff(other, now));
  }
  if (one.kind === "month" && other.kind === "month") {
    if ((one.year === undefined) !== (other.year === undefined)) return false;
    return shares(monthsOff(one, then), monthsOff(other, now));
  }
  if (one.kind === "quarter" && other.kind === "quarter")
    return shares(quartersOff(one.quarter, then), quartersOff(other.quarter, now));
  if (one.kind === "year" && other.kind === "year") return shares(yearsOff(one.year, then), yearsOff(other.year, now));
  if (one.kind === "ago" && other.kind === "ago") {
    // The same instant of the past, seen from two calls.
    const distance = Math.abs(then.callStart - one.before - (now.callStart - other.before));
    return distance <= Math.max(one.span, other.span) + runLength;
  }
  return false;
}

type Instant = TimeReading & { kind: "instant" };

const ROUND_MS = 300_000;

/**
 * Tomorrow at nine: the same number of days away at the same round time of day, whenever the call was made that day: a day
 * of the zone that is written, or of UTC, by which many servers reckon days.
 */
function isAtSameHour(one: Instant, then: Moment, other: Instant, now: Moment): boolean {
  const { offset } = one;
  if (one.at % ROUND_MS !== 0 || (one.at - other.at) % DAY_MS !== 0) return false;
  const off = ({ at }: Instant, { callStart, callEnd }: Moment, zone: number): number[] =>
    [callStart, callEnd].map((call) => dayOf(at, offset) - dayOf(call, zone));
  return [offset, 0].some((zone) => shares(off(one, then, zone), off(other, now, zone)));
}

const QUARTER_MS = 900_000;
/** Events begin at full hours and quarters. */
const STEPS_MS = [4 * QUARTER_MS, 2 * QUARTER_MS, QUARTER_MS];

interface OfDay {
  at: number;
  span: number;
  offset?: number;
}

/** The next full hour, or the fifth quarter from now: as many full hours or quarters away, whatever the minute of the call. */
function isSameStep(one: OfDay, then: Moment, other: OfDay, now: Moment): boolean {
  const offset = (one.offset ?? 0) * 60_000;
  // Each fifteenth minute is a full quarter.
  const steps = STEPS_MS.filter((step) => one.span < 60_000 || step === 4 * QUARTER_MS);
  return steps.some((step) => {
    if ((one.at + offset) % step !== 0 || (other.at + offset) % step !== 0) return false;
    const off = ({ at }: OfDay, { callStart, callEnd }: Moment): number[] =>
      [callStart, callEnd].map((call) => {
        const steps = (at + offset) / step - Math.floor((call + offset) / step);
        return one.offset === undefined ? ((steps % (DAY_MS / step)) + DAY_MS / step) % (DAY_MS / step) : steps;
      });
    return shares(off(one, then), off(other, now));
  });
}

/** True for the time of the call, in UTC or today in a zone that is some quarters of an hour off. */
function isClockNow(reading: Instant, moment: Moment): boolean {
  if (isOfRun(reading, moment)) return true;
  const apart = reading.at - moment.callStart;
  if (reading.isLocal !== true || dayOf(reading.at) !== dayOf(moment.callStart)) return false;
  const quarters = Math.round(apart / QUARTER_MS) * QUARTER_MS;
  return isOfRun({ ...reading, at: reading.at - quarters }, moment);
}

function wallOf(reading: TimeReading & { kind: "instant" | "clock" }, moment: Moment): WallTime {
  const move = (moved: number): number =>
    reading.kind === "instant" ? reading.at + moved : (((reading.at + moved) % DAY_MS) + DAY_MS) % DAY_MS;
  return { at: reading.at, moment, isNow: (moved) => isOfRun({ ...reading, at: move(moved) }, moment) };
}

function shares(one: readonly number[], other: readonly number[]): boolean {
  return one.some((value) => other.includes(value));
}

/** One number, or two where midnight passed during the call. */
function daysOff(day: number, { callStart, callEnd }: Moment): number[] {
  return [day - dayOf(callStart), day - dayOf(callEnd)];
}

function weekdaysOff(weekday: number, { callStart, callEnd }: Moment): number[] {
  return [callStart, callEnd].map((at) => (((weekday - weekdayOf(dayOf(at))) % 7) + 7) % 7);
}

function nearestDaysOff({ month, date }: { month: number; date: number }, moment: Moment): number[] {
  return [moment.callStart, moment.callEnd].map((at) => {
    const today = dayOf(at);
    let best = Number.POSITIVE_INFINITY;
    for (let off = -200; off <= 200; off++) {
      const there = dateOf(today + off);
      if (there.month === month && there.date === date && Math.abs(off) < Math.abs(best)) best = off;
    }
    return best;
  });
}

function monthsOff({ year, month }: { year?: number; month: number }, { callStart, callEnd }: Moment): number[] {
  return [callStart, callEnd].map((at) => {
    const today = dateOf(dayOf(at));
    return year === undefined
      ? (((month - today.month) % 12) + 12) % 12
      : (year - today.year) * 12 + month - today.month;
  });
}

function quarterOf(day: number): number {
  return Math.floor((dateOf(day).month - 1) / 3) + 1;
}

function quartersOff(quarter: number, { callStart, callEnd }: Moment): number[] {
  return [callStart, callEnd].map((at) => (quarter - quarterOf(dayOf(at)) + 4) % 4);
}

function yearsOff(year: number, { callStart, callEnd }: Moment): number[] {
  return [callStart, callEnd].map((at) => year - dateOf(dayOf(at)).year);
}
