// Two strings in the same place in; the difference between them, if there is one, out.
// Line ends and white space at the ends of lines are none.
import { compareWords } from "./compare-words.js";
import type { Candidate, Difference, LeafContext } from "./leaf-context.js";
import type { Pair } from "./pairs.js";
import { mayStandFor } from "./redacted.js";
import type { Path } from "./rules.js";
import { countWords, saysNoValue, wordsOf, type Word } from "./words.js";

/** Compares two strings. Undefined where Claude is given the same, with no pair needed to say so. */
export function compareText(recorded: string, live: string, path: Path, context: LeafContext): Difference | undefined {
  // A live side that is redacted already has the same placeholders, and a value for one would not be found in it.
  const isRedacted = live.includes("[redacted:");
  const takes = (pair: Pair): boolean => !isRedacted || !pair.recorded.startsWith("[redacted:");
  const expected = context.pairs.intoText(recorded, takes).value;
  if (expected === live) return recorded === live ? undefined : { path, class: "correlated", recorded, present: live };
  const secrets = fillRedacted(expected, live);
  if (secrets !== undefined) return { path, class: "volatile", recorded, present: live, candidates: secrets };
  const lines = { before: linesOf(recorded), wanted: linesOf(expected), after: linesOf(live) };
  const isOneWord = recorded.length < 500 && countWords(recorded) === 1;
  const verdict = compareLines(lines, isOneWord, path, context);
  if (verdict === undefined && isExactValue(recorded, live, path))
    return { path, class: "changed", recorded, present: live };
  if (verdict === undefined) {
    const isSame = lines.before.join("\n") === lines.after.join("\n");
    return isSame ? undefined : { path, class: "correlated", recorded, present: live };
  }
  if (verdict.class === "changed") return { path, recorded, present: live, lost: recorded, ...verdict };
  const { found, candidates } = verdict;
  const whole = { recorded, live };
  return { path, class: "volatile", recorded, present: live, found, candidates: [whole, ...candidates] };
}

/**
 * A value of JSON on one line is compared to its last blank, and so is one of white space alone: it may be a name, a
 * delimiter, an end of line.
 */
function isExactValue(recorded: string, live: string, path: Path): boolean {
  const inJson = path.some((part) => part === "json" || part === "structuredContent");
  const isBlank = recorded.trim() === "" && live.trim() === "";
  return inJson && (isBlank || !/[\r\n]/.test(recorded + live));
}

type LinesVerdict =
  | { class: "changed"; note?: string; settled: string }
  | { class: "volatile"; candidates: Candidate[]; found: Path[] };

interface Lines {
  before: readonly string[];
  /** `before` with pairs put in. */
  wanted: readonly string[];
  after: readonly string[];
}

/** Undefined where all lines are as they should be. */
function compareLines(lines: Lines, isOneWord: boolean, path: Path, context: LeafContext): LinesVerdict | undefined {
  const { before, wanted, after } = lines;
  const fallback = { class: "changed", settled: after.join("\n") } as const;
  if (before.length !== after.length || wanted.length !== after.length) return fallback;
  const settled: string[] = [];
  const candidates: Candidate[] = [];
  const found: Path[] = [];
  let changed: { note?: string } | undefined;
  let wordsBefore = 0;
  let counted = 0;
  for (const [at, line] of after.entries()) {
    const recorded = before[at] ?? "";
    if (wanted[at] === line) {
      settled.push(recorded);
      continue;
    }
    // Words of lines that are the same are counted only once a later line differs.
    while (counted < at) wordsBefore += countWords(before[counted++] ?? "");
    const words = alignWords(recorded, wanted[at] ?? "", line);
    if (words === undefined) return fallback;
    const parts: string[] = [];
    let done = 0;
    for (const [index, { recorded: word, expected, live }] of words.entries()) {
      parts.push(line.slice(done, live.start));
      done = live.end;
      if (expected.text === live.text) {
        parts.push(word.text);
        continue;
      }
      const place = isOneWord ? path : [...path, wordsBefore + index];
      const verdict = compareWords(word, expected, live, place, context);
      parts.push(verdict.class === "changed" ? live.text : word.text);
      if (verdict.class === "changed") changed ??= verdict;
      else {
        candidates.push({ recorded: word.text, live: live.text, words: [word, live] });
        if (verdict.listed) found.push(place);
      }
    }
    settled.push(parts.join("") + line.slice(done));
  }
  if (changed !== undefined) {
    const note = changed.note === undefined ? {} : { note: changed.note };
    return { class: "changed", settled: settled.join("\n"), ...note };
  }
  return candidates.length === 0 ? undefined : { class: "volatile", candidates, found };
}

interface AlignedWord {
  recorded: Word;
  expected: Word;
  live: Word;
}

/** The words of three lines side by side; undefined where anything between the words differs. */
function alignWords(recorded: string, expected: string, live: string): AlignedWord[] | undefined {
  const before = wordsOf(recorded);
  const wanted = expected === recorded ? before : wordsOf(expected);
  const after = wordsOf(live);
  if (wanted.length !== after.length || !hasSameGaps(wanted, expected, after, live)) return undefined;
  // A pair whose live value has other punctuation can change the number of words; then what it gave is what counts.
  const original = before.length === wanted.length ? before : wanted;
  return after.map((word, at) => {
    const should = wanted[at] ?? word;
    return { recorded: original[at] ?? should, expected: should, live: word };
  });
}

function hasSameGaps(one: readonly Word[], text: string, other: readonly Word[], otherText: string): boolean {
  for (let at = 0; at <= one.length; at++) {
    const gap = text.slice(one[at - 1]?.end ?? 0, one[at]?.start ?? text.length);
    if (gap !== otherText.slice(other[at - 1]?.end ?? 0, other[at]?.start ?? otherText.length)) return false;
  }
  return true;
}

const REDACTED = /\[redacted:[^\]\s]*\]/g;

/** The live values in the places of redacted ones, where all between them is the same. */
function fillRedacted(expected: string, live: string): Candidate[] | undefined {
  const names = expected.match(REDACTED);
  if (names === null) return undefined;
  const [start = "", ...between] = expected.split(REDACTED);
  if (!live.startsWith(start)) return undefined;
  const candidates: Candidate[] = [];
  let at = start.length;
  for (const [index, name] of names.entries()) {
    const next = between[index] ?? "";
    const isLast = index === names.length - 1;
    const end = isLast ? live.length - next.length : live.indexOf(next, at + 1);
    const isWhole = isLast ? live.endsWith(next) : next !== "";
    const value = live.slice(at, end);
    if (!isWhole || end <= at || /\s/.test(value) || saysNoValue(value)) return undefined;
    if (!mayStandFor(name, value)) return undefined;
    candidates.push({ recorded: name, live: value });
    at = end + next.length;
  }
  return candidates;
}

/** The lines without white space at their ends; empty ones at the end of the text are none. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  while (lines.at(-1) === "") lines.pop();
  return lines;
}
