// Says whether two dates are written in the same form. Must not know what they mean.
import { withoutMonthNames } from "./named-dates.js";

/**
 * True where two dates differ only in digits, names and signs that another time or zone explains. A zone that was
 * added, removed or written differently makes another form; so do another separator, a fraction that was added or
 * removed, and a leading zero. The number of digits in a fraction does not matter: many programs leave out zeros at its
 * end.
 */
export function haveSameForm(one: string, other: string): boolean {
  const [before, after] = [skeletonOf(one), skeletonOf(other)];
  const isMay = MAY.test(before.text) || MAY.test(after.text);
  const isSame = isMay ? withShort(before.text) === withShort(after.text) : before.text === after.text;
  return isSame && before.digits.every((digits, at) => mayFollow(digits, after.digits[at] ?? ""));
}

/** May is both the short and the long name. */
function withShort(text: string): string {
  return text.replace(/\b(?:May|Month)\b/, "Mon");
}

const FRACTION = /(:\d{2}|T\d{6})([.,])\d+/;
const OFFSET = /(?<=[\d ]|GMT)[+-](\d{2}:?\d{2})(?= ?\(|$| \d{4}$)/;
const WEEKDAY = /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)((?:|s|nes|rs|ur)day)?\b/;
const MONTH = /\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)([a-z]*)\b/;
const MAY = /\bMay\b/;

/** A date with one sign for each part that may differ, and its runs of digits. */
function skeletonOf(written: string): { text: string; digits: string[] } {
  const bare = withoutMonthNames(written, "Month")
    .replace(/\([^()]*\)?/, "(zone)")
    .replace(OFFSET, "±$1")
    .replace(FRACTION, "$1$2f")
    .replace(WEEKDAY, (_, rest?: string) => (rest === undefined ? "Day" : "Weekday"))
    .replace(MONTH, (_, rest: string) => (rest === "" ? "Mon" : "Month"))
    .replace(/\b[AP]M\b/, "AM")
    // Some forms put a space before a day of one digit.
    .replace(/ {2}(?=\d )/, " ");
  const digits = bare.match(/\d+/g) ?? [];
  return { text: bare.replaceAll(/\d+/g, "0"), digits };
}

/** A number may have one digit more or less, but not because of a leading zero. */
function mayFollow(one: string, other: string): boolean {
  if (one.length === other.length) return true;
  return !(one.length < other.length ? other : one).startsWith("0");
}
