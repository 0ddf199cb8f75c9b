// Finds the recorded rows of a list among those that it has when it has grown.
import { appendTo } from "../append-to.js";
import type { Exact } from "../json/exact.js";
import { isUnlikely } from "./chance.js";
import type { Known } from "./leaf-pair.js";
import { canonOf, frameOf, valuesIn } from "./shapes.js";

/** The rows of a list that has grown, with what is known of their values. */
export class GrownRows {
  private readonly plain: readonly string[];
  private readonly isPlain: ReadonlySet<string>;
  private readonly expected: readonly string[];
  private readonly frames: ReadonlySet<string>;
  private readonly liveTexts: readonly string[];
  private readonly liveValues: readonly ReadonlySet<string>[];
  /** The values that are others now. */
  private readonly changed: ReadonlyMap<string, string>;
  private readonly byText = new Map<string, number[]>();
  private readonly byValue = new Map<string, number[]>();

  constructor(
    private readonly recorded: readonly Exact[],
    private readonly live: readonly Exact[],
    private readonly known: Known,
    /** True where a recorded row may be a live one: no word is another. */
    private readonly canBe: (recorded: Exact, live: Exact) => boolean,
  ) {
    this.plain = recorded.map((value) => canonOf(value));
    this.isPlain = new Set(this.plain);
    this.expected = recorded.map((value) => canonOf(value, known.values));
    this.frames = new Set(recorded.map(frameOf));
    this.liveTexts = live.map((value) => canonOf(value));
    this.liveValues = live.map(valuesIn);
    this.changed = new Map([...known.values].filter(([one, other]) => one !== other));
    this.liveTexts.forEach((text, j) => appendTo(this.byText, text, j));
    for (const [j, values] of this.liveValues.entries()) for (const value of values) appendTo(this.byValue, value, j);
  }

  /** Returns the live index of each recorded row. `of`: which of the rows that say the same. */
  find(of: "first" | "last"): number[] | undefined {
    const used = new Set<number>();
    const order: number[] = [];
    const choose = (rows: readonly number[], fits: (j: number) => boolean): number | undefined => {
      const isFree = (j: number): boolean => !used.has(j) && fits(j);
      return of === "last" ? rows.findLast(isFree) : rows.find(isFree);
    };
    const { live, expected, liveTexts } = this;
    // The rows of the recording that say the same are counted from the end, too.
    const rows = of === "last" ? [...this.recorded.entries()].toReversed() : [...this.recorded.entries()];
    for (const [i, value] of rows) {
      const wanted = [...valuesIn(value)].flatMap((one) => this.changed.get(one) ?? []);
      const fits = (j: number): boolean => liveTexts[j] === expected[i] || this.canBe(value, live[j] ?? null);
      const [first] = wanted;
      const chosen =
        first === undefined
          ? (choose(this.byText.get(this.plain[i] ?? "") ?? [], () => true) ??
            choose([...live.keys()], (j) => !this.isPlain.has(liveTexts[j] ?? "") && fits(j)))
          : choose(
              [
                ...new Set([...(this.byText.get(expected[i] ?? "") ?? []), ...(this.byValue.get(first) ?? [])]),
              ].toSorted((a, b) => a - b),
              (j) =>
                liveTexts[j] === expected[i] ||
                (wanted.every((other) => this.liveValues[j]?.has(other) === true) && fits(j)),
            );
      if (chosen === undefined) return undefined;
      used.add(chosen);
      order[i] = chosen;
    }
    return order;
  }

  /** True for a row that an earlier run may have left: a recorded one, one with a value of it, or one like it. */
  isOld(j: number): boolean {
    const value = this.live[j] ?? null;
    const text = this.liveTexts[j] ?? "";
    if (this.known.left?.(text) === true || (typeof value === "string" && value.trim() === "")) return true;
    const isMade = (one: string): boolean => this.changed.has(one) || this.known.made?.(one) === true;
    const made = [...(this.liveValues[j] ?? [])].filter(isMade);
    // A run may add a field to its row after it listed it.
    if (!this.frames.has(frameOf(value))) return made.some(isUnlikely);
    return made.length > 0 || this.isPlain.has(text) || this.recorded.some((row) => this.canBe(row, value));
  }

  /** The live indexes of all other rows. */
  restOf(order: readonly number[]): number[] {
    const chosen = new Set(order);
    return [...this.live.keys()].filter((j) => !chosen.has(j));
  }

  /** True where some recorded row has other values now. */
  hasMade(order: readonly number[]): boolean {
    return order.some((j, i) => this.liveTexts[j] !== this.plain[i]);
  }

  /** The live indexes of the rows that each run makes: an earlier one left them, too; else those that are others now. */
  ownOf(order: readonly number[], rest: readonly number[]): readonly number[] {
    const left = new Set(rest.map((j) => this.liveTexts[j]));
    const kept = order.filter((_, i) => left.has(this.plain[i]));
    if (kept.length > 0) return kept;
    return this.hasMade(order) ? order.filter((j, i) => this.liveTexts[j] !== this.plain[i]) : order;
  }

  /** True where all rows say the same as recorded ones, and those that occur again are before all others. */
  isNewestFirst(order: readonly number[]): boolean {
    if (this.hasMade(order)) return false;
    const rest = this.restOf(order);
    const left = new Set(rest.map((j) => this.liveTexts[j]));
    const others = order.filter((j) => !left.has(this.liveTexts[j]));
    if (others.length === 0 || others.length === order.length) return false;
    const own = new Set([...rest, ...order.filter((j) => left.has(this.liveTexts[j]))]);
    return others.every((j) => j >= own.size);
  }

  /**
   * Returns the live index of each recorded row where nothing but its place tells which rows are new: all recorded rows
   * are found as they were, and behind or before all others are rows that no earlier run had. As many rows at that end of
   * the recording are those that it made. A line above or below the rows may say another number of them.
   */
  atEnds(order: readonly number[]): number[] | undefined {
    const [rows, lines] = [this.recorded.length, this.live.length];
    const isSaid = (i: number, j: number): boolean => order[i] === j && this.liveTexts[j] !== this.plain[i];
    const above = isSaid(0, 0) ? 1 : 0;
    const below = rows > 1 && isSaid(rows - 1, lines - 1) ? 1 : 0;
    const found = this.atEndsBetween(above, below);
    if (found === undefined) return undefined;
    return [...(above === 1 ? [0] : []), ...found, ...(below === 1 ? [lines - 1] : [])];
  }

  private atEndsBetween(above: number, below: number): number[] | undefined {
    const plain = this.plain.slice(above, this.plain.length - below);
    const texts = this.liveTexts.slice(above, this.liveTexts.length - below);
    const isNew = texts.map((text) => !this.isPlain.has(text) && this.known.left?.(text) !== true);
    const [count, size, all] = [isNew.filter(Boolean).length, plain.length, texts.length];
    if (count === 0 || count > size) return undefined;
    const fromHead = plain.map((_, i) => (i < size - count ? i : all - size + i));
    const fromTail = plain.map((_, i) => (i < count ? i : all - size + i));
    const found = [fromHead, fromTail].find((places, end) => {
      const [made, kept] = end === 0 ? [all - count, 0] : [0, all - size];
      return (
        plain.every((text, i) => text === texts[kept + i]) &&
        isNew.every((one, j) => one === (j >= made && j < made + count)) &&
        places.every((j, i) => !isNew[j] || this.canBe(this.recorded[above + i] ?? null, this.live[above + j] ?? null))
      );
    });
    return found?.map((j) => above + j);
  }
}
