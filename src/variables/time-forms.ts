// Reads a text as a time, in every form that programs print, absolute or relative. Must not know any clock.
import { NAMED_DATE, readNamedDates } from "../reading/named-dates.js";
import { DATE_PATTERN, DAY_MS, dayNumber, readDate } from "../reading/dates.js";
import { weekdayOf } from "./calendar.js";

/** What a text says about a time. A text may have several readings: 03/04/2027 has two. */
export type TimeReading =
  /** An instant, known to `span` milliseconds; a day has no time of day. `isLocal`: without a zone, read as UTC. */
  | { form: string; kind: "instant"; at: number; span: number; offset: number; isLocal?: true }
  | { form: string; kind: "day"; day: number }
  /** 0 for a Sunday. */
  | { form: string; kind: "weekday"; weekday: number }
  | { form: string; kind: "date"; month: number; date: number }
  | { form: string; kind: "month"; year?: number; month: number }
  /** From 1. */
  | { form: string; kind: "quarter"; quarter: number }
  | { form: string; kind: "year"; year: number }
  /** A time of day, in milliseconds, known to `span`. */
  | { form: string; kind: "clock"; at: number; span: number }
  /** This long before the call, known to `span`; negative for the future. */
  | { form: string; kind: "ago"; before: number; span: number };

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)";
const WEEKDAYS = "sun mon tue wed thu fri sat".split(" ");
const WEEKDAY = "(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?";
const CLOCK = "(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?:[ \\u202f]?([AaPp][Mm]))?";
const UNITS: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30.5 * DAY_MS,
  year: 365.25 * DAY_MS,
};
const UNIT = `(${Object.keys(UNITS).join("|")})s?`;

