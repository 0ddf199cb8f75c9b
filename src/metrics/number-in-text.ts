// Tells whether a text contains a number as a number of its own, not as digits of another one.

/** A number as an expectation writes it, with the signs that must be next to it. */
export interface ExpectedNumber {
  /** Sign, digits and fraction in one comparable string. */
  value: string;
  currency: string;
  unit: string;
}

const CURRENCY = "[$€£¥]";
const GROUP = "[,'’\u00a0\u2009\u202f]";
const TAIL = String.raw`(?:\.\d+)?(?:e[+-]?\d+)?`;
const GROUPED = `(?:\\d{1,3}(?:${GROUP}\\d{3})+|\\d{1,2}(?:,\\d{2})+,\\d{3})(?!\\d)${TAIL}`;
const PLAIN = `\\d+${TAIL}`;
const JUST_NUMBER = new RegExp(`^([+\u2212-]?)(${CURRENCY}?)(${GROUPED}|${PLAIN})\\s?(%?|${CURRENCY})$`, "i");

/** Parses an expectation as a number: `42`, `-1,000.50`, `$42`, `42%`; undefined for any other text. */
export function parseExpectedNumber(text: string): ExpectedNumber | undefined {
  const match = JUST_NUMBER.exec(text.trim());
  if (match === null) return undefined;
  const [, sign = "", currency = "", digits = "", unit = ""] = match;
  return { value: comparable(sign === "-" || sign === "\u2212", digits), currency, unit };
}

/** What a run of digits looks like. Order matters; digits after `1,` or `[` are elements of a list, not groups. */
const TOKENS = new RegExp(
  [
    String.raw`(?<date>\d+(?:-\d+){2,})`,
    String.raw`(?<chain>\d+(?::\d+)+(?:\.\d+)?|\d+(?:\.\d+){2,})`,
    String.raw`(?<decimalComma>\d+,\d{1,2}(?=\s?[%€°]))`,
    `(?<!\\d,|\\[)${GROUPED}`,
    PLAIN,
  ].join("|"),
  "gi",
);

/**
 * True where the text contains the number: 42 is in `42.0`, `42%`, `$42`, `x=42`, `10-42`, `item_42` and `42km`, and
 * not in 142, 421, -42, 42.5, `42,000`, `1.42.3`, `10:42`, `2024-01-42` or `3f42a9`.
 */
export function hasNumber(text: string, expected: ExpectedNumber): boolean {
  for (const match of text.matchAll(TOKENS)) {
    const token = numberOf(match);
    if (token === undefined) continue;
    const start = match.index;
    const end = start + token.length;
    if (isPartOfWord(text, start, end) || isBareFraction(text, start)) continue;
    const { negative, currency } = signsBefore(text.slice(Math.max(0, start - 4), start));
    if (comparable(negative, token) !== expected.value) continue;
    if (expected.currency !== "" && currency !== expected.currency) continue;
    if (
      text
        .slice(end, end + 2)
        .trimStart()
        .startsWith(expected.unit)
    )
      return true;
  }
  return false;
}

/** Only the year of a date counts as a number; the parts of a time, a version or a phone number do not. */
function numberOf(match: RegExpMatchArray): string | undefined {
  const { date, chain, decimalComma } = match.groups ?? {};
  if (date !== undefined) return /^(\d{4})-\d{2}-\d{2}$/.exec(date)?.[1];
  if (chain !== undefined) return undefined;
  return decimalComma?.replace(",", ".") ?? match[0];
}

/**
 * Digits inside a word (`3f42a9`, `42a0`, `0x42`) do not count as a number; a prefix (`item42`) or a unit (`42km`) is
 * fine.
 */
function isPartOfWord(text: string, start: number, end: number): boolean {
  const before = /[\p{L}\d]*$/u.exec(text.slice(Math.max(0, start - 40), start))?.[0] ?? "";
  const after = /^[\p{L}\d]*/u.exec(text.slice(end, end + 40))?.[0] ?? "";
  if (before === "" && /^x\d+$/i.test(after)) return false;
  if (after === "" && /^[1-9]\d*x$/i.test(before)) return false;
  return (before !== "" && after !== "") || /\d/.test(before) || /\d/.test(after);
}

/** `.42` is 0.42, while `items.42` is a place. */
function isBareFraction(text: string, start: number): boolean {
  return /(?:^|[^\p{L}\d.)\]_])\.$/u.test(text.slice(Math.max(0, start - 2), start));
}

/** Returns the sign and the currency before a number; a hyphen after a word or a number (`10-42`) is not a sign. */
function signsBefore(before: string): { negative: boolean; currency: string } {
  const match = new RegExp(`(${CURRENCY}?)([\u2212\u2013-]?)(${CURRENCY}?)$`).exec(before);
  const [, outer = "", sign = "", inner = ""] = match ?? [];
  const joined = /[\p{L}\d)\]-]$/u.test(before.slice(0, match?.index ?? 0));
  return { negative: sign !== "" && (outer !== "" || !joined), currency: inner === "" ? outer : inner };
}

/** Returns one string for equal numbers: no grouping, no empty fraction. Leading zeros stay: 007 differs from 7. */
function comparable(negative: boolean, token: string): string {
  const plain = token.replaceAll(new RegExp(GROUP, "g"), "");
  const digits = /e/i.test(plain) ? String(Number(plain)) : plain.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
  return negative && /[1-9]/.test(digits) ? `-${digits}` : digits;
}
