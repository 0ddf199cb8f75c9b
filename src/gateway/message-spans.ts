// Finds where the messages of a request stand in its bytes, so that only new ones have to be parsed. It checks nothing:
// what it finds is parsed, and where that is no JSON, the request is read as a whole. Pure.
import type { Buffer } from "node:buffer";

/** Where messages end. */
export interface MessageSpans {
  /** Offsets after the last byte of each. */
  ends: number[];
  /** The offset of the bracket that closes the list. */
  close: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const KEY = '"messages"';

/** The offset of the first byte in the list of messages; undefined where the body has none. */
export function findMessages(bytes: Buffer): number | undefined {
  let at = afterSpace(bytes, 0);
  if (bytes[at] !== OPEN_OBJECT) return undefined;
  do {
    const key = afterSpace(bytes, at + 1);
    const end = bytes[key] === QUOTE ? endOfString(bytes, key) : undefined;
    if (end === undefined) return undefined;
    const colon = afterSpace(bytes, end);
    const value = afterSpace(bytes, colon + 1);
    if (bytes[colon] !== COLON) return undefined;
    if (bytes[value] === OPEN_LIST && bytes.toString("latin1", key, end) === KEY) return value + 1;
    const after = endOfValue(bytes, value);
    if (after === undefined) return undefined;
    at = afterSpace(bytes, after);
  } while (bytes[at] === COMMA);
  return undefined;
}

/** `from`: inside the list, before a message or after one. Undefined where the list does not end. */
export function findSpans(bytes: Buffer, from: number): MessageSpans | undefined {
  const ends: number[] = [];
  let at = afterSpace(bytes, from);
  while (bytes[at] !== CLOSE_LIST) {
    const start = bytes[at] === COMMA ? afterSpace(bytes, at + 1) : at;
    const end = endOfValue(bytes, start);
    if (end === undefined || end === start) return undefined;
    ends.push(end);
    at = afterSpace(bytes, end);
  }
  return { ends, close: at };
}

/** How many bytes at their beginning are the same. */
export function commonLength(one: Buffer, other: Buffer): number {
  const isSame = (from: number, to: number): boolean => one.compare(other, from, to, from, to) === 0;
  const shorter = Math.min(one.length, other.length);
  let low = 0;
  let high = shorter;
  // Most of it is the same: large steps first.
  for (let to = Math.min(STEP, shorter); low < shorter; to = Math.min(low + STEP, shorter)) {
    if (!isSame(low, to)) {
      high = to - 1;
      break;
    }
    low = to;
  }
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isSame(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const STEP = 64 * 1024;

function afterSpace(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at];
    if (byte !== SPACE && byte !== LINE_FEED && byte !== CARRIAGE_RETURN && byte !== TAB) return at;
    at += 1;
  }
}

/** The offset after the value that begins here; undefined where it does not end. */
function endOfValue(bytes: Buffer, from: number): number | undefined {
  let depth = 0;
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      if (end === undefined || depth === 0) return end;
      at = end;
      continue;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth <= 1) return depth === 1 ? at + 1 : at;
      depth -= 1;
    } else if (depth === 0 && (byte === COMMA || afterSpace(bytes, at) !== at)) return at;
    at += 1;
  }
  return undefined;
}

/** The offset after the closing quote. */
function endOfString(bytes: Buffer, from: number): number | undefined {
  let end = bytes.indexOf(QUOTE, from + 1);
  while (end >= 0 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end < 0 ? undefined : end + 1;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let backslashes = 0;
  while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
