// Finds what all values of a variable have in common beyond their form: parts between joints, letters at an end,
// digits.
import { areRandom } from "./made.js";
import { isOutcome, isWordLike } from "./word-like.js";

/** What a value must have beyond its form. */
export interface FixedParts {
  /** The parts between joints; undefined where they differ. Empty where the values have no such parts. */
  parts: readonly (string | undefined)[];
  /** Behind the parts any number of others may follow. */
  isOpen: boolean;
  head: string;
  tail: string;
  /** Only hexadecimal digits. */
  hex: boolean;
  /** No value was a word that reports an outcome, so such a word would be one. */
  noOutcome: boolean;
  /** Nor does the ending of a word belong there: a value had digits among its letters. */
  noWord: boolean;
}

const JOINT = /[-_.:/]/;

/** Reads the fixed parts from the values seen. A single value shows none. */
export function fixedPartsOf(seen: readonly string[]): FixedParts | undefined {
  if (new Set(seen).size < 2) return undefined;
  const split = seen.map((value) => value.split(JOINT));
  const count = split[0]?.length ?? 0;
  const noOutcome = !seen.some(isWordLike);
  const all = constantParts(split);
  const leading = leadingOf(all);
  const start = leading.reduce((length, part) => length + (part?.length ?? 0) + 1, 0);
  const isSplit = count > 1 && split.every(({ length }) => length === count);
  // Joints that come and go are behind what all have.
  const isOpen =
    (!isSplit && leading.length > 0) ||
    mayHaveJoints(seen, all.slice(leading.length)) ||
    mayHaveJoints(
      seen.map((value) => value.slice(start)),
      all.slice(leading.length),
    );
  return {
    parts: isOpen ? leading : isSplit ? all : [],
    isOpen,
    head: commonOf(seen, (value) => /^(?:[A-Z]+(?=[^A-Z]*$)|[a-z]+(?=\d+$))/.exec(value)?.[0]),
    tail: areShortHex(seen) ? "" : commonOf(seen, (value) => /(?<=^[^A-Z]*)[A-Z]+$|(?<=^\d+)[a-z]+$/.exec(value)?.[0]),
    hex:
      areShortHex(seen) ||
      (seen.length > 2 && seen.every((value) => /^[0-9a-f]{8,}$/.test(value)) && /[a-f]/.test(seen.join(""))),
    noOutcome,
    noWord: noOutcome && seen.some((value) => /\d[a-z]|[a-z]\d/i.test(value)),
  };
}

function constantParts(split: readonly string[][]): (string | undefined)[] {
  const [first = []] = split;
  return first.map((part, at) => (split.every((all) => all[at] === part) && isConstantPart(part) ? part : undefined));
}

function leadingOf(parts: readonly (string | undefined)[]): (string | undefined)[] {
  const end = parts.indexOf(undefined);
  return end === -1 ? [...parts] : parts.slice(0, end);
}

/** `560b`, `042b`: digits and the same letter by chance. A unit is no digit of a code of one length. */
function areShortHex(seen: readonly string[]): boolean {
  const [{ length } = ""] = seen;
  return length > 3 && seen.every((value) => value.length === length && /^\d+[a-f]$/.test(value));
}

/** Behind what all have, joints of random words of one length are letters of their alphabet. */
function mayHaveJoints(seen: readonly string[], behind: readonly (string | undefined)[]): boolean {
  const [first = ""] = seen;
  if (!areRandom(seen) || seen.some(({ length }) => length !== first.length)) return false;
  const areElsewhere = new Set(seen.map((value) => value.replaceAll(/[^-_.:/]/g, "x"))).size > 1;
  return areElsewhere || behind.every((part) => part === undefined);
}

/** Letters, or digits that count or name a year: longer ones may come from a clock that all runs shared. */
function isConstantPart(part: string): boolean {
  return /^(?:\p{L}+|\d{1,4})$/u.test(part);
}

function commonOf(seen: readonly string[], read: (value: string) => string | undefined): string {
  const [first, ...others] = seen.map((value) => (value.length > 200 ? undefined : read(value)));
  return first !== undefined && others.every((other) => other === first) ? first : "";
}

/** True where a value has all fixed parts. */
export function hasFixedParts(
  { parts, isOpen, head, tail, hex, noOutcome, noWord }: FixedParts,
  value: string,
): boolean {
  if (!value.startsWith(head) || !value.endsWith(tail)) return false;
  if (hex && !/^[0-9a-f]+$/.test(value)) return false;
  if (noOutcome && isOutcome(value)) return false;
  if (noWord && isWordLike(value)) return false;
  // A random word may have the same number of joints in all runs by chance.
  if (parts.every((part) => part === undefined)) return true;
  const now = value.split(JOINT);
  return (isOpen || now.length === parts.length) && parts.every((part, at) => part === undefined || part === now[at]);
}

/**
 * Returns a live value with the year of the recording, where the recorded value has that year and the live one its own.
 */
export function inYearOf(recorded: string, years: { before: number; now: number }, live: string): string {
  const [before, now] = [String(years.before), String(years.now)];
  if (before === now || !recorded.includes(before) || !live.includes(now)) return live;
  const [parts, was] = [live.split(/([-_.:/])/), recorded.split(/([-_.:/])/)];
  return parts.map((part, at) => (part === now && was[at] === before ? before : part)).join("");
}
