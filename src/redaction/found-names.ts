// Secrets that were found by their shape or their key in; the names that stand for them out. Pure but for what it keeps.
//
// A name has to be the same for the same secret, through the whole suite and from one recording to the next, and must
// say nothing about it. What is random enough that nobody can guess it gets a few digits of a keyed hash: the same
// everywhere, without any memory, and worth nothing to who has only the digits. What a person may have chosen
// (a password, a PIN) must not, because a guess could be tried against the digits: it is counted in order of appearance.
// Counting starts again in every command, so a number read from a cassette says nothing about a value of today: in replay
// such names come from a series of their own ("now"), and mean a recorded one only where they are found in its place.
import { createHmac } from "node:crypto";
import type { SearchEntry } from "./value-search.js";

const TAG_LENGTH = 6;
/** What is found is then looked for elsewhere too; a server that gives out thousands of tokens must not make that slow. */
const MOST_SEARCHED = 400;

export class FoundNames {
  private readonly byValue = new Map<string, string>();
  private readonly byName = new Map<string, string>();
  private readonly searched: SearchEntry[] = [];
  private readonly countedNames = new Set<string>();
  /** The last number of a name that is counted: what is taken stays so. */
  private readonly counted = new Map<string, number>();

  private series: "recorded" | "now" = "recorded";
  /** Counted names of what the config says: they compare as equal, but what they stand for is not known to be the same. */
  private readonly onlyCompared = new Set<string>();

  constructor(
    private readonly suite: string,
    private readonly taken: (name: string) => boolean,
  ) {}

  /** Ends what is the same in every command. */
  startSeries(series: "recorded" | "now"): void {
    this.series = series;
    if (series === "now") for (const name of this.countedNames) this.onlyCompared.add(name);
  }

  /** The name of a secret. `strong`: no one can guess it. `declared`: the config says that it is one. */
  add(value: string, kind: string, { strong, declared = false }: { strong: boolean; declared?: boolean }): string {
    const known = this.byValue.get(value);
    if (known !== undefined) return known;
    const name = strong ? `${kind}-${this.tagOf(value)}` : this.count(kind);
    if (!strong) this.countedNames.add(name);
    this.byValue.set(value, name);
    this.byName.set(name, value);
    const isWord = value.length < 16 && /^[A-Za-z]+$/.test(value);
    const isTelling = strong || (declared ? value.length >= 6 : value.length >= 8 && !isWord);
    // A piece of a placeholder that somebody wrote is in every placeholder.
    const isPiece = value.includes("[redacted:");
    if (isTelling && !isPiece && this.searched.length < MOST_SEARCHED) {
      this.searched.push({ name, value, anywhere: strong || !/^[A-Za-z]+$/.test(value) });
    }
    return name;
  }

  nameOf(value: string): string | undefined {
    return this.byValue.get(value);
  }

  valueOf(name: string): string | undefined {
    return this.byName.get(name);
  }

  /** The server has just said the value itself. */
  confirm(name: string): void {
    this.onlyCompared.delete(name);
  }

  /** The value that a recorded name certainly means. */
  valueAtHand(name: string): string | undefined {
    return this.onlyCompared.has(name) ? undefined : this.byName.get(name);
  }

  /** What is looked for in every text from now on. Only grows. */
  get entries(): readonly SearchEntry[] {
    return this.searched;
  }

  private tagOf(value: string): string {
    return createHmac("sha256", `mcpvals redaction, suite ${this.suite}`)
      .update(value)
      .digest("hex")
      .slice(0, TAG_LENGTH);
  }

  private count(kind: string): string {
    const base = this.series === "now" ? `${kind}-now` : kind;
    for (let number = (this.counted.get(base) ?? 0) + 1; ; number++) {
      const name = number === 1 ? base : `${base}-${number}`;
      if (this.byName.has(name) || this.taken(name)) continue;
      this.counted.set(base, number);
      return name;
    }
  }
}
