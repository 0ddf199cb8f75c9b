// Cuts a text into pieces that are one value each: a uuid, a time, a quantity, a decimal, a made word, else a token.
import { DIGEST_LENGTH, isBase64, isMade } from "./made.js";
import { endOfSpelled } from "./spelled-numbers.js";
import { TIME_SHAPES } from "./time-forms.js";
import { isTokenChar, tokensOf } from "./tokens.js";

export type PieceKind = "word" | "uuid" | "time" | "quantity" | "number" | "made";

/** One value in a text; it begins and ends with a token. */
export interface Piece {
  kind: PieceKind;
  text: string;
  start: number;
  end: number;
  /** Its tokens, counted from 1. */
  from: number;
  to: number;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\p{L}\p{N}])/iuy;
const MADE = /[A-Za-z0-9][\w-]{8,99}(?![\p{L}\p{N}])/uy;
/** A digest or a key: `sha512-pXvK…/m+Q==`. */
const BASE64 = /[A-Za-z0-9][A-Za-z0-9+/]{20,199}(?![\w+/-])/y;
/** What stands between slashes in a path, and hardly ever in base64. */
const PATH_PART = /^[A-Z]?[a-z]{3,}$/;
const NUMBER = "(?:\\d{1,3}(?:,\\d{3})+|\\d{1,18})(?:\\.\\d{1,18})?";
const END = "(?![\\p{L}\\p{N}])";
const SIZE = `(?:bytes|[kKMGT]i?B|B)${END}`;
/** From the largest to the smallest: an amount of each is one value, as in `2 h 5 min`. */
const TIMES = ["hours?|hrs?|h", "minutes?|mins?|m", "seconds?|secs?|s", "ms", "µs|us", "ns"];
const TIME = TIMES.map((unit, at) => {
  const smaller = TIMES.slice(at + 1, at + 4).map((other) => `(?: \\d{1,4} ?(?:${other})${END})?`);
  return `(?:${unit})${END}${smaller.join("")}`;
});
const QUANTITY = new RegExp(`${NUMBER} ?(?:${[SIZE, ...TIME].join("|")})`, "uy");
/** An address of a network or of its card, and the print of a certificate. */
const ADDRESS = /(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{2}(?::[0-9a-f]{2}){5,40})(?![\p{L}\p{N}])(?![.:][\p{L}\p{N}])/iuy;
/** A version of three parts, also before the ending of a file; `1.234.567` is a number in some languages. */
const VERSION = /(?<!\d\.)(?!\d{1,3}(?:\.\d{3}){2})\d{1,4}(?:\.\d{1,5}){2}(?![\p{L}\p{N}]|\.\d)/uy;
const DECIMAL = new RegExp(`${NUMBER}(?![\\p{L}\\p{N}]|\\.\\d)`, "uy");

/** Returns the pieces of a text, in order. Linear: each reader looks ahead only as far as a value is long. */
export function piecesOf(text: string): Piece[] {
  const tokens = tokensOf(text);
  const pieces: Piece[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (token === undefined) break;
    const read = readAt(text, token.start);
    let last = at;
    if (read !== undefined) {
      while (last + 1 < tokens.length && (tokens[last]?.end ?? 0) < read.end) last++;
    }
    const isWhole = read !== undefined && tokens[last]?.end === read.end;
    if (!isWhole) last = at;
    const end = tokens[last]?.end ?? token.end;
    const kind = isWhole ? read.kind : "word";
    pieces.push({ kind, text: text.slice(token.start, end), start: token.start, end, from: at + 1, to: last + 1 });
    at = last + 1;
  }
  return pieces;
}

/** Reads `6093 B` as a number and a word: in a name that other runs have with another letter it is no size. */
export function withoutUnit(piece: Piece): Piece[] {
  const { kind, text, start, end, from, to } = piece;
  const [, digits = "", unit = ""] = /^(\d+) (\p{L}+)$/u.exec(text) ?? [];
  if (kind !== "quantity" || unit === "") return [piece];
  const own = { text: digits, start, end: start + digits.length, from, to: from };
  return [
    { ...own, kind: "word" },
    { kind: "word", text: unit, start: end - unit.length, end, from: to, to },
  ];
}

function readAt(text: string, at: number): { kind: PieceKind; end: number } | undefined {
  const uuid = endOf(UUID, text, at);
  if (uuid !== undefined) return { kind: "uuid", end: uuid };
  const address = endOf(ADDRESS, text, at);
  if (address !== undefined) return { kind: "made", end: address };
  for (const shape of TIME_SHAPES) {
    const end = endOf(shape, text, at);
    // The name of a zone in brackets differs in summer.
    if (end !== undefined) return { kind: "time", end: text[end - 1] === ")" ? end - 1 : end };
  }
  const version = endOf(VERSION, text, at);
  if (version !== undefined) return { kind: "made", end: version };
  const base64 = endOfBase64(text, at);
  if (base64 !== undefined) return { kind: "made", end: base64 };
  const made = endOf(MADE, text, at);
  if (made !== undefined && !isBeforeBase64(text, at, made)) {
    let end = made;
    while (!isTokenChar(text[end - 1])) end--;
    if (isMade(text.slice(at, made)) && end > at) return { kind: "made", end };
  }
  const quantity = endOf(QUANTITY, text, at);
  if (quantity !== undefined) return { kind: "quantity", end: quantity };
  const spelled = endOfSpelled(text, at);
  if (spelled !== undefined) return { kind: "number", end: spelled };
  const decimal = endOf(DECIMAL, text, at);
  return decimal !== undefined && /[.,]/.test(text.slice(at, decimal)) ? { kind: "number", end: decimal } : undefined;
}

/** Where base64 ends. Short and without a + or a / it is as other made words. */
function endOfBase64(text: string, at: number): number | undefined {
  let end = endOf(BASE64, text, at) ?? at;
  const read = text.slice(at, end);
  while (end > at && !isTokenChar(text[end - 1])) end--;
  const isMarked = /\+/.test(read) || text[at + read.length] === "=" || read.length >= DIGEST_LENGTH;
  return isBase64(read) && isMarked && !read.split("/").some((part) => PATH_PART.test(part)) ? end : undefined;
}

/** True for a made word whose last part goes on as base64: the name of the digest is joined to it. */
function isBeforeBase64(text: string, at: number, end: number): boolean {
  const last = at + Math.max(...["-", "_"].map((joint) => text.slice(at, end).lastIndexOf(joint))) + 1;
  return last > at && endOfBase64(text, last) !== undefined;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
