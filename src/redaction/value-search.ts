// Finds known values in texts. Pure.

export interface SearchEntry {
  name: string;
  value: string;
  /** False for values that occur inside other words too: then only whole words count. */
  anywhere: boolean;
}

export interface ValueFound {
  name: string;
  start: number;
  end: number;
}

/** How many characters of a value the pattern contains; the engine refuses a pattern that is too large. */
const HEAD = 256;

/** Finds any of many values in a text, the longest first. */
export class ValueSearch {
  private readonly names = new Map<string, string>();
  private readonly pattern: RegExp | undefined;
  private readonly shortest: number;
  /** Values that are longer than what the pattern has of them, by that, the longest first. */
  private readonly long = new Map<string, string[]>();
  /** Finds the others, at one place. */
  private readonly short: RegExp | undefined;

  constructor(entries: Iterable<SearchEntry>) {
    const patterns: { value: string; pattern: string }[] = [];
    for (const { name, value, anywhere } of entries) {
      if (this.names.has(value)) continue;
      this.names.set(value, name);
      const whole = !anywhere || /^\d+$/.test(value);
      const plain = escape(value.slice(0, HEAD));
      patterns.push({ value, pattern: whole && value.length <= HEAD ? String.raw`(?<![\w.])${plain}(?!\w)` : plain });
    }
    patterns.sort((one, other) => other.value.length - one.value.length);
    this.shortest = patterns.at(-1)?.value.length ?? Number.POSITIVE_INFINITY;
    if (patterns.length > 0) this.pattern = new RegExp(patterns.map(({ pattern }) => pattern).join("|"), "g");
    const long = patterns.filter(({ value }) => value.length > HEAD);
    if (long.length === 0) return;
    for (const { value } of long) {
      const head = value.slice(0, HEAD);
      this.long.set(head, [...(this.long.get(head) ?? []), value]);
    }
    const short = patterns.filter(({ value }) => value.length <= HEAD);
    if (short.length > 0) this.short = new RegExp(short.map(({ pattern }) => pattern).join("|"), "y");
  }

  find(text: string): ValueFound[] {
    const { pattern } = this;
    if (pattern === undefined || text.length < this.shortest) return [];
    const found: ValueFound[] = [];
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const { index } = match;
      const value = this.long.size === 0 ? match[0] : this.valueAt(text, index, match[0]);
      pattern.lastIndex = index + (value?.length ?? 1);
      if (value !== undefined) found.push({ name: this.names.get(value) ?? "", start: index, end: pattern.lastIndex });
    }
    return found;
  }

  private valueAt(text: string, at: number, matched: string): string | undefined {
    const whole = this.long.get(matched)?.find((value) => text.startsWith(value, at));
    if (whole !== undefined || this.names.has(matched)) return whole ?? matched;
    const { short } = this;
    if (short === undefined) return undefined;
    short.lastIndex = at;
    return short.exec(text)?.[0];
  }

  /** True for a text that is one of the values as a whole. */
  has(text: string): boolean {
    return this.names.has(text);
  }
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
