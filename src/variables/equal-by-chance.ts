// Finds numbers that were equal in all runs by chance: one die of three, the rank of one player of three.
import { appendTo } from "../append-to.js";
import { greatestOf, leastOf } from "./extremes.js";
import { differs, type Observed } from "./observe.js";
import { isElement } from "./learned.js";
import { listAt } from "./siblings.js";
import { timeSeries, type SeriesList } from "./time-series.js";
import type { Class } from "./classify.js";

/** So many numbers of one kind show what any of them may be. */
const FEWEST = 3;

/** A number of few possible values: one of three is the same in three runs once in ten times. */
const FEW_VALUES = /^(?:-?\d{1,2}|100)$/;

/** A place with what it was classified as. */
type Classified = readonly [Observed, Class];

/** Takes numbers that were equal by chance for values. `orders`: the lists whose rows come in any order. */
export function withChance(classes: readonly Classified[], orders: readonly SeriesList[]): Classified[] {
  const times = classes.flatMap(
    ([
      {
        place,
        seen: [recorded = ""],
      },
      { kind },
    ]) => (kind === "time" ? [{ place, recorded }] : []),
  );
  const lists = [...orders, ...timeSeries(times)];
  const chance = equalByChance(
    classes.map(([observed]) => observed),
    lists,
  );
  return classes.map(([observed, found]) => [observed, chance.has(observed) ? { kind: "value" } : found]);
}

/**
 * Returns the places whose number was the same in all runs, where most of the others of its kind differ, and it is no
 * further from these than they lie apart: the elements of a list of bare numbers, a column of rows of one kind.
 */
function equalByChance(observed: readonly Observed[], lists: readonly SeriesList[]): ReadonlySet<Observed> {
  const kinds = new Map<string, Observed[]>();
  for (const one of observed) {
    if (one.place.key === true || !one.seen.every((value) => FEW_VALUES.test(value))) continue;
    const list = isElement(one.place) && !one.text ? one.place.at.slice(0, one.place.at.lastIndexOf("/")) : undefined;
    const kind = list ?? listAt(one.place, lists);
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
