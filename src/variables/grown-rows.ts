// Finds the recorded rows of a list among those that it has when it has grown.
import { appendTo } from "../append-to.js";
import type { Exact } from "../json/exact.js";
import { isUnlikely } from "./chance.js";
import type { GrownEnd, Known } from "./leaf-pair.js";
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
      const asItWas = (): number | undefined => choose(this.byText.get(this.plain[i] ?? "") ?? [], () => true);
      // What another row says of this one, its parent, may be another value now, where the row itself is as it was.
      const chosen =
        first === undefined
          ? (asItWas() ?? choose([...live.keys()], (j) => !this.isPlain.has(liveTexts[j] ?? "") && fits(j)))
          : (choose(
              [
                ...new Set([...(this.byText.get(expected[i] ?? "") ?? []), ...(this.byValue.get(first) ?? [])]),
              ].toSorted((a, b) => a - b),
              (j) =>
                liveTexts[j] === expected[i] ||
                (wanted.every((other) => this.liveValues[j]?.has(other) === true) && fits(j)),
            ) ?? asItWas());
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
   * Finds the recorded rows where nothing but its place tells which rows are new: all recorded rows are as they were, and
   * more stand between two of them, or at an end. Those at one end of these that no earlier run had are new, and the
   * recorded ones next to the other end are those that the recording made. Lines above and below, from one that says
   * another number of them, are no rows.
   */
  inserted(order: readonly number[]): Inserted | undefined {
    const [size, all] = [this.recorded.length, this.live.length];
    const above = this.saidLines((k) => [k, k], order);
    const below = this.saidLines((k) => [size - 1 - k, all - 1 - k], order);
    if (above + below >= size) return undefined;
    const last = all - below;
    const isNew = (j: number): boolean => !this.isPlain.has(this.liveTexts[j] ?? "") && !this.isLeft(j);
    const from = this.liveTexts.findIndex((_, j) => j >= above && j < last && isNew(j));
    const to = this.liveTexts.findLastIndex((_, j) => j >= above && j < last && isNew(j)) + 1;
    if (from < 0) return undefined;
    const more = all - size;
    // Where the new rows are the last of those that are more, or the first.
    const ends: Insertion[] = [
      { end: "head", start: to - more, made: to - from },
      { end: "tail", start: from, made: to - from },
    ];
    const fitting = ends.flatMap((insertion) => this.follow(insertion, above, below) ?? []);
    const outer = fitting.find(({ order: found, end }) =>
      end === "head" ? found[size - below - 1] === last - 1 : found[above] === above,
    );
    return outer ?? (fitting.length === 1 ? fitting[0] : undefined);
  }

  /** How many lines from one end say another number of rows, or are beyond one that does. */
  private saidLines(place: (k: number) => [i: number, j: number], order: readonly number[]): number {
    let said = 0;
    for (let k = 0; k < this.recorded.length; k++) {
      const [i, j] = place(k);
      if (order[i] !== j) break;
      // What is still there as it was is a row that the recording left.
      if (!this.byText.has(this.plain[i] ?? "")) said = k + 1;
    }
    return said;
  }

  private isLeft(j: number): boolean {
    return this.known.left?.(this.liveTexts[j] ?? "") === true;
  }

  /** Finds the recorded rows where those that are more start at a live index; undefined where other rows are there. */
  private follow({ end, start, made }: Insertion, above: number, below: number): Inserted | undefined {
    const [size, all] = [this.recorded.length, this.live.length];
    const more = all - size;
    if (start < above || start > size - below || made > more) return undefined;
    const isAsItWas = (i: number): boolean => this.plain[i] === this.liveTexts[i < start ? i : i + more];
    for (let i = above; i < size - below; i++) if (!isAsItWas(i)) return undefined;
    const may = (i: number, j: number): boolean => this.canBe(this.recorded[i] ?? null, this.live[j] ?? null);
    const first = end === "head" ? start - made : start;
    if (first < above || first + made > size - below) return undefined;
    const own = Array.from({ length: made }, (_, k) => (end === "head" ? start + more - made + k : start + k));
    if (!own.every((j, k) => may(first + k, j))) return undefined;
    const order = this.recorded.map((_, i) => own[i - first] ?? (i < start ? i : i + more));
    return { order, end };
  }
}

/** Rows that are more: the live index of the first, how many of them this run made, and the end of the earlier ones. */
interface Insertion {
  end: GrownEnd;
  start: number;
  made: number;
}

/** The live index of each recorded row, and at which end of this run's rows those of earlier runs are. */
interface Inserted {
  order: number[];
  end: GrownEnd;
}
