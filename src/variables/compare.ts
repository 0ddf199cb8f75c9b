// Compares a live result with a recorded one to the letter of what was learned: variables by their rules, all else as it is.
import { jsonOfText } from "../drift/text-json.js";
import { isExactObject, type Exact, type ExactObject } from "../json/exact.js";
import { isNumber, numberText, sameNumber } from "../json/digits.js";
import { isHarmlessField } from "../drift/new-field.js";
import { below, lineAt } from "./align.js";
import type { Bindings } from "./bindings.js";
import { matchArray } from "./match-array.js";
import type { Finding, FindingClass, FindingReason } from "./finding.js";
import type { LearnedIndex, Spot } from "./index-learned.js";
import { rangeOf } from "./observe.js";
import { canonOf } from "./shapes.js";
import { matchTemplate } from "./template.js";
import { looksMade, widenMade } from "./made.js";
import type { Moment } from "./time.js";

/** Both sides of one call. */
export interface CallPair {
  call: number;
  recorded: Moment;
  live: Moment;
}

/** Compares the results of one call, or their parts at a place. Binds the variables that are read in it. */
export function compareCall(
  recorded: Exact,
  live: Exact,
  pair: CallPair,
  index: LearnedIndex,
  bindings: Bindings,
  at = "",
): Finding[] {
  const comparison = new Comparison(pair, index, bindings);
  comparison.value(recorded, live, at);
  return comparison.findings;
}

const MAX_POINTER = 4000;

class Comparison {
  readonly findings: Finding[] = [];

  constructor(
    private readonly pair: CallPair,
    private readonly index: LearnedIndex,
    private readonly bindings: Bindings,
  ) {}

  value(recorded: Exact, live: Exact, at: string): void {
    if (at.length > MAX_POINTER) {
      if (canonOf(recorded) !== canonOf(live)) this.find("changed", "constant", at, recorded, live);
    } else if (typeof recorded === "string" && typeof live === "string") this.string(recorded, live, at);
    else if (isNumber(recorded) && isNumber(live)) {
      const [spot] = this.index.leaf(this.pair.call, at);
      if (spot !== undefined) this.read(spot, numberText(recorded), numberText(live), at);
      else if (!sameNumber(recorded, live)) this.find("changed", "constant", at, recorded, live);
    } else if (Array.isArray(recorded) && Array.isArray(live)) {
      this.array(recorded, live, at, (i) => below(at, i));
    } else if (isExactObject(recorded) && isExactObject(live)) this.object(recorded, live, at);
    else if (recorded !== live) {
      const isSame = typeof recorded === typeof live && recorded !== null && live !== null;
      this.find("changed", isSame ? "constant" : "type", at, recorded, live);
    }
  }

  private find(
    kind: FindingClass,
    why: FindingReason,
    at: string,
    recorded: Exact | undefined,
    now: Exact | undefined,
    spot?: Spot,
  ): void {
    const variable = spot === undefined ? undefined : this.index.variable(spot.variable)?.name;
    this.findings.push({
      call: this.pair.call,
      at,
      class: kind,
      why,
      ...(variable === undefined ? {} : { variable }),
      ...(recorded === undefined ? {} : { recorded }),
      ...(now === undefined ? {} : { now }),
    });
  }

  /** Reads a variable at one of its places. */
  private read(spot: Spot, recorded: string, live: string, at: string): void {
    const why = this.bindings.read(spot.variable, recorded, live, this.pair);
    if (why !== undefined) this.find("changed", why, at, recorded, live, spot);
  }

  private string(recorded: string, live: string, at: string): void {
    const [json, liveJson] = [jsonOfText(recorded), jsonOfText(live)];
    if (json !== undefined && liveJson !== undefined) {
      this.value(json, liveJson, below(at, "json"));
      return;
    }
    const isGrown = this.index.grownAt(this.pair.call, at) !== undefined;
    if (!recorded.includes("\n") && !(isGrown && live.includes("\n"))) {
      this.line(recorded, live, at);
      return;
    }
    const lines = recorded.split("\n");
    this.array(lines, live.split("\n"), at, (i) => lineAt(at, i, lines.length));
  }

