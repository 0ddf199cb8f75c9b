// Finds a time of day some while after, or before, one that varies: 10:30 from 09:30.
import { DAY_MS } from "../reading/dates.js";
import { dateOf, weekdayOf } from "./calendar.js";
import { daysNamed } from "./time.js";
import { readTimes, type TimeReading } from "./time-forms.js";

const STEP = 5 * 60_000;

/** True where a text is the same time of day in a different form, or one that may be calculated from the other. */
export function isLater(one: string, other: string): boolean {
  if (one === other) return false;
  const others = readTimes(other).flatMap(clockOf);
  return readTimes(one)
    .flatMap(clockOf)
    .some((clock) =>
      others.some((there) => {
        const apart = Math.abs(clock.at - there.at);
        // A time to the second records an event; people calculate with times to the minute.
        const step = there.span < 60_000 ? 60 * 60_000 : STEP;
        return apart % step === 0;
      }),
    );
}

/** True for the weekday or the month, written out, of a day that varies. */
export function isPartOfDay(one: string, other: string): boolean {
  if (!/^\p{L}{4,}$/u.test(one)) return false;
  const days = daysNamed(other);
  return readTimes(one).some((reading) =>
    days.some((day) => {
      if (reading.kind === "weekday") return weekdayOf(day) === reading.weekday;
      return reading.kind === "month" && dateOf(day).month === reading.month;
    }),
  );
}

/** Returns the time of day that a reading says. */
export function clockOf(reading: TimeReading): { at: number; span: number }[] {
  if (reading.kind === "clock") return [reading];
  if (reading.kind !== "instant") return [];
  const local = reading.at + reading.offset * 60_000;
  return [{ at: ((local % DAY_MS) + DAY_MS) % DAY_MS, span: reading.span }];
}
