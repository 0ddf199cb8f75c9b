// Remembers texts without any secret, as far as is known: most traffic consists of the same texts again and again.
import { mayBeOpaque } from "../trace/opaque.js";
import { isJsonObject, type JsonObject } from "../json/value.js";

/** A shorter text can hold no secret that this program would find. */
const SHORTEST = 4;
/** The most characters that are kept. */
const MOST = 2_000_000;
/** A longer text rarely occurs again, and would take the room of many. */
const LONGEST = 100_000;

export class CleanTexts {
  private readonly texts = new Set<string>();
  /** Keys whose values count as clean without a search. */
  private readonly plainKeys = new Set<string>();
  private size = 0;

  /** `isDeclared`: a key whose values are secrets. `isSecret`: a number that is one. */
  constructor(
    private readonly isDeclared: (key: string) => boolean,
    private readonly isSecret: (value: number) => boolean,
  ) {}

  has(text: string): boolean {
    return text.length < SHORTEST || this.texts.has(text);
  }

  add(text: string): void {
    if (text.length > LONGEST) return;
    if (this.size > MOST) this.clear();
    this.texts.add(text);
    this.size += text.length;
  }

  clear(): void {
    this.texts.clear();
    this.plainKeys.clear();
    this.size = 0;
  }

  /** True for a value with nothing in it that must be searched. */
  isWhole(value: unknown): boolean {
    if (typeof value === "string") return this.has(value);
    if (typeof value === "number") return !this.isSecret(value);
    if (Array.isArray(value)) return this.isList(value);
    return !isJsonObject(value) || this.isObject(value);
  }

  private isList(list: readonly unknown[]): boolean {
    for (const part of list) if (!this.isWhole(part)) return false;
    return true;
  }

  private isObject(object: JsonObject): boolean {
    for (const key in object) if (!this.isPlainKey(key) || !this.isWhole(object[key])) return false;
    return true;
  }

  private isPlainKey(key: string): boolean {
    if (this.plainKeys.has(key)) return true;
    if (!this.has(key) || mayBeOpaque(key) || this.isDeclared(key)) return false;
    this.plainKeys.add(key);
    return true;
  }
}