  private line(recorded: string, live: string, at: string): void {
    const spots = this.index.leaf(this.pair.call, at);
    if (spots.length === 0) {
      if (recorded !== live) this.find("changed", "constant", at, recorded, live);
      return;
    }
    const slots = spots
      .flatMap((spot) => {
        const range = rangeOf(recorded, spot.place.token);
        return range === undefined ? [] : [{ spot, ...this.widen(spot, recorded, range) }];
      })
      .toSorted((a, b) => a.start - b.start);
    const [only] = slots;
    if (slots.length === 1 && only !== undefined && only.start === 0 && only.end === recorded.length) {
      this.read(only.spot, recorded, live, at);
      return;
    }
    const match = matchTemplate(
      recorded,
      slots.map(({ spot, start, end }) => ({
        start,
        end,
        padded: this.index.isNumeric(spot.variable),
        fits: (value: string) => this.bindings.hasForm(spot.variable, recorded.slice(start, end), value),
      })),
      live,
    );
    if ("why" in match) {
      this.find("changed", match.why === "fixed" ? "text" : "ambiguous", at, recorded, live);
      return;
    }
    slots.forEach(({ spot, start, end }, i) => this.read(spot, recorded.slice(start, end), match.values[i] ?? "", at));
  }

  /** A made word may begin or end with dashes, which are no part of its tokens. */
  private widen(spot: Spot, text: string, range: { start: number; end: number }): { start: number; end: number } {
    if (!this.bindings.isMade(spot.variable)) return range;
    return widenMade(text, range);
  }

  private object(recorded: ExactObject, live: ExactObject, at: string): void {
    const names = this.liveNames(recorded, live, at);
    for (const [key, part] of Object.entries(recorded)) {
      const name = names.get(key);
      const there = below(at, key);
      if (name === undefined) {
        this.find("breaking", "gone", there, part, undefined);
        continue;
      }
      const spot = this.index.key(this.pair.call, there);
      if (spot !== undefined) this.read(spot, key, name, there);
      this.value(part, live[name] ?? null, there);
    }
    const matched = new Set(names.values());
    for (const [key, part] of Object.entries(live)) {
      if (matched.has(key) || this.pair.call === 0) continue;
      this.find(isHarmlessField(key, part) ? "additive" : "changed", "new", below(at, key), undefined, part);
    }
  }

  /** The live name of each recorded property: its own, or one that a variable has. */
  private liveNames(recorded: ExactObject, live: ExactObject, at: string): Map<string, string> {
    const names = new Map<string, string>();
    const open = new Set(Object.keys(live).filter((key) => !Object.hasOwn(recorded, key) && looksMade(key)));
    const random: string[] = [];
    for (const key of Object.keys(recorded)) {
      const spot = this.index.key(this.pair.call, below(at, key));
      if (spot === undefined) {
        if (Object.hasOwn(live, key)) names.set(key, key);
        continue;
      }
      const bound = this.bindings.valueOf(spot.variable);
      if (bound === undefined) random.push(key);
      else if (Object.hasOwn(live, bound)) {
        names.set(key, bound);
        open.delete(bound);
      }
    }
    for (const key of random) {
      if (Object.hasOwn(live, key)) open.add(key);
      const candidates = [...open];
      const part = recorded[key] ?? null;
      const name = candidates.find((each) => this.fits(part, live[each] ?? null, below(at, key))) ?? candidates[0];
      if (name === undefined) continue;
      names.set(key, name);
      open.delete(name);
    }
    return names;
  }

  /** True where a part would be found as recorded. Binds nothing. */
  private fits(recorded: Exact, live: Exact, at: string): boolean {
    const probe = new Comparison(this.pair, this.index, this.bindings.copy());
    probe.value(recorded, live, at);
    return probe.findings.length === 0;
  }

  private array(
    recorded: readonly Exact[],
    live: readonly Exact[],
    at: string,
    place: (index: number) => string,
  ): void {
    const { call } = this.pair;
    const grown = this.index.grownAt(call, at);
    const shuffled = this.index.isShuffled(call, at);
    if (grown === undefined && recorded.length !== live.length) {
      this.find("changed", "length", at, recorded.length, live.length);
      return;
    }
    const match =
      grown === undefined && !shuffled
        ? { order: recorded.map((_, i) => i), rest: [] }
        : matchArray(recorded, live, {
            grown,
            shuffled,
            fits: (i, j) => this.fits(recorded[i] ?? null, live[j] ?? null, place(i)),
            varies: (i) => this.index.hasVariable(call, place(i)),
          });
    if (match === undefined) {
      this.find("changed", shuffled ? "set" : "order", at, [...recorded], [...live]);
      return;
    }
    match.order.forEach((j, i) => this.value(recorded[i] ?? null, live[j] ?? null, place(i)));
    if (match.rest.length === 0) return;
    const rest = match.rest.map((j) => live[j] ?? null);
    const isOld = rest.every((row) => this.bindings.isOldRow(row, recorded, { call, at }));
    this.find(isOld ? "grown" : "changed", isOld ? "grown" : "leftover", at, recorded.length, live.length);
  }
}
