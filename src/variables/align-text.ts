// Aligns a live line with a recorded one: which pieces of the two correspond.
import { addAll } from "../append-to.js";
import { pairCells } from "./cells.js";
import type { SpanPair } from "./leaf-pair.js";
import { areExchangeable, isBase64 } from "./made.js";
import { piecesOf, withoutUnit, type Piece } from "./pieces.js";
import { readSpelled } from "./spelled-numbers.js";
import { tokensOf } from "./tokens.js";

/** Returns the corresponding pieces of two lines, or undefined where their fixed parts differ. */
export function alignLine(recorded: string, live: string): SpanPair[] | undefined {
  return alignCells(recorded, live) ?? alignPieces(recorded, live, 0, 0, 1) ?? alignWords(recorded, live);
}

/** Aligns two rows cell by cell, because `12,345` in a row is 12 and 345. */
function alignCells(recorded: string, live: string): SpanPair[] | undefined {
  const pairs = pairCells(recorded, live);
  if (pairs === undefined) return undefined;
  let first = 1;
  const spans: SpanPair[] = [];
  for (const [{ text, start }, there] of pairs) {
    const inside =
      alignNumbers(text, there.text, start, there.start, first) ??
      alignPieces(text, there.text, start, there.start, first);
    if (inside === undefined) return undefined;
    addAll(spans, inside);
    first += tokensOf(text).length;
  }
  return spans;
}

/** A number with a decimal comma is one value where it is the whole cell: `2,16` and `7`. */
function alignNumbers(
  text: string,
  live: string,
  start: number,
  liveStart: number,
  from: number,
): SpanPair[] | undefined {
  if (!(text + live).includes(",") || ![text, live].every((each) => /^\d{1,9}(?:,\d{1,9})?$/.test(each)))
    return undefined;
  const to = from + text.split(",").length - 1;
  const [end, liveEnd] = [start + text.length, liveStart + live.length];
  return [{ from, to, start, end, kind: "number", liveStart, liveEnd, liveKind: "number" }];
}

function alignPieces(
  recorded: string,
  live: string,
  offset: number,
  liveOffset: number,
  firstToken: number,
): SpanPair[] | undefined {
  const read = [piecesOf(recorded), piecesOf(live)];
  const isAlike = read[0]?.length === read[1]?.length;
  const [pieces = [], others = []] = isAlike ? read : read.map((all) => all.flatMap(withoutUnit));
  if (pieces.length !== others.length) return undefined;
  const spans: SpanPair[] = [];
  let [done, liveDone] = [0, 0];
  let before: [Piece, Piece] | undefined;
  for (const [at, piece] of pieces.entries()) {
    const other = others[at];
    if (other === undefined || !areAlike(piece, other)) return undefined;
    const areNumbers = [piece, other].every(({ text }) => NUMBER.test(text));
    const [sign, liveSign] = areNumbers ? [signOf(recorded, piece), signOf(live, other)] : [0, 0];
    const [start, liveStart] = [piece.start - sign, other.start - liveSign];
    const gaps = [recorded.slice(done, start), live.slice(liveDone, liveStart)];
    const [gap = "", otherGap = ""] = withoutSigns(gaps, before, [piece, other]);
    const isIndent = at === 0 && isPadded([piece, other]) && (gap + otherGap).trim() === "";
    if (!isIndent && !gapFits(gap, otherGap, isPadded(before) || isPadded([piece, other]))) return undefined;
    spans.push({
      from: piece.from + firstToken - 1,
      to: piece.to + firstToken - 1,
      start: start + offset,
      end: piece.end + offset,
      kind: piece.kind,
      liveStart: liveStart + liveOffset,
      liveEnd: other.end + liveOffset,
      liveKind: other.kind,
    });
    [done, liveDone, before] = [piece.end, other.end, [piece, other]];
  }
  const [tail = "", otherTail = ""] = withoutSigns([recorded.slice(done), live.slice(liveDone)], before);
  return gapFits(tail, otherTail, isPadded(before)) ? spans : undefined;
}

