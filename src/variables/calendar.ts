// Counts days of the Gregorian calendar. Must not know any clock.
import { DAY_MS } from "../reading/dates.js";

/** Returns the day number of an instant, from 1970-01-01; `offset` in minutes east of UTC. */
export function dayOf(instant: number, offset = 0): number {
  return Math.floor((instant + offset * 60_000) / DAY_MS);
}

/** 0 for a Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Returns year, month and date of a day number. */
export function dateOf(day: number): { year: number; month: number; date: number } {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const dayOfYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const date = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, date };
}
