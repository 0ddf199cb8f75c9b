// Parses JSON to a value that keeps every number as written, and writes it again. A number that JSON.parse would change
// becomes `{ $number: "1.0" }`, so that code for plain JSON can handle it; a key of that name gets one more `$`.
import { readNumber } from "./digits.js";
import { isJsonObject, isKeptNumber, type JsonObject, type JsonValue } from "./value.js";

const KEY = "$number";
/**
 * Finds what may be a number in an unusual notation: long, with an exponent, with a zero at its end, very small, or -0.
 * Usually finds nothing.
 */
const ODD = /[:[,][ \t\r\n]*(?:-?\d(?:[\d.]{15}|\d*(?:\.\d+)?[eE]|\d*\.\d*0(?!\d)|\.0{6})|-0(?![\d.]))/;
/**
 * Finds what may be a number that a double cannot hold: a double holds all of up to 15 digits, and exponents of two.
 */
const LONG = /(?:^|[:[,])[ \t\r\n]*-?\d(?:[\d.]{15}|[\d.]*[eE][-+]?\d{3})/;
const ESCAPED_LETTER = /\\u00(?:24|6[25de]|7[25])/i;
const NAMED = /^\$+number$/;
const TOKEN = /"|-?\d[\d.eE+-]*/g;
const COLON = /[ \t\r\n]*:/y;
const DIGITS = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?`;
const NAME = String.raw`(?<=[{,]")\$(?=\$+number":)`;
/**
 * For a text of JSON.stringify. A quote after a brace or a comma is not inside a string (there it has a backslash), so
 * this matches only an object, and a key.
 */
const WRITTEN = new RegExp(String.raw`\{"\$number":"(?:(${DIGITS})|([^"\\]*))"\}|${NAME}`, "g");
/** The same for a text with spaces: no string contains a line end. */
const WRITTEN_WIDE = new RegExp(
  String.raw`\{\n *"\$number": "(?:(${DIGITS})|([^"\\]*))"\n *\}|(?<=\n *")\$(?=\$+number": )`,
  "g",
);

/** Keeps every number as written, also `1.0`. Throws SyntaxError, as JSON.parse does. */
export function parseKept(text: string): JsonValue {
  const plain: JsonValue = JSON.parse(text);
  if (!ODD.test(text) && !mayHoldName(text)) return plain;
  return parseMarked(text, plain, (digits) => String(Number(digits)) !== digits);
}

/**
 * Keeps every number's value: only numbers that a double cannot hold become `{ $number: "9007199254740993" }`, and
 * `1.0` becomes 1. Throws SyntaxError, as JSON.parse does.
 */
export function parseLossless(text: string): JsonValue {
  const plain: JsonValue = JSON.parse(text);
  if (!LONG.test(text) && !mayHoldName(text)) return plain;
  return parseMarked(text, plain, (digits) => isKeptNumber(readNumber(digits)));
}

/** True where a key may have the reserved name, in any notation. */
function mayHoldName(text: string): boolean {
  return text.includes('$number"') || (text.includes("\\u00") && ESCAPED_LETTER.test(text));
}

function parseMarked(text: string, plain: JsonValue, isOdd: (digits: string) => boolean): JsonValue {
  const marked = markNumbers(text, isOdd);
  if (marked === text) return plain;
  const kept: JsonValue = JSON.parse(marked);
  return kept;
}

/** The JSON of a value of {@link parseKept} or {@link parseLossless}: the numbers with all their digits. */
export function serializeKept(value: JsonValue, spaces = 0): string {
  return restoreNumbers(JSON.stringify(value, null, spaces), spaces);
}

/** The same for a text that other code has stringified. */
export function restoreNumbers(text: string, spaces = 0): string {
  if (!text.includes('$number":')) return text;
  const written = spaces > 0 ? WRITTEN_WIDE : WRITTEN;
  return text.replace(written, (_all, digits?: string, other?: string) => digits ?? quoted(other) ?? "");
}

/** The value with one notation for each number that a double holds: `1.0` becomes 1. -0 stays -0. */
export function settleNumbers(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(settleNumbers);
  if (!isJsonObject(value)) return value;
  if (!isKeptNumber(value)) return mapValues(value, settleNumbers);
  const number = readNumber(value.$number) ?? value;
  return Object.is(number, -0) ? value : number;
}

/** A key as it is written in such values. */
export function keptKey(key: string): string {
  return key.startsWith("$") && NAMED.test(key) ? `$${key}` : key;
}

function mapValues(object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, part]) => [key, change(part)]));
}

function quoted(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `"${text}"`;
}

/** `text` is JSON. */
function markNumbers(text: string, isOdd: (digits: string) => boolean): string {
  const pieces: string[] = [];
  let done = 0;
  const put = (from: number, to: number, piece: string): void => {
    pieces.push(text.slice(done, from), piece);
    done = to;
  };
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const [found] = token;
    const from = token.index;
    if (found !== '"') {
      if (isOdd(found)) put(from, from + found.length, `{"${KEY}":"${found}"}`);
      continue;
    }
    const to = endOfString(text, from);
    TOKEN.lastIndex = COLON.lastIndex = to;
    if (COLON.test(text) && isNamed(text.slice(from, to))) put(from, from + 1, '"$');
  }
  return pieces.length === 0 ? text : pieces.join("") + text.slice(done);
}

function isNamed(key: string): boolean {
  if (!key.includes("\\")) return NAMED.test(key.slice(1, -1));
  const said: unknown = JSON.parse(key);
  return typeof said === "string" && NAMED.test(said);
}

/** The index after the closing quote. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}
