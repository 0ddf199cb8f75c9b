// Finds the live element for each recorded element of an array: at its index, in a different order, or in a list that
// has grown.
import type { Exact } from "../json/exact.js";
import { isNumber, numberText } from "../json/digits.js";
import { isUnlikely } from "./chance.js";
import { Pairing, type GrownPair, type Known, type KnownValues } from "./leaf-pair.js";
import { GrownRows } from "./grown-rows.js";
import { isPlainWord } from "./made.js";
import { standTogether, endOf } from "./match-array.js";
import { orderByNames } from "./row-names.js";
import { canonOf } from "./shapes.js";
import { arePutBack, countsToTry, shiftsOf, widenings } from "./windows.js";

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
  const isLonger = live.length > recorded.length && recorded.length > 0;
  const grown = isLonger ? findGrown(recorded, live, known, element) : undefined;
  const list = grown === undefined ? findWindow(recorded, live, known, element) : { ...grown, live };
  if (list !== undefined) {
    const { order, shuffled, ...pair } = list;
    pairing.grows.set(at, { ...pair, recorded, place });
    if (shuffled) pairing.orders.add(at);
    order.forEach((index, i) => element(recorded[i] ?? null, pair.live[index] ?? null, place(i), known, pairing));
    return;
  }
  if (recorded.length === live.length) {
    const order = recorded.length < 2 ? undefined : findOrder(recorded, live, known, element);
    if (order !== undefined) pairing.orders.add(at);
    (order ?? [...recorded.keys()]).forEach((index, i) =>
      element(recorded[i] ?? null, live[index] ?? null, place(i), known, pairing),
    );
    return;
  }
  pairing.issues.push({ at, why: "length", recorded: recorded.length, live: live.length });
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
  const named = orderByNames(recorded, live, known.values);
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
  if (probe.issues.length > 0 || probe.read.size > 0) return false;
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

function withoutWeekdays(text: string): string {
  return text.replaceAll(/(?<!\p{L})(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?(?!\p{L})/gu, "#");
}

/** Finds the recorded elements in a list that shows so many only, where new ones pushed others out. */
function findWindow(
  recorded: readonly Exact[],
  live: readonly Exact[],
  known: Known,
  element: AlignElement,
): (Grown & Pick<GrownPair, "live" | "window" | "size">) | undefined {
  if (recorded.length > live.length || recorded.length < (recorded.length === live.length ? 3 : 2)) return undefined;
  // Numbers of a few digits are the same in two runs by chance.
  if (recorded.some((row) => isNumber(row) && !isUnlikely(numberText(row)))) return undefined;
  const before = recorded.map((row) => canonOf(row));
  const said = new Set(before);
  if (said.size < before.length) return undefined;
  const now = live.map((row) => canonOf(row));
  // A forecast of the next days is no list of which days fell out.
  if (before.map(withoutWeekdays).every((text, i) => text === withoutWeekdays(now[i] ?? ""))) return undefined;
  // The same rows in another order lost none; in a sentence, what stands before and after them may vary.
  const found = new Set(now);
  const isOwn = (text: string, i: number): boolean =>
    said.has(text) || (i !== 0 && i !== now.length - 1 ? false : !found.has(before[i] ?? ""));
  if (found.size === now.length && now.every(isOwn)) return undefined;
  for (const window of ["last", "first"] as const) {
    const isFull = recorded.length === live.length;
    const counts = isFull ? shiftsOf(before, now, window) : countsToTry(recorded, live, window);
    for (const wide of widenings(recorded, live, window, counts)) {
      const grown = findGrown(recorded, wide.rows, known, element);
      if (grown === undefined || grown.shuffled || !arePutBack(wide, grown.order)) continue;
      const texts = grown.rest.map((j) => canonOf(wide.rows[j] ?? null));
      if (texts.every((text) => said.has(text) || known.left?.(text) === true))
        return { ...grown, live: wide.rows, window, ...(!isFull && { size: live.length }) };
    }
  }
  return undefined;
}

function findAmong(
  recorded: readonly Exact[],
  live: readonly Exact[],
  known: Known,
  element: AlignElement,
): Grown | undefined {
  const rows = new GrownRows(recorded, live, known, (one, other) => canBe(one, other, known, element));
  const order = rows.find("last");
  if (order === undefined) return undefined;
  const newest = rows.isNewestFirst(order) ? rows.find("first") : undefined;
  const inserted = rows.inserted(order);
  const chosen = inserted?.order ?? newest ?? order;
  const rest = rows.restOf(chosen);
  if (!rest.every((j) => rows.isOld(j))) return undefined;
  const own = rows.ownOf(chosen, rest);
  const side = inserted?.end ?? (newest === chosen ? "tail" : endOf(own, rest));
  // Rows that are known by their values, and that stand among the others, are in no order.
  if (side === undefined && !rows.hasMade(chosen)) return undefined;
  const end = side ?? "head";
  const shuffled = side === undefined || chosen.some((j, i) => i > 0 && j < (chosen[i - 1] ?? 0));
  const apart = standTogether(rest, own, chosen, end);
  return { order: chosen, end, shuffled, apart, rest };
}
