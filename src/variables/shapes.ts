// Writes a value as one text: whole, with known live values put in, or without everything that may change in each run.
import { isExactObject, type Exact } from "../json/exact.js";
import { isNumber, numberText } from "../json/digits.js";
import { piecesOf, type Piece } from "./pieces.js";

/** Changes each piece of a text; the text between them stays. */
export function mapPieces(text: string, change: (piece: Piece) => string): string {
  let changed = "";
  let done = 0;
  for (const piece of piecesOf(text)) {
    changed += text.slice(done, piece.start) + change(piece);
    done = piece.end;
  }
  return changed + text.slice(done);
}

/** Writes a value with its texts and numbers changed, keys sorted. */
function write(value: Exact, ofText: (text: string) => string, ofNumber: (digits: string) => string): string {
  if (Array.isArray(value)) return `[${value.map((part) => write(part, ofText, ofNumber)).join(",")}]`;
  if (isNumber(value)) return ofNumber(numberText(value));
  if (isExactObject(value)) {
    const parts = Object.keys(value)
      .toSorted()
      .map((key) => `${JSON.stringify(ofText(key))}:${write(value[key] ?? null, ofText, ofNumber)}`);
    return `{${parts.join(",")}}`;
  }
  return typeof value === "string" ? JSON.stringify(ofText(value)) : String(value);
}

/** Returns one text per value. With `known`, recorded values are written as their live ones. */
export function canonOf(value: Exact, known?: { get: (recorded: string) => string | undefined }): string {
  if (known === undefined) return write(value, String, String);
  const live = (text: string): string => known.get(text) ?? text;
  return write(value, (text) => known.get(text) ?? mapPieces(text, (piece) => live(piece.text)), live);
}

/** Returns the value without what a server may make in each run: numbers, times, words with digits. */
export function maskOf(value: Exact): string {
  return write(
    value,
    (text) => mapPieces(text, ({ kind, text: piece }) => (kind !== "word" || /\d/.test(piece) ? "#" : piece)),
    () => "#",
  );
}

/** Returns the value without its texts and numbers: only keys and types. */
export function frameOf(value: Exact): string {
  if (isExactObject(value)) {
    const parts = Object.keys(value)
      .toSorted()
      .map((key) => `${key}:${frameOf(value[key] ?? null)}`);
    return `{${parts.join(",")}}`;
  }
  if (Array.isArray(value)) return "[]";
  return isNumber(value) ? "number" : value === null ? "null" : typeof value;
}

/** True where a text, number or piece of a value is a given one. */
export function holdsValue(value: Exact, wanted: ReadonlySet<string>): boolean {
  if (wanted.size === 0) return false;
  if (typeof value === "string") return wanted.has(value) || piecesOf(value).some(({ text }) => wanted.has(text));
  if (isNumber(value)) return wanted.has(numberText(value));
  if (Array.isArray(value)) return value.some((part) => holdsValue(part, wanted));
  return isExactObject(value) && Object.values(value).some((part) => holdsValue(part, wanted));
}

/** Returns every text, number and piece of a value, as {@link holdsValue} looks for them. */
export function valuesIn(value: Exact): Set<string> {
  const found = new Set<string>();
  const walk = (part: Exact): void => {
    if (typeof part === "string") {
      found.add(part);
      for (const { text } of piecesOf(part)) found.add(text);
    } else if (isNumber(part)) found.add(numberText(part));
    else if (Array.isArray(part)) part.forEach(walk);
    else if (isExactObject(part)) Object.values(part).forEach(walk);
  };
  walk(value);
  return found;
}
