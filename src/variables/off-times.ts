// Explains a time that lies another span from its call in each run: seen 12 seconds ago, arriving in 47 minutes.
import { haveSameForm } from "../reading/date-form.js";
import { DAY_MS } from "../reading/dates.js";
import { dayOf } from "./calendar.js";
import { greatestOf, leastOf } from "./extremes.js";
import type { Moment } from "./moment.js";
import { clocksOf, isEpoch, isFineTime, SLACK_MS, type Timed } from "./time.js";
import { readMoment, readTimes } from "./time-forms.js";

/** How far a time lay from its call in all runs, in milliseconds; negative before it. */
export interface TimeOff {
  from: number;
  to: number;
  /** On which day it was, counted from that of the call, where that was the same other day in all runs, or where only the day says it. */
  days?: number;
}

const RUNS = 3;
const HOUR_MS = 3_600_000;
/** What is farther away is no part of what the call measured. */
const FARTHEST = 7 * DAY_MS;
/** The rows of a list together say how far they may lie. */
const FARTHEST_OF_COLUMN = 400 * DAY_MS;
/** How much the spans may differ, unless the least of them is longer. */
const WIDEST = DAY_MS;
/** How many times its range a span may be outside of it, and how many times one of more than an hour. */
const WIDE = 10;
const WIDE_OF_HOURS = 2;
/** A time of day of an agenda is a multiple of one of these. Full hours in all runs may be an accident. */
const STEPS = [300_000, 60_000];

/** True for a time that no two events have by chance: it is known to the millisecond, or it is the number of one that was not now. */
export function isOneEvent(text: string, off: TimeOff | undefined): boolean {
  return isFineTime(text) || (off !== undefined && isEpoch(text));
}

function momentIn(text: string): ReturnType<typeof readMoment> {
  const read = readMoment(text);
  return read === undefined || read.span > 60_000 ? undefined : read;
}

/** A day without a time of day. */
function dayIn(text: string): number | undefined {
  const [reading, other] = readTimes(text);
  return reading?.kind === "day" && other === undefined ? reading.day : undefined;
}

/** A time of day without a day, to the second or the minute. */
function clockIn(text: string): number | undefined {
  const [reading, other] = readTimes(text);
  return reading?.kind === "clock" && other === undefined ? reading.at : undefined;
}

/** The span by the clock that is nearer, and the day. A time of day is that of the day on which it is nearer. */
function spanOf(timed: Timed): { off: number; days: number[] } | undefined {
  const [read, day] = [momentIn(timed.text), dayIn(timed.text)];
  if (day !== undefined) return spanToDay(day, timed);
  if (read === undefined) return spanToClock(timed);
  if (read.isLocal === true) return undefined;
  const offs = clocksOf(timed).map(({ moment }) => {
    const days = [moment.callStart, moment.callEnd].map(
      (call) => dayOf(read.at, read.offset) - dayOf(call, read.offset),
    );
    return { off: read.at - moment.callStart, days };
  });
  return offs.toSorted((one, other) => Math.abs(one.off) - Math.abs(other.off))[0];
}

function spanToClock({ text, moment: { callStart } }: Timed): { off: number; days: number[] } | undefined {
  const at = clockIn(text);
  if (at === undefined) return undefined;
  const ahead = (((at - callStart) % DAY_MS) + DAY_MS) % DAY_MS;
  return { off: ahead < DAY_MS / 2 ? ahead : ahead - DAY_MS, days: [] };
}

/** A day without a time, by the day of the call in UTC. */
function spanToDay(day: number, { moment: { callStart } }: Timed): { off: number; days: number[] } {
  const days = day - dayOf(callStart, 0);
  return { off: days * DAY_MS, days: [days] };
}

/** True for a time of day without a day. */
export function isTimeOfDay(text: string): boolean {
  return clockIn(text) !== undefined;
}

/** How far a time lies from its call, in milliseconds, and how exactly it says so. */
export function spanFromCall(timed: Timed): { off: number; span: number } | undefined {
  const off = spanOf(timed)?.off;
  const span = readTimes(timed.text).find((reading) => reading.kind === "instant" || reading.kind === "clock")?.span;
  return off === undefined || span === undefined ? undefined : { off, span };
}

/** Returns how far the times lay from their calls; undefined where that says nothing. */
export function timeOff(seen: readonly string[], moments: readonly Moment[]): TimeOff | undefined {
  const [first = ""] = seen;
  // A day alone says no span that another day would not.
  if (seen.length < RUNS || dayIn(first) !== undefined) return undefined;
  const off = offOf(seen, moments) ?? offOfDay([{ seen, moments }]);
  if (off === undefined || isOfDay(off)) return off;
  const { from, to } = off;
  const isOne =
    Math.max(-from, to) <= FARTHEST && to - from <= Math.max(WIDEST, 2 * Math.min(Math.abs(from), Math.abs(to)));
  return isOne ? off : undefined;
}

/** The same of all rows of a column. */
export function offOfColumn(
  rows: readonly { seen: readonly string[]; moments: readonly Moment[] }[],
): TimeOff | undefined {
  if (rows.some(({ seen, moments }) => seen.length < RUNS || moments.length < seen.length)) return undefined;
  const ofDay = offOfDay(rows);
  if (ofDay !== undefined) return ofDay;
  const off = offOf(
    rows.flatMap(({ seen }) => seen),
    rows.flatMap(({ seen, moments }) => moments.slice(0, seen.length)),
  );
  return off !== undefined && Math.max(-off.from, off.to) <= FARTHEST_OF_COLUMN ? off : undefined;
}

