// Tells whether a text contains an expected state. Knows nothing of calls and traces.
import type { ExpectedState } from "../config/schema.js";
import { hasNumber, parseExpectedNumber } from "./number-in-text.js";
import { NotChecked } from "./not-checked.js";
import { emptyKeysOf, foldText, ReadableText } from "./readable-text.js";
import { withDeadline } from "../with-deadline.js";

/** Describes an expected state for people: `"42"`, `/4\d/`, `exactly "42"`. */
export function describeExpectedState(expected: ExpectedState): string {
  if (typeof expected === "string") return JSON.stringify(expected);
  return "regex" in expected ? `/${expected.regex}/` : `exactly ${JSON.stringify(expected.equals)}`;
}

/**
 * True where the text has the expected state: as a case-insensitive substring, or as its regex or equals says. A
 * substring inside a key with an empty value (`success` in `{"success": false}`) or inside the digits of another number
 * does not count. Throws {@link NotChecked} where the regex takes too long.
 */
export function hasExpectedState(
  expected: ExpectedState,
  text: string,
  read: ReadableText = new ReadableText(text),
): boolean {
  if (typeof expected === "object" && "equals" in expected) {
    return foldText(text).trim() === foldText(expected.equals).trim();
  }
  if (typeof expected === "object") {
    const { regex } = expected;
    const { shown } = read;
    const timed = withDeadline(() => [...shown.matchAll(new RegExp(regex, "gi"))]);
    if (timed.kind === "stopped") throw new NotChecked(`not checked: /${regex}/: ${timed.why}`);
    return standsOutsideEmptyKeys(
      shown,
      timed.value.map((match) => [match.index, match.index + match[0].length]),
    );
  }
  const number = parseExpectedNumber(expected);
  if (number !== undefined) return read.pieces.some((piece) => hasNumber(piece, number));
  return standsOutsideEmptyKeys(read.folded, placesOf(foldText(expected), read.folded));
}

function standsOutsideEmptyKeys(text: string, places: readonly [number, number][]): boolean {
  if (places.length === 0) return false;
  const empty = emptyKeysOf(text);
  return places.some(([start, end]) => !empty.some(([from, to]) => from <= start && end <= to));
}

function placesOf(needle: string, text: string): [number, number][] {
  const places: [number, number][] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) places.push([at, at + needle.length]);
  return places;
}
