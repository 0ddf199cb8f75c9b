// Splits a text into words: what may differ on its own, while everything between the words stays. A word is a date, or
// runs of letters and digits joined by single - _ . or : (ids, UUIDs, decimals, times of day).
import { DATE_PATTERN, mayHoldDate, readDate, type DateMark } from "./dates.js";

export interface Word {
  text: string;
  start: number;
  end: number;
  /** Set where the word is a date or time. */
  date?: DateMark;
}

const RUN = "[\\p{L}\\p{N}\\p{M}]+";
/** The placeholder of a redacted value counts as one word, whatever its name contains. */
const REDACTED = "\\[redacted:[^[\\]\\s]*\\]";
const WORD = new RegExp(`${REDACTED}|${RUN}(?:[-_.:]${RUN})*`, "gu");
const WORD_OR_DATE = new RegExp(`${REDACTED}|${DATE_PATTERN}|${RUN}(?:[-_.:](?!${DATE_PATTERN})${RUN})*`, "gu");
const RUNS = new RegExp(RUN, "gu");
const LOOKS_LIKE_DATE = /^(?:\d{1,2}[-/ ]|\d{4}[-/\d]|[A-Z][a-z]{2,8},? ).*\d/;

/** The words of a text, in order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { text: found, start } of matchesOf(wordIn(text), text)) {
    const date = LOOKS_LIKE_DATE.test(found) ? readDate(found) : undefined;
    const end = start + found.length;
    words.push(date === undefined ? { text: found, start, end } : { text: found, start, end, date });
  }
  return words;
}

/** The same words for a text without dates, by a pattern that is much smaller. */
function wordIn(text: string): RegExp {
  return mayHoldDate(text) ? WORD_OR_DATE : WORD;
}

/** A loop of its own: `matchAll` copies the pattern each time, which costs more than a short text does. */
function matchesOf(pattern: RegExp, text: string): { text: string; start: number }[] {
  const matches: { text: string; start: number }[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    matches.push({ text: match[0], start: match.index });
  }
  return matches;
}

/** How many words a text has. */
export function countWords(text: string): number {
  return text.match(wordIn(text))?.length ?? 0;
}

/** The runs of letters and digits of a text, with their starts. */
export function runsOf(text: string): { text: string; start: number }[] {
  return matchesOf(RUNS, text);
}

/** The pattern of a word: punctuation as it is, each run of letters or digits counted as one. */
export function patternOf(text: string): string {
  return text.replaceAll(RUNS, "x");
}

/** True for a letter or digit, next to which a word cannot end. */
export function isWordChar(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}\p{M}]/u.test(char);
}

const NO_VALUE = new Set(
  "undefined null nan none nil infinity invalid error object fail failed failure exception".split(" "),
);
/** The nil UUID, and similar values. */
const ONLY_ZEROS = /^(?=.{8})0+(?:-0+)*$/;

/** True for what programs print if a value is missing; it never counts as a value that differs on its own. */
export function saysNoValue(text: string): boolean {
  return (
    text.trim() === "" || ONLY_ZEROS.test(text) || runsOf(text).some((run) => NO_VALUE.has(run.text.toLowerCase()))
  );
}

/** The lines without white space at their ends, and without empty lines at the end of the text. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  while (lines.at(-1) === "") lines.pop();
  return lines;
}
