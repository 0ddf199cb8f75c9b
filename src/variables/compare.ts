// Compares a live result with a recorded one exactly by what was learned: variables by their rules, everything else as
// it is.
import { addAll } from "../append-to.js";
import type { CallPair } from "./call-pair.js";
import { entriesOf, itemsOf, itemsOfBoth, rowsOfText } from "../reading/rows.js";
import { jsonOfText } from "../reading/text-json.js";
import { isExactObject, type Exact, type ExactObject } from "../json/exact.js";
import { isNumber, numberText, sameNumber } from "../json/digits.js";
import { below, entriesAt, itemsAt, lineAt } from "./align.js";
import { compareArray } from "./compare-array.js";
import { compareLine } from "./compare-line.js";
import { endsGround, type VariableFinding, type FindingClass, type FindingReason } from "./finding.js";
import { NOTHING_FREE, type FreePlaces } from "./free-places.js";
import type { Spot } from "./index-learned.js";
import { seenText } from "./learned.js";
import { findCrossed } from "./limits.js";
import { liveNames } from "./live-names.js";
import { isHarmlessNew } from "./new-fields.js";
import { isSameText } from "./same-text.js";
import { membersAt, membersOf } from "./said-rows.js";
import { canonOf } from "./shapes.js";
import { Bindings, type ListSides } from "./bindings.js";
import type { RowTemplate } from "./row-template.js";
import { bodyAt, bodyOf, wholeOf } from "./text-lengths.js";
import { findBrokenNumbers } from "./broken-numbers.js";
import { isOlderThanRun } from "./made-ages.js";
import { nameOfPlace, type Named, type WordContext } from "./names.js";

/** Compares the results of one call, or their parts at a place. Binds the variables that it reads. */
export function compareCall(recorded: Exact, live: Exact, pair: CallPair, at = ""): VariableFinding[] {
  const comparison = new LeafComparison(pair);
  comparison.value(recorded, live, at);
  return [...comparison.findings, ...findBrokenNumbers(pair, at, recorded)];
}

const MAX_POINTER = 4000;

/**
 * Reads a row of an earlier run with the variables of a template: apart from this run's values, and at any time.
 * Undefined where something else differs.
 */
export function readEarlierRow(template: RowTemplate, row: Exact, pair: CallPair): Bindings | undefined {
  const { at, index } = template;
  const free = pair.free && { ...pair.free, noteRedacted: () => undefined };
  const apart: CallPair = { ...pair, ...(free && { free }), index, bindings: Bindings.of(index), earlier: true };
  const comparison = new LeafComparison(apart);
  comparison.value(template.row, row, at);
  const isSame = comparison.findings.every((finding) => finding.class === "volatile");
  return isSame && findBrokenNumbers(apart, at, template.row).length === 0 ? apart.bindings : undefined;
}

/** One walk over both sides. */
export class LeafComparison {
  readonly findings: VariableFinding[] = [];
  readonly free: FreePlaces;

  constructor(readonly pair: CallPair) {
    this.free = pair.free ?? NOTHING_FREE;
  }

  value(recorded: Exact, live: Exact, at: string): void {
    const { free, pair } = this;
    if (free.ignored(at)) this.ignore(recorded, live, at);
    else if (recorded === live && this.isPlain(at)) return;
    else if (at.length > MAX_POINTER) {
      if (canonOf(recorded) !== canonOf(live)) this.changed("constant", at, recorded, live);
    } else if (Array.isArray(recorded) && Array.isArray(live)) {
      this.array(recorded, live, at, (i) => below(at, i));
    } else if (isExactObject(recorded) && isExactObject(live)) this.object(recorded, live, at);
    else if (free.varies(at) && this.mayVary(recorded, live)) this.forgive(recorded, live, at, "varies");
    else if (typeof recorded === "string" && typeof live === "string") this.string(recorded, live, at);
    else if (isNumber(recorded) && isNumber(live)) {
      const [spot] = pair.index.leaf(pair.call, at);
      if (spot !== undefined) this.read(spot, numberText(recorded), numberText(live), at, { recorded, live });
      else if (!sameNumber(recorded, live)) this.number(recorded, live, at);
    } else if (recorded !== live) {
      const isSame = typeof recorded === typeof live && recorded !== null && live !== null;
      this.changed(isSame ? "constant" : "type", at, recorded, live);
    }
  }

  find(
    kind: FindingClass,
    why: FindingReason,
    at: string,
    rest: Omit<VariableFinding, "call" | "class" | "why" | "at">,
  ): void {
    this.findings.push({ call: this.pair.call, at, class: kind, why, ...rest });
  }

  changed(why: FindingReason, at: string, recorded: Exact, now: Exact, spot?: Spot): void {
    const variable = spot === undefined ? undefined : this.pair.index.variable(spot.variable)?.name;
    this.find("changed", why, at, { ...(variable !== undefined && { variable }), recorded, now, lost: recorded });
  }

