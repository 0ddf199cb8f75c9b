// Finds a number of a line that was the greatest or the least of its line in all rows of every run, and is not now: high and
// low of a share.
import { appendTo } from "../append-to.js";
import { numberOf, type BrokenNumber, type LiveValueOf } from "./amounts.js";
import { seenText, tokenEnds, type Place, type Variable } from "./learned.js";

/** A number of a row. */
interface Cell {
  index: number;
  variable: Variable;
  place: Place;
  seen: readonly number[];
}

/** One of four numbers is the greatest by chance in all of six rows once in four thousand times. */
const FEWEST = { rows: 6, others: 3 };
const RUNS = 3;

/** A column whose number was the greatest, or the least, of its line in all rows of every run. */
export interface Extreme {
  rows: readonly (readonly Cell[])[];
  column: number;
  /** The columns of its scale. */
  others: readonly number[];
  /** 1 for the greatest. */
  sign: 1 | -1;
}

/** Returns the columns of the texts of each call that had it. */
export function rowExtremes(variables: readonly Variable[]): ReadonlyMap<number, readonly Extreme[]> {
  const byCall = new Map<number, Extreme[]>();
  for (const rows of tablesOf(variables)) {
    const [first = []] = rows;
    const call = first[0]?.place.call;
    if (call !== undefined) for (const extreme of extremesOf(rows, first)) appendTo(byCall, call, extreme);
  }
  return byCall;
}

function extremesOf(rows: readonly (readonly Cell[])[], first: readonly Cell[]): Extreme[] {
  return first.flatMap((_, column) => {
    const others = first.flatMap((_cell, other) => (other !== column && areClose(rows, column, other) ? [other] : []));
    if (others.length < FEWEST.others) return [];
    return ([1, -1] as const).flatMap((sign): Extreme[] => {
      const extreme = { rows, column, others, sign };
      return wasExtreme(extreme) ? [extreme] : [];
    });
  });
}

function wasExtreme({ rows, column, others, sign }: Extreme): boolean {
  const seenIn = (row: readonly Cell[], at: number): readonly number[] => row[at]?.seen ?? [];
  const runs = rows.flatMap((row) => seenIn(row, column).map((value, run) => ({ row, value, run })));
  return (
    runs.length >= FEWEST.rows &&
    runs.every(({ row, value, run }) => others.every((other) => sign * (value - (seenIn(row, other)[run] ?? 0)) >= 0))
  );
}

/** Lists the numbers that are not the greatest or the least of their line any more. */
export function brokenExtremes(extremes: readonly Extreme[], valueOf: LiveValueOf): BrokenNumber[] {
  return extremes.flatMap(({ rows, column, others, sign }) =>
    rows.flatMap((row): BrokenNumber[] => {
      const cell = row[column];
      const live = cell === undefined ? undefined : valueOf(cell.index);
      const now = numberOf(live);
      if (cell === undefined || live === undefined || now === undefined) return [];
      const isBeyond = others.some((other) => {
        const beside = numberOf(valueOf(row[other]?.index ?? -1));
        return beside !== undefined && sign * (now - beside) < 0;
      });
      const { variable, place } = cell;
      return isBeyond ? [{ variable, place, live, was: `the ${sign > 0 ? "greatest" : "least"} of its row` }] : [];
    }),
  );
}

/** True for columns of one scale: no row has twice as much in the one. */
function areClose(rows: readonly (readonly Cell[])[], one: number, other: number): boolean {
  return rows.every((row) =>
    (row[one]?.seen ?? []).every((value, run) => {
      const beside = row[other]?.seen[run] ?? 0;
      return value > 0 && beside > 0 && value < 2 * beside && beside < 2 * value;
    }),
  );
}

/** The numbers of lines of a text that have as many. */
function tablesOf(variables: readonly Variable[]): Cell[][][] {
  const lines = new Map<string, Cell[]>();
  variables.forEach((variable, index) => {
    const [place] = variable.places;
    if (place === undefined || place.token === undefined || variable.kind !== "value") return;
    if (!/\/lines\/\d+$/.test(place.at)) return;
    const seen = variable.seen.map((value) => numberOf(seenText(value)));
    if (seen.length < RUNS || !seen.every((value) => value !== undefined)) return;
    appendTo(lines, `${String(place.call)} ${place.at}`, { index, variable, place, seen });
  });
  const tables = new Map<string, Cell[][]>();
  for (const [at, cells] of lines) {
    const text = at.slice(0, at.lastIndexOf("/"));
    appendTo(
      tables,
      `${text} ${String(cells.length)}`,
      cells.toSorted((a, b) => firstOf(a) - firstOf(b)),
    );
  }
  return [...tables.values()];
}

function firstOf({ place }: Cell): number {
  return tokenEnds(place)[0];
}
