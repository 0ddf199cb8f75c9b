// Finds numbers that were equal in all runs by chance: one die of three, the rank of one player of three.
import { appendTo } from "../append-to.js";
import { greatestOf, leastOf } from "./extremes.js";
import { differs, type Observed } from "./observe.js";
import { isElement, type Learned } from "./learned.js";
import { listAt } from "./siblings.js";

/** So many numbers of one kind show what any of them may be. */
const FEWEST = 3;

/** A number of few possible values: one of three is the same in three runs once in ten times. */
const FEW_VALUES = /^\d{1,2}$/;

/**
 * Returns the places whose number was the same in all runs, where most of the others of its kind differ, and it is no
 * further from these than they lie apart: the elements of a list of bare numbers, a column of rows that come in any order.
 */
export function equalByChance(observed: readonly Observed[], orders: Learned["orders"]): ReadonlySet<Observed> {
  const kinds = new Map<string, Observed[]>();
  for (const one of observed) {
    if (one.place.key === true || !one.seen.every((value) => FEW_VALUES.test(value))) continue;
    const list = isElement(one.place) && !one.text ? one.place.at.slice(0, one.place.at.lastIndexOf("/")) : undefined;
    const kind = list ?? listAt(one.place, orders);
    if (kind !== undefined) appendTo(kinds, `${String(one.place.call)} ${kind}`, one);
  }
  return new Set([...kinds.values()].flatMap(ofKind));
}

function ofKind(all: readonly Observed[]): readonly Observed[] {
  const varying = all.filter(differs);
  if (all.length < FEWEST || varying.length * 2 <= all.length) return [];
  const numbers = varying.flatMap(({ seen }) => seen.map(Number));
  const [least, most] = [leastOf(numbers), greatestOf(numbers)];
  const isNear = (number: number): boolean => number >= 2 * least - most && number <= 2 * most - least;
  return all.filter((one) => !differs(one) && isNear(Number(one.seen[0])));
}
