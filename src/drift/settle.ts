// Takes out of a live value what differs by itself, so that a drift keeps its id from run to run: what is a variable stands
// under its recorded name. What is left is what a person has called harmless, or has not.
import { canonicalJson } from "../json/canonical.js";
import { isNumber, numberText } from "../json/digits.js";
import { isExactObject } from "../json/exact.js";
import { jsonType, type JsonObject, type JsonValue } from "../json/value.js";
import { compareEpochs, isWithin } from "./clock.js";
import { compareJson } from "./compare-json.js";
import { linesOf } from "./compare-text.js";
import { Following } from "./following.js";
import type { Difference, LeafContext } from "./leaf-context.js";
import type { Path } from "./rules.js";
import { settleLines } from "./settle-lines.js";
import { tokensOfWord } from "./tokens.js";
import { wordsOf, type Word } from "./words.js";

/** Leaves that are held against each other for one drift; above it elements are paired as they stand. */
const MOST_WORK = 20_000;
/** Characters of a text that is looked into. */
const MOST_TEXT = 100_000;

/** The difference with `settled`, where it has none yet. */
export function withSettled<T extends Difference>(difference: T, context: LeafContext): T {
  const { class: kind, recorded, present, path } = difference;
  if (present === undefined || kind === "volatile" || kind === "correlated" || kind === "docs") return difference;
  const settler = new Settler(context);
  if (typeof recorded !== "string" || typeof present !== "string") {
    return { ...difference, settled: settler.settle(recorded, present, path).value };
  }
  return { ...difference, settled: settler.settleText(recorded, present, path, difference.settled) };
}

interface Settled {
  value: JsonValue;
  /** How many leaves are not as they are recorded. */
  off: number;
}

class Settler {
  private work = 0;
  private readonly context: LeafContext;

  constructor(private readonly original: LeafContext) {
    // An element is held against those that it does not follow, too.
    this.context = { ...original, following: new Following() };
  }

  /** `path`: of the recorded value, which is where the rules know it. */
  settle(recorded: JsonValue | undefined, live: JsonValue, path: Path): Settled {
    this.work += 1;
    if (this.context.rules.ignored(path)) return { value: recorded ?? "[ignored]", off: 0 };
    if (Array.isArray(live)) return this.settleArray(Array.isArray(recorded) ? recorded : [], live, path);
    if (isExactObject(live)) return this.settleObject(isExactObject(recorded) ? recorded : {}, live, path);
    if (recorded === undefined || jsonType(recorded) !== jsonType(live)) return { value: this.withNames(live), off: 1 };
    return this.settleLeaf(recorded, live, path);
  }

  private settleLeaf(recorded: JsonValue, live: JsonValue, path: Path): Settled {
    const context = { ...this.context, following: new Following() };
    const [found] = compareJson(recorded, live, path, context);
    if (found === undefined || found.class === "volatile" || found.class === "correlated") {
      return { value: recorded, off: 0 };
    }
    if (typeof recorded !== "string" || typeof live !== "string") return { value: this.withNames(live), off: 1 };
    return { value: this.settleText(recorded, live, path, found.settled), off: 1 };
  }

  /** `settled`: what there is without the words that may differ, where the lines are of one form. */
  settleText(recorded: string, live: string, path: Path, settled: JsonValue = live): JsonValue {
    if (live.length > MOST_TEXT) return settled;
    const isOfOneForm = settled !== live && settled !== linesOf(live).join("\n");
    return this.withNames(isOfOneForm ? settled : settleLines(recorded, live, path, this.context));
  }

  private settleObject(recorded: JsonObject, live: JsonObject, path: Path): Settled {
    let off = Object.keys(recorded).filter((key) => !Object.hasOwn(live, key)).length;
    const entries = Object.entries(live).map(([key, part]): [string, JsonValue] => {
      const name = this.inNames(key);
      const there = Object.hasOwn(recorded, name) ? recorded[name] : undefined;
      const settled = this.settle(there, part, [...path, name]);
      off += settled.off;
      return [name, settled.value];
    });
    return { value: Object.fromEntries(entries), off };
  }

  private settleArray(recorded: readonly JsonValue[], live: readonly JsonValue[], path: Path): Settled {
    let off = Math.max(0, recorded.length - live.length);
    const value = live.map((part, at) => {
      const settled = this.nearest(recorded, part, at, path);
      off += settled.off;
      return settled.value;
    });
    if (!this.context.rules.anyOrder(path)) return { value, off };
    const sorted = value.toSorted((one, other) => (canonicalJson(one) < canonicalJson(other) ? -1 : 1));
    return { value: sorted, off };
  }

  /** Settled by the recorded element that it is most like: of several that in its own place, else the first. */
  private nearest(recorded: readonly JsonValue[], part: JsonValue, at: number, path: Path): Settled {
    const own = Math.min(at, recorded.length - 1);
    const settleBy = (index: number): Settled => this.settle(recorded[index], part, [...path, Math.max(0, index)]);
    let best = settleBy(own);
    for (let index = 0; index < recorded.length && best.off > 0 && this.work < MOST_WORK; index++) {
      const settled = index === own ? best : settleBy(index);
      if (settled.off < best.off) best = settled;
    }
    return best;
  }

  /** Live values of the server's own under their recorded names, and the time of the run as such. */
  private withNames(live: JsonValue): JsonValue {
    const { liveAt } = this.original;
    if (isNumber(live)) {
      const digits = numberText(live);
      if (compareEpochs(digits, digits, liveAt, liveAt, false) === "clock") return "[time]";
      return this.nameOf(digits) ?? live;
    }
    return typeof live === "string" ? this.inNames(live) : live;
  }

  private inNames(live: string): string {
    const whole = this.nameOf(live);
    if (whole !== undefined) return whole;
    return wordsOf(live).reduceRight((text, word) => {
      const name = this.nameOfWord(word);
      return name === undefined ? text : text.slice(0, word.start) + name + text.slice(word.end);
    }, live);
  }

  private nameOfWord(word: Word): string | undefined {
    if (word.date !== undefined) return isWithin(word.date, this.original.liveAt) ? "[time]" : undefined;
    const tokens = tokensOfWord(word).toSorted((one, other) => other.text.length - one.text.length);
    const known = tokens.find((token) => this.nameOf(token.text) !== undefined)?.text;
    return known === undefined ? undefined : word.text.replace(known, () => this.nameOf(known) ?? known);
  }

  private nameOf(live: string): string | undefined {
    return this.original.pairs.ofLive(live)?.recorded ?? this.original.following.recordedOf(live);
  }
}
