// Replaces, in a live value, what differs on its own: variables by their recorded values, times of the run by a word.
// The remaining difference needs a decision by a person, and the drift keeps its id from run to run.
import { isNumber, numberText } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { buildPointer } from "../json/pointer.js";
import { pairOf } from "./compare-json.js";
import type { Difference, LeafContext } from "./leaf-context.js";
import { jsonOfText } from "../reading/text-json.js";
import { isUnlikely } from "../variables/chance.js";
import { LeafComparison } from "../variables/compare.js";
import { type CallPair } from "../variables/call-pair.js";
import { lineAt } from "../variables/align.js";
import { seenText, tokenRange, type Place } from "../variables/learned.js";
import { nameOfPlace, type WordContext } from "../variables/names.js";
import { frameOf } from "../variables/shapes.js";
import { piecesOf } from "../variables/pieces.js";
import { isNow } from "../variables/time.js";
import { factsOf, isExplained } from "../trace/drift-classes.js";

/** Most element pairs that are compared for one value; a longer list is paired by index. */
const MOST_TRIES = 2000;
/** Most characters of a text that is searched. */
const MOST_TEXT = 100_000;
/** Most recorded lines that a live line is compared with. */
const MOST_LIKE = 20;

/** Returns a live value with its varying parts set back. `at` is the place of the recorded value. */
export function setBack(recorded: Exact | undefined, live: Exact, at: string, pair: CallPair): Exact {
  return new SettingBack(pair, at).value(recorded, live, at);
}

class SettingBack {
  private tries = 0;
  private readonly comparison: LeafComparison;

  constructor(
    private readonly pair: CallPair,
    /** The place of the drift. */
    private readonly top: string,
  ) {
    this.comparison = new LeafComparison(pair);
  }

  value(recorded: Exact | undefined, live: Exact, at: string): Exact {
    if (this.pair.free?.ignored(at) === true) return recorded ?? "[ignored]";
    if (Array.isArray(live)) return this.array(Array.isArray(recorded) ? recorded : [], live, at, (i) => `${at}/${i}`);
    if (isExactObject(live)) {
      const before = isExactObject(recorded) ? recorded : {};
      const entries = Object.entries(live).map(([key, part]): [string, Exact] => {
        const name = Object.hasOwn(before, key) ? key : this.named(key);
        const there = Object.hasOwn(before, name) ? before[name] : undefined;
        return [name, this.value(there, part, at + buildPointer([name]))];
      });
      return Object.fromEntries(entries);
    }
    if (recorded !== undefined && this.fits(recorded, live, at)) return recorded;
    if (isNumber(live)) {
      const text = numberText(live);
      const name = at === this.top ? undefined : this.variableAt(at, text);
      return name ?? (this.named(text) === text ? live : this.named(text));
    }
    return typeof live === "string" ? this.text(typeof recorded === "string" ? recorded : "", live, at) : live;
  }

  /** Returns the name of the variable that fills a place, where the value has its form. */
  private variableAt(at: string, live: string, token?: Place["token"], context?: WordContext): string | undefined {
    const { index, call, bindings } = this.pair;
    const spot = index.leaf(call, at).find(({ place }) => JSON.stringify(place.token) === JSON.stringify(token));
    if (spot === undefined) return undefined;
    const variable = index.variable(spot.variable);
    const recorded = seenText(variable?.seen[0]);
    const isStray = index.strays(spot, live, () => nameOfPlace(index.tool(call), at, recorded, context));
    if (isStray || !bindings.hasForm(spot.variable, recorded, live, this.pair)) return undefined;
    return `[${variable?.name ?? ""}]`;
  }

  private text(recorded: string, live: string, at: string): Exact {
    if (live.length > MOST_TEXT) return live;
    const [json, liveJson] = [jsonOfText(recorded), jsonOfText(live)];
    if (liveJson !== undefined) return this.value(json, liveJson, `${at}/json`);
    const before = recorded.split("\n");
    const lines = live.split("\n");
    if (lines.length === 1) {
      const whole = at === this.top ? undefined : this.variableAt(at, live);
      return whole ?? this.line(live, before.length === 1 ? [{ text: recorded, at }] : []);
    }
    return this.array(before, lines, at, (i) => lineAt(at, i, before));
  }

  /** Sets back each element by the recorded one that it equals: the one at its index, else the first. */
  private array(
    recorded: readonly Exact[],
    live: readonly Exact[],
    at: string,
    place: (index: number) => string,
  ): Exact[] {
    const isSorted = this.pair.index.isShuffled(this.pair.call, at) || this.pair.free?.anyOrder(at) === true;
    const set = live.map((part, i): Exact => {
      const own = recorded[i];
      if (own !== undefined && this.fits(own, part, place(i))) return own;
      const other = recorded.findIndex(
        (one, n) => n !== i && this.tries++ < MOST_TRIES && this.fits(one, part, place(n)),
      );
      if (other !== -1) return recorded[other] ?? null;
      if (typeof part === "string" && (own === undefined || typeof own === "string")) {
        const like = recorded.flatMap((one, n) => (typeof one === "string" ? [{ text: one, at: place(n) }] : []));
        return this.line(part, own === undefined ? like : [{ text: own, at: place(i) }, ...like]);
      }
      // A new element resembles the others of its list: an id that varies in them varies in it.
      const like = recorded.findIndex((one) => frameOf(one) === frameOf(part));
      return like === -1 ? this.value(own, part, place(i)) : this.value(recorded[like], part, place(like));
    });
    return isSorted ? set.toSorted((one, two) => (JSON.stringify(one) < JSON.stringify(two) ? -1 : 1)) : set;
  }

  private fits(recorded: Exact, live: Exact, at: string): boolean {
    return this.comparison.fits(recorded, live, at);
  }

  /** Puts names where a similar recorded line has variables, even where its other words differ. */
  private line(live: string, like: readonly { text: string; at: string }[]): string {
    const pieces = piecesOf(live);
    for (const { text: recorded, at } of like.slice(0, MOST_LIKE)) {
      const before = piecesOf(recorded);
      if (before.length !== pieces.length) continue;
      let [isOther, isNamed] = [false, false];
      const set = pieces.reduceRight((text, { text: piece, start, end }, n) => {
        const { text: was = "", from = 0, to = 0, ...own } = before[n] ?? { start: 0, end: 0 };
        const name = this.variableAt(at, piece, tokenRange(from, to), { text: recorded, ...own });
        if (name === undefined) {
          isOther ||= piece !== was;
          return text;
        }
        isNamed = true;
        return text.slice(0, start) + name + text.slice(end);
      }, live);
      // Only a variable differs, so that is the difference.
      if (isNamed && isOther) return this.named(set);
    }
    return this.named(live);
  }

  /** Replaces live values of variables by their recorded ones, and times of the run by a word. */
  private named(live: string): string {
    const moment = this.pair.live;
    return piecesOf(live).reduceRight((text, { text: piece, start, end }) => {
      const isTime = piece.length > 3 && isNow({ text: piece, moment });
      const name = isTime ? "[time]" : isUnlikely(piece) ? this.pair.bindings.recordedOf(piece) : undefined;
      return name === undefined ? text : text.slice(0, start) + name + text.slice(end);
    }, live);
  }
}

/** Returns the difference with `settled`, by which its id stays stable. */
export function withSettled<T extends Difference>(difference: T, context: LeafContext): T {
  const { recorded, present, path } = difference;
  if (present === undefined || isExplained(difference) || !factsOf(difference.class).isGiven) return difference;
  return { ...difference, settled: setBack(recorded, present, buildPointer(path), pairOf(context)) };
}