  /**
   * Reads a variable at one of its places. `whole`: the leaf, where the variable is all of it. Returns false where the
   * value breaks a rule.
   */
  read(
    spot: Spot,
    recorded: string,
    live: string,
    at: string,
    { context, shape, ...whole }: { recorded?: Exact; live?: Exact; context?: WordContext; shape?: string } = {},
  ): boolean {
    const { index, bindings, call } = this.pair;
    const broken = bindings.read(spot.variable, recorded, live, this.pair, shape);
    const named = (): Named => nameOfPlace(index.tool(call), at, recorded, context);
    const isStray =
      broken === undefined && (index.strays(spot, live, named) || isOlderThanRun(index, spot, live, named, context));
    const why = isStray ? "range" : broken;
    const sides = { recorded: whole.recorded ?? recorded, now: whole.live ?? live };
    if (why !== undefined) {
      this.changed(why, at, sides.recorded, sides.now, spot);
      return false;
    }
    const name = index.variable(spot.variable)?.name;
    if (whole.recorded !== undefined && recorded !== live) {
      this.find("volatile", "variable", at, { ...(name !== undefined && { variable: name }), ...sides });
    }
    return true;
  }

  private number(recorded: Exact, live: Exact, at: string): void {
    const isExplained =
      this.pair.loose === true && isNumber(recorded) && isNumber(live)
        ? this.pair.bindings.explains(numberText(recorded), numberText(live), this.pair)
        : false;
    if (isExplained) this.find("volatile", "variable", at, { recorded, now: live });
    else this.changed("constant", at, recorded, live);
  }

  private string(recorded: string, live: string, at: string): void {
    const { index, call } = this.pair;
    const isGrown = index.isGrown(call, at);
    const [json, liveJson] = [jsonOfText(recorded), jsonOfText(live)];
    if (json !== undefined && liveJson !== undefined && !isGrown) {
      this.value(json, liveJson, below(at, "json"));
      return;
    }
    if (this.isPlain(at) && isSameText(recorded, live, at)) return;
    this.noteText(recorded, live, at);
    // One line of JSON is a row, any other text of one line is read as such.
    const areRows = isGrown && (live.includes("\n") || json !== undefined);
    if (!recorded.includes("\n") && !areRows) {
      this.noteLine(recorded, live, at);
      if (!this.items(recorded, live, at)) compareLine(this, recorded, live, at);
      return;
    }
    const lines = rowsOfText(recorded);
    this.array(lines, rowsOfText(live), at, (i) => lineAt(at, i, lines));
  }

  /** Of a text, and of its body, a number may say how long it is. */
  private noteText(recorded: string, live: string, at: string): void {
    this.noteList(wholeOf(at), () => ({ recorded: [recorded], live: [live] }));
    this.noteList(bodyAt(at), () => ({ recorded: [bodyOf(recorded) ?? ""], live: [bodyOf(live) ?? ""] }));
  }

  /** A list of one line is a list, too, and so is what it lists. */
  private noteLine(recorded: string, live: string, at: string): void {
    this.noteList(at, () => ({ recorded: [recorded], live: rowsOfText(live) }));
    this.noteList(itemsAt(at), () => {
      const [items, others] = itemsOfBoth(recorded, live)?.map((parts) => parts.slice(1, -1)) ?? [];
      return { recorded: items ?? itemsOf(recorded), live: others ?? itemsOf(live) };
    });
  }

  private noteList(at: string, sides: () => ListSides): void {
    const { index, bindings, call } = this.pair;
    if (index.hasFigure(call, at)) bindings.noteList(call, at, sides());
  }

  /** Compares what two texts list, where that was learned as a list. Returns false where it was not. */
  private items(recorded: string, live: string, at: string): boolean {
    const there = itemsAt(at);
    const [items, others] =
      (this.pair.index.isList(this.pair.call, there) ? itemsOfBoth(recorded, live) : undefined) ?? [];
    if (items === undefined || others === undefined) return false;
    compareArray(this, { recorded: items, live: others, at: there, place: (i) => below(there, i) });
    return true;
  }

  /** Compares two objects by their entries, where these were learned as a list. Returns false where they were not. */
  private entries(recorded: ExactObject, live: ExactObject, at: string): boolean {
    const there = entriesAt(at);
    this.noteList(at, () => ({ recorded: Object.values(recorded), live: Object.values(live) }));
    this.noteList(there, () => ({ recorded: entriesOf(recorded) ?? [], live: entriesOf(live) ?? [] }));
    const entries = this.pair.index.isList(this.pair.call, there) ? entriesOf(recorded) : undefined;
    if (entries === undefined) return false;
    const others = entriesOf(live);
    if (others === undefined) this.changed("constant", at, recorded, live);
    else compareArray(this, { recorded: entries, live: others, at: there, place: (i) => below(there, i) });
    return true;
  }

