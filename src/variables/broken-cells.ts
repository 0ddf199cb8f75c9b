// Finds rows of a live list whose numbers no longer say of each other what they did in every run.
import { appendTo } from "../append-to.js";
import { isAtOrBelow } from "../json/pointer.js";
import type { BrokenNumber, LiveValueOf } from "./amounts.js";
import { numbersOfLists, type NumberCell } from "./column-numbers.js";
import { brokenShares, columnShares, type Shares } from "./column-shares.js";
import { brokenUnits, unitColumns } from "./column-units.js";
import type { Variable } from "./learned.js";
import { oncePerCassette } from "./once.js";

interface ColumnsOfCalls {
  units: ReturnType<typeof unitColumns>;
  shares: ReadonlyMap<number, readonly Shares[]>;
}

const columnsOf = oncePerCassette((variables): ColumnsOfCalls => {
  const shares = new Map<number, Shares[]>();
  for (const list of numbersOfLists(variables)) {
    for (const one of columnShares(list)) appendTo(shares, list.call, one);
  }
  return { units: unitColumns(variables), shares };
});

/** Lists what is broken in the lists of a call, at or below a place. */
export function brokenCells(
  variables: readonly Variable[],
  { call, at }: { call: number; at: string },
  valueOf: LiveValueOf,
): BrokenNumber[] {
  const of = columnsOf(variables);
  const isHere = (cells: readonly NumberCell[]): boolean => cells.every(({ place }) => isAtOrBelow(place.at, at));
  const units = (of.units.get(call) ?? []).filter(isHere);
  const shares = (of.shares.get(call) ?? []).filter((one) => isHere(one.shares) && isHere(one.parts));
  return [...brokenUnits(units, valueOf), ...brokenShares(shares, valueOf)];
}
