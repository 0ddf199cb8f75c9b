// Reads a text as a date or time, in the forms that programs print, without guessing. Reads a form without a zone as
// UTC. Must not know any clock.

/** A date or time, as it was written. */
export interface DateMark {
  /** The first instant that it may mean, in epoch milliseconds. */
  at: number;
  /** The milliseconds after `at` that it may mean as well: 1000 where it is written to the second. */
  span: number;
  /** The day on its own calendar, counted from 1970-01-01. */
  day: number;
  /** The time of day on its own clock, "" for a date alone. */
  timeOfDay: string;
  /** Minutes east of UTC. */
  offset: number;
}

const MONTH =
  "(?<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)";
const WEEKDAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:day|sday|nesday|rsday|urday)?";
const CLOCK = "(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?)?";
const ZONE = "(?<zone>Z|UTC|GMT|[+-]\\d{2}:?\\d{2})";
/** What zones are west of UTC: no other time of day is one. */
const WEST = "(?:0[1-9]|1[01]):00|0[239]:30";
/** The end of `2026-12-01 09:00-10:30`, at most four hours later: where it may be a zone, it is night there. */
const RANGES = [
  `(?<= \\d{2}:\\d{2})-(?!${WEST})(?:[01]\\d|2[0-3]):[0-5]\\d`,
  ...Array.from({ length: 12 }, (_, hour) => {
    const [own, ...later] = [0, 1, 2, 3].map((more) => String(hour + more).padStart(2, "0"));
    return `(?<= ${own ?? ""}:\\d{2})-(?:${later.join("|")}):\\d{2}|(?<= ${own ?? ""}:[0-2]\\d)-${own ?? ""}:30`;
  }),
];
const RANGE = `(?:${RANGES.join("|")})(?![\\d:])`;
const HALF = "(?:[ \\u202f](?<half>[AP]M))?";

const FORMS = [
  // 2026-11-27, Fri 2026-11-27, 2026-11-27T22:39:29.123Z, 2026-11-27 22:39:29 +0000, 2026/11/27 22:39:29
  `(?:${WEEKDAY},? )?(?<year>\\d{4})(?<bar>[-/])(?<number>\\d{2})\\k<bar>(?<date>\\d{2})(?:[T ]${CLOCK}(?: ?(?!${RANGE})${ZONE})?)?`,
  // 2026-331T22:39Z, by the day of the year
  `(?<year>\\d{4})-(?<ofYear>\\d{3})T${CLOCK}${ZONE}?`,
  // 20261127T223929Z
  `(?<year>\\d{4})(?<number>\\d{2})(?<date>\\d{2})T(?<hour>\\d{2})(?<minute>\\d{2})(?<second>\\d{2})(?:\\.(?<fraction>\\d{1,9}))?${ZONE}?`,
  // 2026-11-27T22-39-29-123Z, as in names of files
  `(?<year>\\d{4})-(?<number>\\d{2})-(?<date>\\d{2})[T_](?<hour>\\d{2})-(?<minute>\\d{2})-(?<second>\\d{2})(?:[-.](?<fraction>\\d{3}))?${ZONE}?`,
  // Fri, 27 Nov 2026 22:39:29 GMT
  `(?:${WEEKDAY}, )?(?<date>\\d{1,2})[ -]${MONTH}[ -](?<year>\\d{4})(?:,? ${CLOCK}(?: ${ZONE})?)?`,
  // Fri Nov 27 2026 22:39:29 GMT+0000 (Coordinated Universal Time)
  `${WEEKDAY} ${MONTH} (?<date>\\d{1,2}) (?<year>\\d{4})(?: ${CLOCK}(?: GMT(?<zone>[+-]\\d{4})(?: \\([^()]{1,60}\\))?)?)?`,
  // Fri Nov 27 22:39:29 2026, Fri Nov 27 22:39:29 UTC 2026
  `${WEEKDAY} ${MONTH} {1,2}(?<date>\\d{1,2}) ${CLOCK} (?:${ZONE} )?(?<year>\\d{4})`,
  // November 27, 2026 at 10:39 PM
  `(?:${WEEKDAY}, )?${MONTH} (?<date>\\d{1,2}), (?<year>\\d{4})(?:(?:,| at) ${CLOCK}${HALF})?`,
  // 11/27/2026, 10:39:29 PM
  `(?<number>\\d{1,2})/(?<date>\\d{1,2})/(?<year>\\d{4})(?:,? ${CLOCK}${HALF})?`,
];

