// Finds the recorded elements of an array among the live ones, where they may be in another order or the list has grown.
import type { Exact } from "../json/exact.js";
import type { GrownEnd } from "./leaf-pair.js";

export interface ArrayRules {
  grown: GrownEnd | undefined;
  shuffled: boolean;
  /** True where the recorded element `i` is found as recorded in the live element `j`. */
  fits(i: number, j: number): boolean;
  /** True where the recorded element `i` holds a variable. */
  varies(i: number): boolean;
}

export interface ArrayMatch {
  /** The live index of each recorded element. */
  order: number[];
  /** The live elements that are left. */
  rest: number[];
  /** Recorded elements with variables that could as well be other live ones: they fit, and nothing is read in them. */
  open: ReadonlySet<number>;
}

/** Finds each recorded element; undefined where one is not found. */
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
  const rows = order.filter((_, i) => rules.varies(i));
  // Rows of earlier runs stand on the side that was learned, seen from the rows of this run.
  const onSide = (j: number): boolean =>
    rows.length === 0 || (rules.grown === "head" ? j < Math.max(...rows) : j > Math.min(...rows));
  return rest.every(onSide) ? { ...found, rest } : undefined;
}

type Found = Omit<ArrayMatch, "rest">;

/** The elements with the fewest choices first. */
function matchAnywhere(recorded: readonly Exact[], live: readonly Exact[], rules: ArrayRules): Found | undefined {
  const choices = recorded.map((_, i) => ({ i, fitting: [...live.keys()].filter((j) => rules.fits(i, j)) }));
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

/** The elements of which more than one choice is left, once those that fit one alone are taken. */
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

/** In a grown list, from the end where no rows of earlier runs are. */
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
