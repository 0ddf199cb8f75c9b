// Finds a column of which all amounts have another unit now, and numbers as before: idle for 12 min, and for 12 s.
import type { BrokenNumber, LiveValueOf } from "./amounts.js";
import { columnsOfLists, type NumberCell } from "./column-numbers.js";
import { greatestOf, leastOf } from "./extremes.js";
import type { Variable } from "./learned.js";
import { wordsOfName } from "./names.js";
import { unitOf } from "./quantity.js";
import { setOf } from "../reading/set-of.js";

/** So many rows do not all cross the amount from which a program writes another unit. */
const ROWS = 3;
/** How many times beyond the numbers of all runs those in the other unit may be. */
const NEAR = 2;
/** What all began when the server did. */
const AGES = setOf("up uptime age ago since start started restart restarted created running updated");

/** Returns the columns of each call in which all amounts of all runs had one unit. */
export function unitColumns(variables: readonly Variable[]): ReadonlyMap<number, readonly (readonly NumberCell[])[]> {
  const lists = columnsOfLists(variables, ({ kind, name }, texts) => {
    const isAge = wordsOfName(name).some((word) => AGES.has(word));
    return kind === "quantity" && !isAge && texts.every((text) => unitOf(text) !== undefined);
  });
  const byCall = new Map<number, (readonly NumberCell[])[]>();
  for (const { call, columns } of lists) {
    const alike = columns.filter(
      (cells) => cells.length >= ROWS && new Set(cells.flatMap(({ texts }) => texts.map(unitOf))).size === 1,
    );
    if (alike.length > 0) byCall.set(call, [...(byCall.get(call) ?? []), ...alike]);
  }
  return byCall;
}

/** The first amount of each column that has another unit in all rows. */
export function brokenUnits(columns: readonly (readonly NumberCell[])[], valueOf: LiveValueOf): BrokenNumber[] {
  return columns.flatMap((cells): BrokenNumber[] => {
    const [first] = cells;
    const lives = cells.map(({ index }) => valueOf(index) ?? "");
    const [unit, ...others] = new Set(lives.map(unitOf));
    const before = unitOf(first?.texts[0] ?? "");
    if (first === undefined || before === undefined || unit === undefined || others.length > 0 || unit === before)
      return [];
    const seen = cells.flatMap(({ texts }) => texts.map(numberOf));
    const [least, most] = [leastOf(seen), greatestOf(seen)];
    const isAsBefore = lives.map(numberOf).every((number) => number * NEAR >= least && number <= most * NEAR);
    return isAsBefore
      ? [{ variable: first.variable, place: first.place, live: lives[0] ?? "", was: `in ${before}` }]
      : [];
  });
}

function numberOf(text: string): number {
  return Number.parseFloat(text.replaceAll(",", ""));
}