/** Matches a text that has the form of a date, with no letter or digit beside it. Without groups, to be built in. */
export const DATE_PATTERN = `(?=\\d{1,4}[-/ \\d]|[A-Z][a-z]{2})(?<![\\p{L}\\p{N}])(?:${FORMS.map(withoutNames).join("|")})(?:(?=${RANGE})|(?![\\p{L}\\p{N}]|[-/:]\\d))`;

const MAY_BE_DATE = /\d{4}[-/]\d{2}|\d{8}T|\d\/\d{4}|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*[- ]/;

/**
 * False for a text in which {@link DATE_PATTERN} matches nowhere, true for most others that have none, too. To compile
 * that pattern costs 30 ms, which a process whose texts have no dates saves.
 */
export function mayHoldDate(text: string): boolean {
  return MAY_BE_DATE.test(text);
}

// A place in a text ends with a letter or digit, so the bracket that closes the name of a zone is not in it.
const READERS = FORMS.map((form) => new RegExp(`^(?:${form.replace("{1,60}\\)", "{1,60}\\)?")})$`, "u"));
const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
export const DAY_MS = 86_400_000;

/** Reads a text that is only a date; undefined for any other, and for a day that does not exist. */
export function readDate(text: string): DateMark | undefined {
  if (text.length < 8 || text.length > 120) return undefined;
  for (const reader of READERS) {
    const groups = reader.exec(text)?.groups;
    if (groups !== undefined) return buildMark(groups);
  }
  return undefined;
}

function buildMark(groups: Readonly<Record<string, string | undefined>>): DateMark | undefined {
  const { year = "", month, number, date = "", ofYear, hour, minute = "0", second, fraction, zone, half } = groups;
  const monthNumber = month === undefined ? Number(number) : MONTHS.indexOf(month.slice(0, 3)) / 3 + 1;
  const day =
    ofYear === undefined
      ? dayNumber(Number(year), monthNumber, Number(date))
      : dayOfYearNumber(Number(year), Number(ofYear));
  if (day === undefined) return undefined;
  if (hour === undefined) return { at: day * DAY_MS, span: DAY_MS, day, timeOfDay: "", offset: 0 };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? "0") > 60) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "PM" ? 12 : 0);
  const millis = fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000 + 1e-6);
  const ofDay = ((hours * 60 + Number(minute)) * 60 + Number(second ?? "0")) * 1000 + millis;
  const offset = minutesEast(zone);
  return {
    at: day * DAY_MS + ofDay - offset * 60_000,
    span: second === undefined ? 60_000 : fraction === undefined ? 1000 : Math.max(1, 1000 / 10 ** fraction.length),
    day,
    timeOfDay: `${String(ofDay)} ${second === undefined ? "" : "s"}`,
    offset,
  };
}

/** Days from 1970-01-01 in the Gregorian calendar; undefined where there is no such day. */
export function dayNumber(year: number, month: number, date: number): number | undefined {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  if (length === undefined || date < 1 || date > length) return undefined;
  // Years that begin in March put the leap day last.
  const shifted = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + dayOfYear - 719_468;
}

function dayOfYearNumber(year: number, ofYear: number): number | undefined {
  const [first = 0, next = 0] = [year, year + 1].map((one) => dayNumber(one, 1, 1));
  return ofYear >= 1 && ofYear <= next - first ? first + ofYear - 1 : undefined;
}

function minutesEast(zone: string | undefined): number {
  const parts = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? "");
  if (parts === null) return 0;
  const minutes = Number(parts[2]) * 60 + Number(parts[3]);
  return parts[1] === "-" ? -minutes : minutes;
}

/** The bar of the first form is matched twice; all other groups lose their names. */
function withoutNames(form: string): string {
  if (!form.includes("(?<bar>")) return form.replaceAll(/\(\?<\w+>/g, "(?:");
  const bare = form.replaceAll(/\(\?<(?!bar)\w+>/g, "(?:");
  return ["-", "/"].map((bar) => bare.replace("(?<bar>[-/])", bar).replace("\\k<bar>", bar)).join("|");
}
