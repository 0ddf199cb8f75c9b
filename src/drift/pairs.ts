// Replaces recorded values by their live ones in texts and values, all at once. Must not know where a pair comes from.
import { addAll } from "../append-to.js";
import { isNumber, numberText, readNumber, type ExactNumber } from "../json/digits.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { DriftPlace } from "../trace/drift.js";
import { TOKEN_LENGTH } from "../reading/tokens.js";
import { isWordChar, runsOf, wordsOf } from "../reading/words.js";

export interface ValuePair {
  recorded: string;
  /** Absent where no live value corresponds to the recorded one; `why` says the reason. */
  live?: string;
  why?: string;
  /** Two live values were in its place. */
  twice?: true;
  from: DriftPlace;
}

/** The result of putting pairs in. */
export interface PutIn<T> {
  value: T;
  /** Pairs that were put in, and those that are needed and have no live value. */
  used: ValuePair[];
}

/** The pairs of one run. */
export class Pairs {
  private readonly byRecorded = new Map<string, ValuePair>();
  /** Pairs that count inside strings, keyed by the first run of characters of their recorded text; longest first. */
  private readonly byRun = new Map<string, { pair: ValuePair; offset: number }[]>();

  /** True while no pair can match in a text. */
  get isEmpty(): boolean {
    return this.byRun.size === 0;
  }

  add(pair: ValuePair): void {
    this.byRecorded.set(pair.recorded, pair);
    const run = runsOf(pair.recorded)[0];
    if (run === undefined || pair.recorded.length < TOKEN_LENGTH) return;
    const list = (this.byRun.get(run.text) ?? []).filter((one) => one.pair.recorded !== pair.recorded);
    list.push({ pair, offset: run.start });
    list.sort((one, other) => other.pair.recorded.length - one.pair.recorded.length);
    this.byRun.set(run.text, list);
  }

  /** Returns the live values of redacted ones. */
  secrets(): { recorded: string; live: string }[] {
    return [...this.byRecorded.values()].flatMap(({ recorded, live }) =>
      live !== undefined && recorded.startsWith("[redacted:") ? [{ recorded, live }] : [],
    );
  }

  ofRecorded(text: string): ValuePair | undefined {
    return this.byRecorded.get(text);
  }

  /** Puts pairs into a text, as delimited tokens. */
  intoText(text: string): PutIn<string> {
    const used: ValuePair[] = [];
    if (this.byRun.size === 0) return { value: text, used };
    const parts: string[] = [];
    let done = 0;
    for (const run of runsOf(text)) {
      for (const { pair, offset } of this.byRun.get(run.text) ?? []) {
        const start = run.start - offset;
        if (start < done || !isDelimited(text, start, pair.recorded)) continue;
        used.push(pair);
        parts.push(text.slice(done, start), pair.live ?? pair.recorded);
        done = start + pair.recorded.length;
        break;
      }
    }
    return used.length === 0 ? { value: text, used } : { value: parts.join("") + text.slice(done), used };
  }

  /** Puts pairs into a string: as the whole value at any length, else as tokens. */
  intoString(text: string): PutIn<string> {
    const whole = this.byRecorded.get(text);
    return whole === undefined ? this.intoText(text) : { value: whole.live ?? text, used: [whole] };
  }

  /** Puts pairs into a number, which stays a number. */
  intoNumber(value: ExactNumber): PutIn<ExactNumber> {
    const pair = this.byRecorded.get(numberText(value));
    if (pair === undefined) return { value, used: [] };
    const live = pair.live === undefined ? undefined : readNumber(pair.live);
    if (live !== undefined && numberText(live) === pair.live) return { value: live, used: [pair] };
    const why = pair.why ?? `the live value ${JSON.stringify(pair.live)} is not a number`;
    return { value, used: [{ recorded: pair.recorded, from: pair.from, why }] };
  }

  /** Puts pairs into every string, number and key. */
  intoValue(value: JsonValue): PutIn<JsonValue> {
    if (typeof value === "string") return this.intoString(value);
    if (isNumber(value)) return this.intoNumber(value);
    if (Array.isArray(value)) {
      const parts = value.map((part) => this.intoValue(part));
      return { value: parts.map((part) => part.value), used: parts.flatMap((part) => part.used) };
    }
    return isJsonObject(value) ? this.intoObject(value) : { value, used: [] };
  }

  intoObject(value: JsonObject): PutIn<JsonObject> {
    const used: ValuePair[] = [];
    const entries = Object.entries(value).map(([key, part]): [string, JsonValue] => {
      const name = this.intoString(key);
      const inner = this.intoValue(part);
      addAll(used, name.used);
      addAll(used, inner.used);
      return [name.value, inner.value];
    });
    return { value: Object.fromEntries(entries), used };
  }
}

/** True where the token is at that offset and neither a letter, a digit nor part of a number continues it. */
function isDelimited(text: string, start: number, token: string): boolean {
  if (start < 0 || !text.startsWith(token, start)) return false;
  const end = start + token.length;
  if (isWordChar(token[0]) && isWordChar(text[start - 1])) return false;
  if (isWordChar(token.at(-1)) && isWordChar(text[end])) return false;
  if (PART_OF_DATE.test(token) && isInsideDate(text, start, end)) return false;
  if (!/^\d+$/.test(token)) return true;
  return !/\d[.,]$/.test(text.slice(Math.max(0, start - 2), start)) && !/^[.,]\d/.test(text.slice(end, end + 2));
}

/** The characters of a date; any other token cannot be part of one. */
const PART_OF_DATE = /^(?:[\dTZ:./-]+|[A-Z][a-z]{2,8}|GMT|UTC|AM|PM)$/;

/** True where the token is part of a date: a year is not an id. */
function isInsideDate(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - 60);
  const words = wordsOf(text.slice(from, end + 60));
  return words.some(
    (word) =>
      word.date !== undefined &&
      from + word.start <= start &&
      from + word.end >= end &&
      word.end - word.start > end - start,
  );
}
