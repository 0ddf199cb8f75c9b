// Finds the live element for each recorded element of an array: at its index, in a different order, or in a list that
// has grown.
import type { Exact } from "../json/exact.js";
import { Pairing, type GrownPair, type Known, type KnownValues } from "./leaf-pair.js";
import { isUnlikely } from "./chance.js";
import { isPlainWord } from "./made.js";
import { standTogether, endOf } from "./match-array.js";
import { orderByNames } from "./row-names.js";
import { appendTo } from "../append-to.js";
import { canonOf, frameOf, valuesIn } from "./shapes.js";

/** Aligns one element with another. */
export type AlignElement = (recorded: Exact, live: Exact, at: string, known: Known, pairing: Pairing) => void;

/** Aligns two arrays. `place` returns the pointer of an element. */
export function alignArray(
  recorded: readonly Exact[],
  live: readonly Exact[],
  at: string,
  place: (index: number) => string,
  known: Known,
  pairing: Pairing,
  element: AlignElement,
): void {
  const follow = (order: readonly number[]): void =>
    order.forEach((index, i) => element(recorded[i] ?? null, live[index] ?? null, place(i), known, pairing));
  const asTheyAre = (): void => follow(recorded.map((_, i) => i));
  if (recorded.length === live.length) {
    const order = recorded.length < 2 ? undefined : findOrder(recorded, live, known, element);
    if (order !== undefined) pairing.orders.add(at);
    if (order === undefined) asTheyAre();
    else follow(order);
    return;
  }
  const grown =
    live.length > recorded.length && recorded.length > 0 ? findGrown(recorded, live, known, element) : undefined;
  if (grown === undefined) {
    pairing.issues.push({ at, why: "length", recorded: recorded.length, live: live.length });
    return;
  }
  const { end, rest, apart } = grown;
  pairing.grows.set(at, { end, rest, apart, recorded, live, place });
  if (grown.shuffled) pairing.orders.add(at);
  follow(grown.order);
}

/** Returns the live index of each recorded element where only a different order explains the difference. */
function findOrder(
  recorded: readonly Exact[],
  live: readonly Exact[],
  known: Known,
  element: AlignElement,
): number[] | undefined {
  const expected = recorded.map((value) => canonOf(value, known.values));
  const found = live.map((value) => canonOf(value));
  if (expected.every((text, i) => text === found[i])) return undefined;
  const order = permutation(expected, found);
  if (order !== undefined) return order;
  const named = orderByNames(recorded, live);
  if (named !== undefined) return named;
  if (recorded.length > MAX_SHUFFLED) return undefined;
  const fits = (i: number, j: number): boolean => canBe(recorded[i] ?? null, live[j] ?? null, known, element);
  if (recorded.every((_, i) => fits(i, i))) return undefined;
  return onlyAssignment(recorded.length, fits);
}

/** Longer arrays are compared by index, unless their elements are equal in a different order. */
const MAX_SHUFFLED = 100;

/**
 * Returns the index for each element where the assignment is unique: each fits only one once the others are assigned.
 */
function onlyAssignment(count: number, fits: (i: number, j: number) => boolean): number[] | undefined {
  const choices = Array.from({ length: count }, (_, i) =>
    Array.from({ length: count }, (__, j) => j).filter((j) => fits(i, j)),
  );
  const order: number[] = [];
  const open = new Set(choices.keys());
  const used = new Set<number>();
  while (open.size > 0) {
    const next = [...open].find((i) => choices[i]?.filter((j) => !used.has(j)).length === 1);
    const chosen = next === undefined ? undefined : choices[next]?.find((j) => !used.has(j));
    if (next === undefined || chosen === undefined) return undefined;
    order[next] = chosen;
    used.add(chosen);
    open.delete(next);
  }
  return order;
}

/** Values on top of those that are known: what is found in a probe is forgotten with it. */
class KnownOnTop implements KnownValues {
  private readonly own = new Map<string, string>();

  constructor(private readonly below: KnownValues) {}

  get(recorded: string): string | undefined {
    return this.own.get(recorded) ?? this.below.get(recorded);
  }

  has(recorded: string): boolean {
    return this.own.has(recorded) || this.below.has(recorded);
  }

  set(recorded: string, live: string): void {
    this.own.set(recorded, live);
  }

  *[Symbol.iterator](): Iterator<[string, string]> {
    yield* this.below;
    yield* this.own;
  }
}

