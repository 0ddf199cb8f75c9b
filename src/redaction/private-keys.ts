// Finds private keys in a text: between their first and last line, or beside the one that is not cut off. Reads each
// line a limited number of times. Pure.
import { isRandom, looksLikeWords, type Lead, type ShapeFound } from "./shape.js";

export const PRIVATE_KEY_LEAD: Lead = { lead: "PRIVATE KEY|Private-Lines: ", anyCase: false, startsWord: false };

/** The first and the last line, and what PuTTY writes before the lines of a key. */
const MARK = /-{0,5} ?(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?(?: ?-{1,5})?|Private-Lines: \d{1,4}(?!\d)/g;
const SHORTEST = 20;
/** What is between words: blanks, line ends as they are or escaped, and what listings put before a line. */
const BETWEEN = /(?:\\{1,4}[nrt]|[^A-Za-z0-9+/=-])*/y;
const WORD = /[A-Za-z0-9+/=-]+/y;
const LINE = /^[A-Za-z0-9+/]{16,}={0,2}$/;
/** A line unlike any other word: keys are written in lines of 64, 70 or 76 characters. */
const WHOLE_LINE = /^[A-Za-z0-9+/]{40,78}={0,2}$/;
const HEX = /^[0-9a-fA-F]+$/;
const LONGEST_LINE = 78;
/** Words between two lines of a key: a time, a level, the name of a logger, keys of a record. */
const MOST_BETWEEN = 24;
const LAST_LINE = /^[A-Za-z0-9+/]{1,15}={0,2}$/;
/** Line numbers, `>`-like signs and headers of encrypted keys. */
const BESIDE = /^(?:\d{1,6}-?|[+-]{1,3}|Proc-Type|ENCRYPTED|DEK-Info|[A-Z0-9]{2,8}-\d{2,3}-[A-Z]{3}|[0-9A-F]{16,32})$/;

interface Part {
  start: number;
  end: number;
}

/** Finds whole keys, and the rest of keys that are cut off. */
export function findPrivateKeys(text: string, found: ShapeFound[]): void {
  const marks = [...text.matchAll(MARK)];
  let from = 0;
  for (const [index, mark] of marks.entries()) {
    const end = mark.index + mark[0].length;
    const next = marks[index + 1];
    if (mark[1] !== "END") {
      const lines = scatteredLines(text, end, { to: next?.index ?? text.length, hasEnd: next?.[1] === "END" });
      for (const part of lines) found.push({ kind: "private-key", ...part, strong: true });
    }
    const isLast = mark[1] === "END";
    // Between two such lines is one key, or a key after the first and one before the second.
    const parts = isLast
      ? [linesBefore(text, from, mark.index)]
      : next?.[1] === "END"
        ? bodyBetween(text, end, next.index)
        : [linesAfter(text, end, next?.index ?? text.length)];
    for (const part of parts) if (part !== undefined) found.push({ kind: "private-key", ...part, strong: true });
    from = isLast || next?.[1] !== "END" ? end : next.index;
  }
}

function bodyBetween(text: string, from: number, to: number): (Part | undefined)[] {
  const words = wordsIn(text, from, to);
  const inLines = words.reduce((sum, { start, end }) => sum + (end - start >= 16 ? end - start : 0), 0);
  if (inLines < SHORTEST || inLines < (to - from) / 2) return [linesAfter(text, from, to), linesBefore(text, from, to)];
  return [partOf(words)];
}

/** Each line of a key in a log, or in a list of records: other text comes between two of them, but never much. */
function scatteredLines(text: string, from: number, { to, hasEnd }: { to: number; hasEnd: boolean }): Part[] {
  const lines: Part[] = [];
  let last: Part | undefined;
  for (const word of wordsIn(text, from, to, MOST_BETWEEN)) {
    const written = text.slice(word.start, word.end);
    if (isWholeLine(written)) {
      lines.push(word);
      last = undefined;
    } else {
      if (lines.length > 0 && isLastLine(written)) last ??= word;
    }
  }
  // The rest of the key comes before its end, or before the place where the text was cut off.
  if (last !== undefined && (hasEnd || last.end === to)) lines.push(last);
  return lines;
}

/** True for a whole line of a key, in any place. */
export function isWholeLine(written: string): boolean {
  return WHOLE_LINE.test(written) && !HEX.test(written) && isRandom(written);
}

/** True for the shorter line that may end a key. */
export function isLastLine(written: string): boolean {
  const isLong = written.length >= 8 && written.length <= LONGEST_LINE && !HEX.test(written);
  return /^[A-Za-z0-9+/]{2,}={0,2}$/.test(written) && (isLong || written.endsWith("=")) && !looksLikeWords(written);
}

/** True where a key begins in the last line of a text, and goes on in another text. */
export function opensKey(text: string): boolean {
  if (!text.includes("PRIVATE KEY") && !text.includes("Private-Lines: ")) return false;
  const last = [...text.matchAll(MARK)].at(-1);
  return last !== undefined && last[1] !== "END" && !/[A-Za-z0-9]/.test(text.slice(last.index + last[0].length));
}

/** True where a key ends in a text. */
export function endsKey(text: string): boolean {
  return /END [A-Z0-9 ]{0,40}PRIVATE KEY/.test(text);
}

/** The lines of base64 from the start on, whatever a listing has put before them. */
function linesAfter(text: string, from: number, to: number): Part | undefined {
  const lines: Part[] = [];
  for (const word of wordsIn(text, from, to, 0)) {
    const written = text.slice(word.start, word.end);
    const isNewLine = /[\n\r]|\\[nr]/.test(text.slice(lines.at(-1)?.end ?? from, word.start));
    const isCutOff = isNewLine && word.end === text.length && isCutLine(written);
    if (LINE.test(written) || isCutOff || (lines.length > 0 && written.endsWith("="))) lines.push(word);
    else if (!BESIDE.test(written)) break;
  }
  return partOf(lines);
}

/** True for the rest of a line; false for a word of the text after the key. */
function isCutLine(written: string): boolean {
  return written.length >= 4 && LAST_LINE.test(written) && !looksLikeWords(written);
}

/** The lines of base64 up to the end. */
function linesBefore(text: string, from: number, to: number): Part | undefined {
  const lines: Part[] = [];
  for (const word of wordsIn(text, from, to).toReversed()) {
    const written = text.slice(word.start, word.end);
    const isLast = lines.length === 0 && LAST_LINE.test(written);
    if (LINE.test(written) || isLast) lines.unshift(word);
    else if (!BESIDE.test(written)) break;
  }
  return partOf(lines);
}

function partOf(words: readonly Part[]): Part | undefined {
  const length = words.reduce((sum, { start, end }) => sum + end - start, 0);
  const [first] = words;
  const last = words.at(-1);
  return first === undefined || last === undefined || length < SHORTEST
    ? undefined
    : { start: first.start, end: last.end };
}

/** `prose`: stops after more words than that, one after the other, that are neither a line nor beside one. */
function wordsIn(text: string, from: number, to: number, prose = Infinity): Part[] {
  const words: Part[] = [];
  let since = 0;
  for (let at = from; at < to;) {
    BETWEEN.lastIndex = at;
    BETWEEN.test(text);
    WORD.lastIndex = BETWEEN.lastIndex;
    const start = WORD.lastIndex;
    if (start >= to || !WORD.test(text)) break;
    at = Math.min(WORD.lastIndex, to);
    const written = text.slice(start, at);
    words.push({ start, end: at });
    if (LINE.test(written)) since = 0;
    else if (prose > 0 || (!LAST_LINE.test(written) && !BESIDE.test(written))) since += 1;
    if (since > prose) break;
  }
  return words;
}