const NUMBER = /^\d{1,9}(?:\.\d{1,9})?$/;
/** A minus before a number is a sign where no word is before it. */
const SIGN = /(?:^|[\s|;,(=:])-$/;

/** How long the sign of a number is, which is part of the value, and no token. */
function signOf(text: string, { start }: Piece): number {
  return SIGN.test(text.slice(Math.max(0, start - 2), start)) ? 1 : 0;
}

/** True where one piece may replace the other. */
function areAlike(one: Piece, other: Piece): boolean {
  if (one.text === other.text || one.kind === other.kind) return true;
  if ([one, other].every(({ text }) => readSpelled(text) !== undefined)) return true;
  const kinds = [one.kind, other.kind];
  if (kinds.every((kind) => kind === "word" || kind === "made")) return true;
  return kinds.every((kind) => kind === "word" || kind === "number") && [one, other].every((p) => /^\d/.test(p.text))
    ? true
    : [one, other].every(({ text }) => /^[\p{L}\p{N}]+$/u.test(text));
}

/** True for numbers that differ: blanks next to them are padding. */
function isPadded(pair: readonly [Piece, Piece] | undefined): boolean {
  return pair !== undefined && pair[0].text !== pair[1].text && pair.every(({ text }) => /^\d/.test(text));
}

/** What is between two pieces, without the signs with which base64 may begin or end: no token has them. */
function withoutSigns(gaps: readonly string[], before: [Piece, Piece] | undefined, after?: [Piece, Piece]): string[] {
  const are64 = (pair: [Piece, Piece] | undefined): boolean => pair?.every(({ text }) => isBase64(text)) === true;
  const [end, start] = [are64(before), are64(after)];
  return gaps.map((gap) => {
    const later = end ? gap.replace(/^[+/]+/, "") : gap;
    return start ? later.replace(/[+/]+$/, "") : later;
  });
}

function gapFits(one: string, other: string, padded: boolean): boolean {
  if (one === other) return true;
  return padded && one.includes(" ") && other.includes(" ") && squeeze(one) === squeeze(other);
}

function squeeze(text: string): string {
  return text.replaceAll(/ +/g, " ");
}

const GAP = /[\s"'<>=(),;/[\]{}|]+/g;

interface Word {
  text: string;
  start: number;
  gap: string;
}

/** Cuts at white space and brackets, but not inside a piece. */
function wordsOf(text: string, pieces: readonly Piece[]): { words: Word[]; tail: string } {
  const words: Word[] = [];
  let done = 0;
  let gap = "";
  let next = 0;
  for (const found of text.matchAll(GAP)) {
    while ((pieces[next]?.end ?? text.length) <= found.index) next++;
    if ((pieces[next]?.start ?? text.length) < found.index) continue;
    if (found.index > done) words.push({ text: text.slice(done, found.index), start: done, gap });
    gap = found.index > done ? found[0] : gap + found[0];
    done = found.index + found[0].length;
  }
  if (done === text.length) return { words, tail: gap };
  words.push({ text: text.slice(done), start: done, gap });
  return { words, tail: "" };
}

/** Where both words are made and have different numbers of pieces, the whole word is one value. */
function alignWords(recorded: string, live: string): SpanPair[] | undefined {
  const pieces = piecesOf(recorded);
  const [one, other] = [wordsOf(recorded, pieces), wordsOf(live, piecesOf(live))];
  if (one.words.length !== other.words.length || one.tail !== other.tail) return undefined;
  const tokens = tokensOf(recorded);
  const spans: SpanPair[] = [];
  for (const [at, word] of one.words.entries()) {
    const there = other.words[at];
    if (there === undefined || !gapFits(word.gap, there.gap, /\d/.test(recorded) && /\d/.test(live))) return undefined;
    const first = tokens.findIndex(({ start }) => start >= word.start) + 1;
    const plain = alignPieces(word.text, there.text, word.start, there.start, first);
    const isShort = word.text === there.text || word.text.length < 6;
    const inside =
      plain ?? (isShort ? undefined : (alignWhole(word, there, pieces) ?? alignDotted(word, there, pieces)));
    if (inside === undefined) return undefined;
    addAll(spans, inside);
  }
  return spans;
}

const CORE = /^([*`#:]*)([\w+-]+=*)([.:!*`]*)$/;

function alignWhole(word: Word, there: Word, pieces: readonly Piece[]): SpanPair[] | undefined {
  const [one, other] = [CORE.exec(word.text), CORE.exec(there.text)];
  if (one === null || other === null || one[1] !== other[1] || one[3] !== other[3]) return undefined;
  const [made, madeThere] = [one[2] ?? "", other[2] ?? ""];
  if (!areExchangeable(made, madeThere)) return undefined;
  const [start, liveStart] = [word.start + (one[1] ?? "").length, there.start + (other[1] ?? "").length];
  const [end, liveEnd] = [start + made.length, liveStart + madeThere.length];
  const within = pieces.filter((piece) => piece.start >= start && piece.end <= end);
  const [first, last] = [within[0], within.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  // A place begins and ends with a token: dashes at the ends belong to the value that is read there.
  const head = first.start - start;
  const tail = end - last.end;
  return [
    {
      from: first.from,
      to: last.to,
      start: start + head,
      end: end - tail,
      kind: "made",
      liveStart: liveStart + leadingJoints(madeThere),
      liveEnd: liveEnd - trailingJoints(madeThere),
      liveKind: "made",
    },
  ];
}

/** Aligns `eyJh….eyJz….c2ln` and `job:v3:V1St…:8bef`: made words with dots or colons between them, and shorter parts. */
function alignDotted(word: Word, there: Word, pieces: readonly Piece[]): SpanPair[] | undefined {
  const [parts, others] = [partsOf(word), partsOf(there)];
  if (parts.length < 2 || parts.length !== others.length) return undefined;
  if (jointsOf(word) !== jointsOf(there)) return undefined;
  const spans = parts.map((part, at): SpanPair[] | undefined => {
    const other = others[at];
    if (other === undefined) return undefined;
    if (part.text !== other.text) return alignPart(part, other, pieces);
    return pieces
      .filter(({ start, end }) => start >= part.start && end <= part.start + part.text.length)
      .map(({ kind, from, to, start, end }) => {
        const moved = other.start - part.start;
        return { kind, from, to, start, end, liveKind: kind, liveStart: start + moved, liveEnd: end + moved };
      });
  });
  return spans.every((found) => found !== undefined) ? spans.flat() : undefined;
}

/** A word with a digit, or of hexadecimal digits. */
const SHORT = /^(?:[a-z]*\d\w*|[a-f\d]+)$/i;

/** A short part is one piece, as the check behind a made word: `8bef`. */
function alignPart(part: Word, other: Word, pieces: readonly Piece[]): SpanPair[] | undefined {
  if (part.text.length >= 6) return alignWhole(part, other, pieces);
  const [piece, second] = pieces.filter(
    ({ start, end }) => start >= part.start && end <= part.start + part.text.length,
  );
  const isOne =
    piece?.text === part.text && second === undefined && [part, other].every(({ text }) => SHORT.test(text));
  return isOne ? alignPieces(part.text, other.text, part.start, other.start, piece.from) : undefined;
}

function jointsOf({ text }: Word): string {
  return text.replaceAll(/[^.:]/g, "");
}

function partsOf({ text, start }: Word): Word[] {
  let at = start;
  return text.split(/[.:]/).map((part) => {
    const own = { text: part, start: at, gap: "" };
    at += part.length + 1;
    return own;
  });
}

function leadingJoints(word: string): number {
  return /^[-_+]*/.exec(word)?.[0].length ?? 0;
}

function trailingJoints(word: string): number {
  return /[-_+=]*$/.exec(word)?.[0].length ?? 0;
}