  private object(recorded: ExactObject, live: ExactObject, at: string): void {
    this.noteList(membersAt(at), () => ({ recorded: membersOf(recorded), live: membersOf(live) }));
    if (this.entries(recorded, live, at)) return;
    const names = liveNames(this, recorded, live, at);
    const { index, call } = this.pair;
    for (const [key, part] of Object.entries(recorded)) {
      const name = names.get(key);
      const there = below(at, key);
      if (name === undefined) {
        if (this.free.ignored(there)) this.find("volatile", "ignored", there, { recorded: part, lost: part });
        else this.find("breaking", "gone", there, { recorded: part, lost: part });
        continue;
      }
      const spot = index.key(call, there);
      if (spot !== undefined) this.read(spot, key, name, there);
      this.value(part, live[name] ?? null, there);
    }
    if (this.pair.loose !== true) this.limits(recorded, live, at);
    const matched = new Set(names.values());
    for (const [key, part] of Object.entries(live)) {
      const there = below(at, key);
      if (matched.has(key) || this.free.ignored(there)) continue;
      // An object that was empty was an answer too.
      const wasFilled = matched.size > 0 || Object.keys(recorded).length > 0 || at.split("/").length < 4;
      const isHarmless = (wasFilled || at.includes("/requestedSchema")) && isHarmlessNew(index, call, there, part);
      this.find(isHarmless ? "additive" : "changed", "new", there, { now: part });
    }
  }

  private limits(recorded: ExactObject, live: ExactObject, at: string): void {
    const { index, call } = this.pair;
    const seenAt = (key: string): readonly string[] | undefined => {
      const [spot] = index.leaf(call, below(at, key));
      return spot === undefined ? undefined : index.variable(spot.variable)?.seen.map(seenText);
    };
    for (const { key, was } of findCrossed(recorded, live, seenAt)) {
      const [there, before] = [below(at, key), recorded[key] ?? null];
      if (this.free.ignored(there) || this.free.varies(there)) continue;
      const sides = { recorded: before, now: live[key] ?? null, lost: before };
      this.find("changed", "relation", there, { variable: key, was, ...sides });
    }
  }

  /** True where a part would be found as recorded. Binds nothing. */
  fits(recorded: Exact, live: Exact, at: string): boolean {
    const free = { ...this.free, noteRedacted: () => undefined };
    const probe = new LeafComparison({ ...this.pair, free, bindings: this.pair.bindings.probe() });
    probe.value(recorded, live, at);
    return !probe.findings.some(endsGround);
  }

  /** The config frees only values of one type, and a missing value has no type. */
  private mayVary(recorded: Exact, live: Exact): boolean {
    if (isNumber(recorded) || isNumber(live)) return isNumber(recorded) && isNumber(live);
    if (typeof recorded !== typeof live || recorded === null || live === null) return false;
    return typeof live !== "string" || live.trim() !== "" || recorded === "";
  }

  /** Reads the variables of a place that is not compared: a later call may send them. */
  forgive(recorded: Exact, live: Exact, at: string, why: "varies" | "ignored"): void {
    const { free: _, ...pair } = this.pair;
    const inside = new LeafComparison(pair);
    inside.value(recorded, live, at);
    if (inside.findings.length === 0) return;
    if (why === "varies") {
      // A value may vary, but must still be the same one everywhere.
      const broken = inside.findings.filter((finding) => finding.why === "same" || finding.why === "distinct");
      if (broken.length > 0) {
        addAll(this.findings, broken);
        return;
      }
    }
    const lost = inside.findings.some(endsGround) ? { lost: recorded } : {};
    this.find("volatile", why, at, { recorded, now: live, ...lost });
  }

  private ignore(recorded: Exact, live: Exact, at: string): void {
    this.forgive(recorded, live, at, "ignored");
  }

  array(recorded: readonly Exact[], live: readonly Exact[], at: string, place: (index: number) => string): void {
    this.noteList(at, () => ({ recorded, live }));
    compareArray(this, { recorded, live, at, place });
  }

  /** The same comparison of other elements, whose variables are not read: a later call would send them. */
  apart(): LeafComparison {
    return new LeafComparison({ ...this.pair, bindings: this.pair.bindings.copy() });
  }

  /** Reads a row of an earlier run. */
  readEarlier(template: RowTemplate, row: Exact): Bindings | undefined {
    return readEarlierRow(template, row, this.pair);
  }

  /** True where nothing was learned of a place, so that only the values themselves decide. */
  isPlain(at: string): boolean {
    return !this.pair.index.isWithin(this.pair.call, at) && !this.free.hasBelow(at);
  }
}
