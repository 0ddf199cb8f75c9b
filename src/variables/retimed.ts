// Finds an argument that is a variable's time in a different form: 29.11.2026 for 2026-11-29, or an epoch.
import { DAY_MS } from "../reading/dates.js";
import { dateOf, dayOf } from "./calendar.js";
import { readTimes, type TimeReading } from "./time-forms.js";

/** True where two different texts say the same time, as precisely as the coarser one. */
export function isSameTime(one: string, other: string): boolean {
  if (one === other) return false;
  const others = readTimes(other);
  return readTimes(one).some((reading) => others.some((there) => meets(reading, there) || meets(there, reading)));
}

/** True where two texts that differ are the same day, and neither has a time of day. */
export function isSameDay(one: string, other: string): boolean {
  if (one === other) return false;
  const others = readTimes(other);
  return readTimes(one).some(
    (reading) => reading.kind === "day" && others.some((there) => there.kind === "day" && reading.day === there.day),
  );
}

function meets(one: TimeReading, other: TimeReading): boolean {
  if (one.kind === "instant" && other.kind === "instant") {
    return Math.abs(one.at - other.at) < Math.max(one.span, other.span, 1);
  }
  if (one.kind === "day") {
    if (other.kind === "day") return one.day === other.day;
    return other.kind === "instant" && one.day === dayOf(other.at, other.offset);
  }
  if (one.kind === "date" && (other.kind === "day" || other.kind === "instant")) {
    const day = other.kind === "day" ? other.day : dayOf(other.at, other.offset);
    const { month, date } = dateOf(day);
    return one.month === month && one.date === date;
  }
  if (one.kind === "clock" && other.kind === "instant") {
    const local = other.at + other.offset * 60_000;
    const ofDay = ((local % DAY_MS) + DAY_MS) % DAY_MS;
    return Math.abs(one.at - ofDay) < Math.max(one.span, other.span);
  }
  return false;
}
