// Finds values under keys that the config calls secret, in objects and in texts. Pure.
import { asName } from "./placeholder.js";

export interface KeyFound {
  kind: string;
  start: number;
  end: number;
  /** For a number in JSON: where the quote behind its key is, so that the placeholder gets the same quotes. */
  quote?: { start: number; end: number };
}

/** Finds the values of declared keys. Upper and lower case, `-` and `_` make no difference. */
export class DeclaredKeys {
  private readonly keys: ReadonlySet<string>;
  private readonly inJson: RegExp | undefined;
  private readonly inPairs: RegExp | undefined;

  constructor(keys: readonly string[]) {
    this.keys = new Set(keys.map(plain).filter((key) => key !== ""));
    if (this.keys.size === 0) return;
    const any = [...this.keys].map((key) => Array.from(key, escape).join("[-_]?")).join("|");
    this.inJson = new RegExp(String.raw`"(${any})("\s{0,20}:\s{0,20})(?:"((?:[^"\\]|\\.)*)"|(-?\d[\d.eE+-]*))`, "gi");
    this.inPairs = new RegExp(String.raw`(?<![\w-])(${any})=([^\s&;,"'\\<>]+)`, "gi");
  }

  get isEmpty(): boolean {
    return this.keys.size === 0;
  }

  /** The name for the value under a key; undefined where the key is not declared. */
  kindOf(key: string): string | undefined {
    return this.keys.size > 0 && this.keys.has(plain(key)) ? asName(key) : undefined;
  }

  /** In JSON inside text, and in `key=value`. */
  find(text: string): KeyFound[] {
    const found: KeyFound[] = [];
    if (this.inJson === undefined || this.inPairs === undefined) return found;
    for (const match of text.matchAll(this.inJson)) {
      const [whole, key = "", between = "", string, number] = match;
      const value = match.index + 1 + key.length + between.length;
      const end = match.index + whole.length;
      if (string === "") continue;
      if (string !== undefined) found.push({ kind: asName(key), start: value + 1, end: end - 1 });
      else if (number !== undefined) {
        const quote = match.index + 1 + key.length;
        found.push({ kind: asName(key), start: value, end, quote: { start: quote, end: quote + 1 } });
      }
    }
    for (const match of text.matchAll(this.inPairs)) {
      const [whole, key = "", value = ""] = match;
      const end = match.index + whole.length;
      found.push({ kind: asName(key), start: end - value.length, end });
    }
    return found;
  }
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, "");
}

function escape(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