/** Undefined where the times lay on both sides of their calls. */
function offOf(seen: readonly string[], moments: readonly Moment[]): TimeOff | undefined {
  const [first = ""] = seen;
  if (moments.length < seen.length || !seen.every((text) => haveSameForm(first, text))) return undefined;
  const spans = seen.flatMap((text, run) => {
    const moment = moments[run];
    return moment === undefined ? [] : (spanOf({ text, moment }) ?? []);
  });
  if (spans.length < seen.length) return undefined;
  const offs = spans.map(({ off }) => off);
  const [from, to] = [leastOf(offs), greatestOf(offs)];
  if (from < -SLACK_MS && to > SLACK_MS) return undefined;
  const days = spans[0]?.days.find((day) => spans.every((span) => span.days.includes(day)));
  return { from, to, ...(days !== undefined && days !== 0 && { days }) };
}

/** True for what lies on a day, before or after the call: the sunset of today. */
function isOfDay({ from, to }: TimeOff): boolean {
  return from < -SLACK_MS && to > SLACK_MS;
}

/**
 * Times of one day, counted from that of their calls, before a call in one run and after it in another. A time without a
 * zone is read in UTC.
 */
function offOfDay(rows: readonly { seen: readonly string[]; moments: readonly Moment[] }[]): TimeOff | undefined {
  const [first = ""] = rows[0]?.seen ?? [];
  const spans = rows.flatMap(({ seen, moments }) =>
    seen.flatMap((text, run) => {
      const moment = moments[run];
      return moment === undefined || !haveSameForm(first, text) ? [] : (spanInDay({ text, moment }) ?? []);
    }),
  );
  if (spans.length === 0 || spans.length < rows.flatMap(({ seen }) => seen).length) return undefined;
  const days = spans[0]?.days.find((day) => spans.every((span) => span.days.includes(day)));
  const offs = spans.map(({ off }) => off);
  const off = { from: leastOf(offs), to: greatestOf(offs), days: days ?? 0 };
  return days === undefined || !isOfDay(off) ? undefined : off;
}

function spanInDay({ text, moment }: Timed): { off: number; days: number[] } | undefined {
  const read = momentIn(text);
  if (read === undefined) return undefined;
  const days = [moment.callStart, moment.callEnd].map((call) => dayOf(read.at, read.offset) - dayOf(call, read.offset));
  return { off: read.at - moment.callStart, days };
}

/** The sun, and what else follows it, comes so much earlier or later from day to day. */
const DRIFT = { once: 10 * 60_000, daily: 6 * 60_000 };

interface OfDay {
  day: number;
  clock: number;
}

/** A time by the day and the hour of its own zone. */
function readInDay(text: string): OfDay | undefined {
  const read = momentIn(text);
  if (read === undefined) return undefined;
  const local = read.at + read.offset * 60_000;
  return { day: dayOf(local), clock: ((local % DAY_MS) + DAY_MS) % DAY_MS };
}

function isNearInDay(one: OfDay, other: OfDay): boolean {
  return Math.abs(one.clock - other.clock) <= DRIFT.once + DRIFT.daily * Math.abs(one.day - other.day);
}

/** True for a time of the same day of its call that is near that of the nearest day that was seen, or, where it is no such time, among all. */
function isInDay(off: TimeOff, seen: readonly string[], live: Timed): boolean {
  const isOnDay = clocksOf(live).some((one) => spanInDay(one)?.days.includes(off.days ?? 0) === true);
  const now = readInDay(live.text);
  const all = seen.flatMap((text) => readInDay(text) ?? []);
  if (!isOnDay || now === undefined || all.length < seen.length) return false;
  // What half a year ago says nothing of today.
  const apart = (one: OfDay): number => Math.abs(one.day - now.day);
  if (isDaily(seen)) return all.some((one) => apart(one) === leastOf(all.map(apart)) && isNearInDay(one, now));
  const clocks = all.map(({ clock }) => clock);
  const [from, to] = [leastOf(clocks), greatestOf(clocks)];
  return now.clock >= from - (to - from) && now.clock <= to + (to - from);
}

/** True for what came at the same time of the next day but for some minutes: the sunset, read in three evenings. */
function isDaily(seen: readonly string[]): boolean {
  const [first, next] = seen.map(readInDay);
  return first !== undefined && next !== undefined && next.day - first.day === 1 && isNearInDay(first, next);
}

/** True where a live time is as far from its call as those of the runs, about. */
export function isAsFar(off: TimeOff, seen: readonly string[], live: Timed): boolean {
  const [first = ""] = seen;
  if (!haveSameForm(first, live.text)) return false;
  if (isOfDay(off) || isDaily(seen)) {
    const isIn = isInDay(off, seen, live);
    if (isIn || isOfDay(off)) return isIn;
  }
  const span = spanOf(live);
  if (span === undefined) return false;
  if (off.days !== undefined && !span.days.includes(off.days)) return false;
  const step = stepOf(seen);
  if (step !== undefined && (momentIn(live.text)?.at ?? 1) % step !== 0) return false;
  return isNear(off, span.off);
}

function isNear({ from, to }: TimeOff, off: number): boolean {
  if (off >= from && off <= to) return true;
  if ((from >= -SLACK_MS && off < -SLACK_MS) || (to <= SLACK_MS && off > SLACK_MS)) return false;
  const distance = off > to ? off - to : from - off;
  const [small, large] = [Math.min(Math.abs(from), Math.abs(to)), Math.max(Math.abs(from), Math.abs(to))];
  const isAnother = Math.abs(off) > 2 * large || Math.abs(off) * 2 < small;
  const range = to - from;
  return !(isAnother && distance > Math.max(WIDE * Math.min(range, HOUR_MS), WIDE_OF_HOURS * range));
}

/** What all times are multiples of. */
function stepOf(seen: readonly string[]): number | undefined {
  return STEPS.find((step) => seen.every((text) => (momentIn(text)?.at ?? 1) % step === 0));
}
