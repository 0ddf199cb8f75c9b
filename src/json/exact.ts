// Parses JSON to a value whose numbers keep their digits; undefined for a text that is not plain JSON. Numbers are kept
// as parseLossless of kept-numbers.ts keeps them; in addition, it refuses repeated keys and too much depth.
import { readNumber, type ExactNumber } from "./digits.js";
import { keptKey } from "./kept-numbers.js";
import { isJsonObject, isKeptNumber, type JsonObject, type JsonValue } from "./value.js";

/** A value in which a number that a double cannot hold is `{ $number: "9007199254740993" }`. */
export type Exact = JsonValue;
export type ExactObject = JsonObject;

/** True for an object of {@link Exact}: not null, not an array, not a number with digits. */
export function isExactObject(value: Exact | undefined): value is ExactObject {
  return isJsonObject(value) && !isKeptNumber(value);
}

const MAX_DEPTH = 200;

/**
 * Parses JSON. Undefined where the text is not JSON, repeats a key, or is deeper than 200 levels: then it counts as
 * text.
 */
export function parseExactJson(text: string): Exact | undefined {
  const reader = new Reader(text);
  try {
    const value = reader.value(0);
    return reader.atEnd() ? value : undefined;
  } catch (error) {
    if (error instanceof NotJson || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class NotJson extends Error {}

const SPACE = /[ \t\n\r]*/y;
/** A string without escapes, whose contents need no decoding. */
const PLAIN = /"[^"\\\p{Cc}]*"/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;

class Reader {
  private at = 0;
  constructor(private readonly text: string) {}

  atEnd(): boolean {
    this.skipSpace();
    return this.at === this.text.length;
  }

  value(depth: number): Exact {
    if (depth > MAX_DEPTH) throw new NotJson();
    this.skipSpace();
    switch (this.text.charAt(this.at)) {
      case "{":
        return this.object(depth);
      case "[":
        return this.array(depth);
      case '"':
        return this.string();
      case "t":
        return this.word("true", true);
      case "f":
        return this.word("false", false);
      case "n":
        return this.word("null", null);
      default:
        return this.number();
    }
  }

  private object(depth: number): ExactObject {
    const object: ExactObject = {};
    this.at++;
    if (this.take("}")) return object;
    do {
      this.skipSpace();
      if (this.text[this.at] !== '"') throw new NotJson();
      const key = keptKey(this.string());
      if (Object.hasOwn(object, key)) throw new NotJson();
      this.expect(":");
      const value = this.value(depth + 1);
      if (key === "__proto__") {
        Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
      } else object[key] = value;
    } while (this.take(","));
    this.expect("}");
    return object;
  }

  private array(depth: number): Exact[] {
    const array: Exact[] = [];
    this.at++;
    if (this.take("]")) return array;
    do array.push(this.value(depth + 1));
    while (this.take(","));
    this.expect("]");
    return array;
  }

  private string(): string {
    const start = this.at;
    PLAIN.lastIndex = start;
    if (PLAIN.test(this.text)) {
      this.at = PLAIN.lastIndex;
      return this.text.slice(start + 1, this.at - 1);
    }
    let end = this.text.indexOf('"', start + 1);
    while (end > 0 && this.isEscaped(end)) end = this.text.indexOf('"', end + 1);
    if (end < 0) throw new NotJson();
    this.at = end + 1;
    const parsed: unknown = JSON.parse(this.text.slice(start, end + 1));
    if (typeof parsed !== "string") throw new NotJson();
    return parsed;
  }

  private isEscaped(at: number): boolean {
    let backslashes = 0;
    while (this.text[at - 1 - backslashes] === "\\") backslashes++;
    return backslashes % 2 === 1;
  }

  private number(): ExactNumber {
    NUMBER.lastIndex = this.at;
    const digits = NUMBER.exec(this.text)?.[0];
    const value = digits === undefined ? undefined : readNumber(digits);
    if (digits === undefined || value === undefined) throw new NotJson();
    this.at += digits.length;
    return value;
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw new NotJson();
    this.at += word.length;
    return value;
  }

  private skipSpace(): void {
    if (this.text.charCodeAt(this.at) > 32) return;
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
  }

  private take(char: string): boolean {
    this.skipSpace();
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  private expect(char: string): void {
    if (!this.take(char)) throw new NotJson();
  }
}
