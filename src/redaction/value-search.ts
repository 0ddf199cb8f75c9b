// Values in; where they stand in texts out. Pure.

export interface SearchEntry {
  name: string;
  value: string;
  /** False for values that stand in other words too: then only whole words count. */
  anywhere: boolean;
}

export interface ValueFound {
  name: string;
  start: number;
  end: number;
}

/** Finds any of many values in a text, the longest first. */
export class ValueSearch {
  private readonly names = new Map<string, string>();
  private readonly pattern: RegExp | undefined;
  private readonly shortest: number;

  constructor(entries: Iterable<SearchEntry>) {
    const patterns: { value: string; pattern: string }[] = [];
    for (const { name, value, anywhere } of entries) {
      if (this.names.has(value)) continue;
      this.names.set(value, name);
      const whole = !anywhere || /^\d+$/.test(value);
      patterns.push({ value, pattern: whole ? String.raw`(?<![\w.])${escape(value)}(?!\w)` : escape(value) });
    }
    patterns.sort((one, other) => other.value.length - one.value.length);
    this.shortest = patterns.at(-1)?.value.length ?? Number.POSITIVE_INFINITY;
    if (patterns.length > 0) this.pattern = new RegExp(patterns.map(({ pattern }) => pattern).join("|"), "g");
  }

  find(text: string): ValueFound[] {
    const { pattern } = this;
    if (pattern === undefined || text.length < this.shortest) return [];
    const found: ValueFound[] = [];
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const name = this.names.get(match[0]) ?? "";
      found.push({ name, start: match.index, end: match.index + match[0].length });
    }
    return found;
  }

  /** True of a text that is one of the values, whole. */
  has(text: string): boolean {
    return this.names.has(text);
  }
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
