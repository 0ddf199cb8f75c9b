// JSON text in, a value whose numbers keep their digits out; undefined for what is no plain JSON.
// JSON.parse would read 9007199254740993 as ...992 and so hide a difference.
import type { JsonValue } from "./value.js";

/** A number that a double cannot hold. */
export class ExactNumber {
  /** As it stands in the text. */
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Exact = JsonValue | ExactNumber | Exact[] | ExactObject;
export interface ExactObject {
  [key: string]: Exact;
}

/** True of an object of {@link Exact}: not null, not an array, not a number with digits. */
export function isExactObject(value: Exact | undefined): value is ExactObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** True of a number, whether or not a double holds it. */
export function isExactNumber(value: Exact | undefined): value is number | ExactNumber {
  return typeof value === "number" || value instanceof ExactNumber;
}

/** The digits of a number as they stand: what a person or an argument would repeat. */
export function numberText(value: number | ExactNumber): string {
  return value instanceof ExactNumber ? value.text : String(value);
}

/** True where two numbers are the same by their digits: 1, 1.0 and 10e-1 are. */
export function sameNumber(one: number | ExactNumber, other: number | ExactNumber): boolean {
  if (typeof one === "number" && typeof other === "number") return one === other;
  return canonicalDigits(numberText(one)) === canonicalDigits(numberText(other));
}

/** The value as plain JSON; a number that a double cannot hold becomes its text. */
export function plainJson(value: Exact): JsonValue {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return value.map(plainJson);
  if (isExactObject(value)) return Object.fromEntries(Object.entries(value).map(([k, part]) => [k, plainJson(part)]));
  return value;
}

const MAX_DEPTH = 200;

/** Reads JSON. Undefined where the text is none, repeats a key, or is deeper than 200 levels: it is text then. */
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
/** A string without escapes: what stands in it is what it says. */
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
      const key = this.string();
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

  private number(): number | ExactNumber {
    NUMBER.lastIndex = this.at;
    const digits = NUMBER.exec(this.text)?.[0];
    if (digits === undefined) throw new NotJson();
    this.at += digits.length;
    const value = Number(digits);
    const shown = String(value);
    if (shown === digits) return value;
    return Number.isFinite(value) && canonicalDigits(digits) === canonicalDigits(shown)
      ? value
      : new ExactNumber(digits);
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

/** One text per numeric value: sign, digits without zeros at their ends, exponent. */
function canonicalDigits(text: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(text);
  if (parts === null) return text;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  const digits = (whole + fraction).replace(/^0+/, "");
  const kept = trimZeros(digits);
  if (kept === "") return "0";
  return `${sign}${kept}e${String(BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - kept.length))}`;
}

/** Without the zeros at the end; a pattern would take quadratic time on a long row of them. */
function trimZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}