const EUROPEAN = new RegExp(`^(\\d{1,2})([./])(\\d{1,2})\\2(\\d{4})(?:,? ${CLOCK})?$`);
const ACCESS_LOG = new RegExp(`^(\\d{2})/(${MONTH})/(20\\d{2}):(\\d{2}):(\\d{2}):(\\d{2}) ([+-])(\\d{2})(\\d{2})$`);
const COMPACT = /^(20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const WEEKDAY_ONLY = new RegExp(`^${WEEKDAY}$`, "i");
const DATE_ONLY = new RegExp(`^(?:${WEEKDAY},? )?(?:(${MONTH}) {1,2}(\\d{1,2})|(\\d{1,2})\\.? (${MONTH}))$`);
const MONTH_ONLY = new RegExp(`^(${MONTH})(?: (\\d{4}))?$`);
const CLOCK_ONLY = new RegExp(`^${CLOCK}$`);
const AGO = new RegExp(`^(?:(\\d{1,4}|an?) ${UNIT} ago|in (-?\\d{1,4}|an?) ${UNIT})$`);

/** Match a time of several tokens at a position of a text: sticky, and never longer than a date is. */
export const TIME_SHAPES: readonly RegExp[] = [
  new RegExp(DATE_PATTERN, "uy"),
  // 28/Nov/2026:18:34:39 +0000, as in the logs of web servers
  new RegExp(`\\d{2}/${MONTH}/20\\d{2}:\\d{2}:\\d{2}:\\d{2} [+-]\\d{4}(?![\\p{L}\\p{N}])`, "uy"),
  new RegExp(`\\d{1,2}([./])\\d{1,2}\\1\\d{4}(?:,? ${CLOCK})?(?![\\p{L}\\p{N}])`, "uy"),
  NAMED_DATE,
  new RegExp(`(?:\\d{1,4}|an?) ${UNIT} ago(?![\\p{L}\\p{N}])`, "uy"),
  new RegExp(`in (?:-?\\d{1,4}|an?) ${UNIT}(?![\\p{L}\\p{N}])`, "uy"),
  new RegExp(`(?:${WEEKDAY},? )?(?:${MONTH} (?:\\d{1,2}| \\d)|\\d{1,2}\\.? ${MONTH})(?![\\p{L}\\p{N}:])`, "uy"),
  new RegExp(`${MONTH} \\d{4}(?![\\p{L}\\p{N}])`, "uy"),
  new RegExp(`${CLOCK}(?![\\p{L}\\p{N}:])`, "uy"),
];

/** Returns all readings of a text that is a time and nothing else. */
export function readTimes(text: string): readonly TimeReading[] {
  if (text.length > 120) return [];
  const known = lastRead.get(text);
  if (known !== undefined) return known;
  const readings = [
    ...readInstant(text),
    ...readAccessLog(text),
    ...readNamed(text),
    ...readDay(text),
    ...readRelative(text),
    ...readNumber(text),
  ];
  if (lastRead.size >= MOST_KEPT) lastRead.clear();
  lastRead.set(text, readings);
  return readings;
}

/** The moment that a text names, where it can mean nothing else. */
export function readMoment(text: string): Extract<TimeReading, { kind: "instant" }> | undefined {
  const [reading, other] = readTimes(text);
  return reading?.kind === "instant" && other === undefined ? reading : undefined;
}

/** The same few texts are read again for every rule that asks. */
const lastRead = new Map<string, readonly TimeReading[]>();
const MOST_KEPT = 1000;

/** A zone after a time of day, or between it and a year. */
const ZONED = /\d ?(?:Z|UTC|GMT)|[+-]\d{2}:?\d{2}(?=$| \(| \d{4}$)/;

function readInstant(text: string): TimeReading[] {
  const mark = readDate(text);
  if (mark === undefined || !weekdayFits(text, mark.day)) return [];
  if (mark.timeOfDay === "") return [{ form: "date", kind: "day", day: mark.day }];
  const local = ZONED.test(text) ? {} : { isLocal: true as const };
  return [{ form: "instant", kind: "instant", at: mark.at, span: mark.span, offset: mark.offset, ...local }];
}

function readAccessLog(text: string): TimeReading[] {
  const [, date, month = "", year, hour, minute, second, sign, hours, minutes] = ACCESS_LOG.exec(text) ?? [];
  const day = dayNumber(Number(year), monthOf(month), Number(date));
  const ofDay = msOfDay(hour, minute, second, undefined);
  if (day === undefined || ofDay === undefined) return [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return [{ form: "access log", kind: "instant", at: day * DAY_MS + ofDay.at - offset * 60_000, span: 1000, offset }];
}

/** `29. November 2026 um 16:04 Uhr`: each language that has the name of the month. */
function readNamed(text: string): TimeReading[] {
  return readNamedDates(text).flatMap(({ language, year, month, date, clock }): TimeReading[] => {
    const day = dayNumber(year, month, date);
    if (day === undefined) return [];
    const [hour, minute, second] = clock;
    if (hour === undefined) return [{ form: language, kind: "day", day }];
    const ofDay = msOfDay(hour, minute, second, undefined);
    if (ofDay === undefined) return [];
    const at = day * DAY_MS + ofDay.at;
    return [{ form: `${language} clock`, kind: "instant", at, span: ofDay.span, offset: 0, isLocal: true }];
  });
}

const WEEKDAY_FIRST = new RegExp(`^${WEEKDAY}`);

/** False where the date does not fall on the weekday next to it. */
function weekdayFits(text: string, day: number): boolean {
  const name = WEEKDAY_FIRST.exec(text)?.[0].slice(0, 3).toLowerCase();
  return name === undefined || WEEKDAYS[weekdayOf(day)] === name;
}

function readDay(text: string): TimeReading[] {
  const compact = COMPACT.exec(text);
  if (compact !== null) {
    const day = dayNumber(Number(compact[1]), Number(compact[2]), Number(compact[3]));
    return day === undefined ? [] : [{ form: "compact", kind: "day", day }];
  }
  const european = EUROPEAN.exec(text);
  if (european === null) return [];
  const [, date, bar = "", month, year, hour, minute, second, half] = european;
  const day = dayNumber(Number(year), Number(month), Number(date));
  if (day === undefined) return [];
  const form = `european${bar}`;
  if (hour === undefined) return [{ form, kind: "day", day }];
  const ofDay = msOfDay(hour, minute, second, half);
  if (ofDay === undefined) return [];
  return [{ form, kind: "instant", at: day * DAY_MS + ofDay.at, span: ofDay.span, offset: 0, isLocal: true }];
}

function readRelative(text: string): TimeReading[] {
  if (WEEKDAY_ONLY.test(text)) {
    const weekday = WEEKDAYS.indexOf(text.slice(0, 3).toLowerCase());
    return weekday < 0 ? [] : [{ form: text.length > 3 ? "weekday" : "short weekday", kind: "weekday", weekday }];
  }
  const date = DATE_ONLY.exec(text);
  if (date !== null) {
    const month = monthOf(date[1] ?? date[4] ?? "");
    return [{ form: "month and day", kind: "date", month, date: Number(date[2] ?? date[3]) }];
  }
  const month = MONTH_ONLY.exec(text);
  if (month !== null) {
    const year = month[2] === undefined ? {} : { year: Number(month[2]) };
    return [{ form: "month", kind: "month", month: monthOf(month[1] ?? ""), ...year }];
  }
  const quarter = /^Q([1-4])$/.exec(text)?.[1];
  if (quarter !== undefined) return [{ form: "quarter", kind: "quarter", quarter: Number(quarter) }];
  const ago = AGO.exec(text);
  if (ago !== null) {
    const span = UNITS[ago[2] ?? ago[4] ?? ""] ?? 0;
    const count = ago[1] ?? ago[3] ?? "";
    const before = (/\d/.test(count) ? Number(count) : 1) * span;
    return [{ form: "ago", kind: "ago", before: ago[2] === undefined ? -before : before, span }];
  }
  const clock = CLOCK_ONLY.exec(text);
  const ofDay = clock === null ? undefined : msOfDay(clock[1], clock[2], clock[3], clock[4]);
  return ofDay === undefined ? [] : [{ form: "clock", kind: "clock", ...ofDay }];
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function msOfDay(
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
  half: string | undefined,
): { at: number; span: number } | undefined {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? "0") > 60) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const at = ((hours * 60 + Number(minute)) * 60 + Number(second ?? "0")) * 1000;
  return { at, span: second === undefined ? 60_000 : 1000 };
}

/** The milliseconds of one unit, by the number of digits. */
const EPOCH_UNITS: ReadonlyMap<number, number> = new Map([
  [10, 1000],
  [13, 1],
  [16, 1e-3],
  [19, 1e-6],
]);

/** Reads numbers that may be seconds, milliseconds, microseconds or nanoseconds since 1970, or a year. */
function readNumber(text: string): TimeReading[] {
  if (/^20\d\d$/.test(text)) return [{ form: "year", kind: "year", year: Number(text) }];
  const digits = /^1\d{9,18}(?:\.\d+)?$/.test(text) ? text.replace(/\..*$/, "").length : 0;
  const unit = EPOCH_UNITS.get(digits);
  if (unit === undefined) return [];
  const span = unit === 1000 && text.includes(".") ? 1 : Math.max(unit, 1);
  return [{ form: `epoch ${String(digits)}`, kind: "instant", at: Number(text) * unit, span, offset: 0 }];
}