/** True where an element may be the other one: the same structure, and no word that became a different word. */
function canBe(recorded: Exact, live: Exact, known: Known, element: AlignElement): boolean {
  const probe = new Pairing();
  element(recorded, live, "", { ...known, values: new KnownOnTop(known.values) }, probe);
  if (probe.issues.length > 0) return false;
  return [...probe.leaves.values()].every((leaf) =>
    leaf.spans.every(({ start, end, liveStart, liveEnd }) => {
      const [one, other] = [leaf.recorded.slice(start, end), leaf.live.slice(liveStart, liveEnd)];
      return one === other || !isPlainWord(one) || !isPlainWord(other);
    }),
  );
}

function permutation(one: readonly string[], other: readonly string[]): number[] | undefined {
  const open = new Map<string, number[]>();
  other.forEach((text, at) => open.set(text, [...(open.get(text) ?? []), at]));
  const order: number[] = [];
  for (const text of one) {
    const at = open.get(text)?.shift();
    if (at === undefined) return undefined;
    order.push(at);
  }
  return order;
}

interface Grown extends Pick<GrownPair, "end" | "rest" | "apart"> {
  order: number[];
  shuffled: boolean;
}

/**
 * Finds the recorded elements in a longer list: by known values, else counted from the end that did not grow. Each other
 * element has to be one that an earlier run left.
 */
function findGrown(
  recorded: readonly Exact[],
  live: readonly Exact[],
  known: Known,
  element: AlignElement,
): Grown | undefined {
  const unlikely = known.unlikely ?? new Map<string, string>();
  if (unlikely.size > 0) {
    const values = new KnownOnTop(known.values);
    for (const [one, other] of unlikely) if (!known.values.has(one)) values.set(one, other);
    const found = findAmong(recorded, live, { ...known, values }, element);
    if (found !== undefined) return found;
  }
  return findAmong(recorded, live, known, element);
}

function findAmong(
  recorded: readonly Exact[],
  live: readonly Exact[],
  known: Known,
  element: AlignElement,
): Grown | undefined {
  const rows = new GrownRows(recorded, live, known, element);
  const order = rows.find("last");
  if (order === undefined) return undefined;
  const newest = rows.isNewestFirst(order) ? rows.find("first") : undefined;
  const chosen = newest ?? order;
  const rest = [...live.keys()].filter((j) => !chosen.includes(j));
  if (!rest.every((j) => rows.isOld(j))) return undefined;
  const own = rows.ownOf(chosen, rest);
  const side = newest === undefined ? endOf(own, rest) : "tail";
  // Rows that are known by their values, and that stand among the others, are in no order.
  if (side === undefined && !rows.hasMade(chosen)) return undefined;
  const end = side ?? "head";
  const shuffled = side === undefined || chosen.some((j, i) => i > 0 && j < (chosen[i - 1] ?? 0));
  const apart = standTogether(rest, own, chosen, end);
  return { order: chosen, end, shuffled, apart, rest };
}

/** The rows of a list that has grown, with what is known of their values. */
class GrownRows {
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
    private readonly element: AlignElement,
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
      const fits = (j: number): boolean =>
        liveTexts[j] === expected[i] || canBe(value, live[j] ?? null, this.known, this.element);
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
    return (
      made.length > 0 ||
      this.isPlain.has(text) ||
      this.recorded.some((row) => canBe(row, value, this.known, this.element))
    );
  }

  /** True where some recorded row has other values now. */
  hasMade(order: readonly number[]): boolean {
    return order.some((j, i) => this.liveTexts[j] !== this.plain[i]);
  }

  /** The live indexes of the rows that this run made: others than recorded, else those that earlier runs left as well. */
  ownOf(order: readonly number[], rest: readonly number[]): readonly number[] {
    const made = order.filter((j, i) => this.liveTexts[j] !== this.plain[i]);
    if (made.length > 0) return made;
    const left = new Set(rest.map((j) => this.liveTexts[j]));
    const same = order.filter((j) => left.has(this.liveTexts[j]));
    return same.length > 0 ? same : order;
  }

  /** True where all rows say the same as recorded ones, and those that occur again are before all others. */
  isNewestFirst(order: readonly number[]): boolean {
    if (this.hasMade(order)) return false;
    const rest = [...this.live.keys()].filter((j) => !order.includes(j));
    const left = new Set(rest.map((j) => this.liveTexts[j]));
    const others = order.filter((j) => !left.has(this.liveTexts[j]));
    const last = Math.max(...order.filter((j) => left.has(this.liveTexts[j])), ...rest);
    return others.length > 0 && others.length < order.length && others.every((j) => j > last);
  }
}
