// Finds the recorded elements of an array among the live ones, in a different order or in a list that has grown.
import type { Exact } from "../json/exact.js";
import type { GrownEnd } from "./leaf-pair.js";

export interface ArrayRules {
  grown: GrownEnd | undefined;
  shuffled: boolean;
  /** True where the live element `j` matches the recorded element `i`. */
  fits(i: number, j: number): boolean;
  /** The live elements among which those that match the recorded element `i` are; undefined: all of them. */
  among(i: number): readonly number[] | undefined;
  /** True where the recorded element `i` contains a variable. */
  varies(i: number): boolean;
  /** True for the live element `j` if it may be anywhere. */
  isAhead(j: number): boolean;
  /** True for a row that this run made. */
  isOwn(i: number): boolean;
  /** True where the rows of earlier runs stand together. */
  apart: boolean;
}

export interface ArrayMatch {
  /** The live index of each recorded element. */
  order: number[];
  /** The live elements without a recorded one. */
  rest: number[];
  /** Recorded elements with variables that match several live elements: nothing is read in them. */
  open: ReadonlySet<number>;
}

/** Finds each recorded element; undefined where one is missing. */
export function matchArray(
  recorded: readonly Exact[],
  live: readonly Exact[],
  rules: ArrayRules,
): ArrayMatch | undefined {
  if (live.length < recorded.length) return undefined;
  const found = rules.shuffled ? matchAnywhere(recorded, live, rules) : matchInOrder(recorded, live, rules);
  if (found === undefined) return undefined;
  const { order } = found;
  const used = new Set(order);
  const rest = [...live.keys()].filter((j) => !used.has(j));
  // In no order there are no sides.
  if (rules.grown === undefined || rules.shuffled) return { ...found, rest };
  // A row without variables may be found in one of an earlier run that says the same: then one of this run is behind it.
  const made = order.filter((_, i) => rules.isOwn(i));
  const own = made.length > 0 ? made : order;
  const others = rest.filter((j) => !rules.isAhead(j));
  const isFine = rules.apart ? standTogether(others, own, order, rules.grown) : areOnSide(others, own, rules.grown);
  return isFine ? { ...found, rest } : undefined;
}

/** Tells on which side of this run's rows the rows of earlier runs are. */
export function endOf(own: readonly number[], rest: readonly number[]): GrownEnd | undefined {
  return (["head", "tail"] as const).find((end) => areOnSide(rest, own, end));
}

function areOnSide(rest: readonly number[], own: readonly number[], end: GrownEnd): boolean {
  const [first, last] = rangeOfAll(own);
  return rest.every((j) => (end === "head" ? j < last : j > first));
}

/** True where the rows of earlier runs stand together: between the rows that are no run's, and those of this run. */
export function standTogether(
  rest: readonly number[],
  own: readonly number[],
  order: readonly number[],
  end: GrownEnd,
): boolean {
  const made = new Set(own);
  const others = order.filter((j) => !made.has(j));
  const [first, last] = rangeOfAll(own);
  const [, from] = rangeOfAll(others.filter((j) => j < first));
  const [to] = rangeOfAll(others.filter((j) => j > last));
  return rest.every((j) => (end === "head" ? from < j && j < first : last < j && j < to));
}

/** The smallest and the largest number; of none, from infinite to infinite. */
function rangeOfAll(numbers: readonly number[]): [least: number, most: number] {
  return numbers.reduce<[number, number]>(
    ([least, most], number) => [Math.min(least, number), Math.max(most, number)],
    [Infinity, -Infinity],
  );
}

type Found = Omit<ArrayMatch, "rest">;

/** Assigns the elements with the fewest choices first. */
function matchAnywhere(recorded: readonly Exact[], live: readonly Exact[], rules: ArrayRules): Found | undefined {
  const choices = recorded.map((_, i) => ({
    i,
    fitting: [...(rules.among(i) ?? live.keys())].filter((j) => rules.fits(i, j)),
  }));
  const used = new Set<number>();
  const order: number[] = [];
  for (const { i, fitting } of choices.toSorted((a, b) => a.fitting.length - b.fitting.length)) {
    const open = fitting.filter((j) => !used.has(j));
    const chosen = rules.grown === "head" ? open.at(-1) : open[0];
    if (chosen === undefined) return undefined;
    used.add(chosen);
    order[i] = chosen;
  }
  const open = rules.grown === undefined ? undecided(choices).filter((i) => rules.varies(i)) : [];
  return { order, open: new Set(open) };
}

/** Returns the elements that still have several choices once the unique ones are assigned. */
function undecided(choices: readonly { i: number; fitting: readonly number[] }[]): number[] {
  const taken = new Set<number>();
  let left = choices;
  for (;;) {
    const rest = left.filter(({ fitting }) => {
      const open = fitting.filter((j) => !taken.has(j));
      if (open.length === 1) taken.add(open[0] ?? -1);
      return open.length !== 1;
    });
    if (rest.length === left.length) return rest.map(({ i }) => i);
    left = rest;
  }
}

/** Matches a grown list from the end without rows of earlier runs. */
function matchInOrder(recorded: readonly Exact[], live: readonly Exact[], rules: ArrayRules): Found | undefined {
  const order: number[] = [];
  const fromEnd = rules.grown === "head";
  const step = fromEnd ? -1 : 1;
  let j = fromEnd ? live.length - 1 : 0;
  for (let n = 0; n < recorded.length; n++) {
    const i = fromEnd ? recorded.length - 1 - n : n;
    while (j >= 0 && j < live.length && !rules.fits(i, j)) j += step;
    if (j < 0 || j >= live.length) return undefined;
    order[i] = j;
    j += step;
  }
  return { order, open: new Set() };
}
