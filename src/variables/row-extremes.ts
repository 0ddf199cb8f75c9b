// Finds a number of a line that was the greatest or the least of its line in all rows of every run, and is not now: high and
// low of a share.
import { appendTo } from "../append-to.js";
import { numberOf } from "./amounts.js";
import { seenText, type Place, type Variable } from "./learned.js";

/** A number of a row. */
interface Cell {
  index: number;
  variable: Variable;
  place: Place;
  seen: readonly number[];
}

/** A number that is not the greatest or least any more. */
export interface BrokenExtreme {
  variable: Variable;
  place: Place;
  live: string;
  was: string;
}

/** One of four numbers is the greatest by chance in all of six rows once in four thousand times. */
const FEWEST = { rows: 6, others: 3 };
const RUNS = 3;

/** Lists the numbers of one call that broke it. `valueOf`: the live value of a variable. */
export function findBrokenExtremes(
  variables: readonly Variable[],
  call: number,
  valueOf: (variable: number) => string | undefined,
): BrokenExtreme[] {
  return tablesOf(variables, call).flatMap((rows) => {
    const [first = []] = rows;
    return first.flatMap((_, column) => [1, -1].flatMap((sign) => brokenIn(rows, column, sign, valueOf)));
  });
}

/** `sign`: 1 for the greatest. */
function brokenIn(
  rows: readonly (readonly Cell[])[],
  column: number,
  sign: number,
  valueOf: (variable: number) => string | undefined,
): BrokenExtreme[] {
  const others = (rows[0] ?? []).flatMap((_, other) =>
    other !== column && areClose(rows, column, other) ? [other] : [],
  );
  const values = (row: readonly Cell[], at: number): readonly number[] => row[at]?.seen ?? [];
  const runs = rows.flatMap((row) => values(row, column).map((value, run) => ({ row, value, run })));
  if (others.length < FEWEST.others || runs.length < FEWEST.rows) return [];
  const was = runs.every(({ row, value, run }) =>
    others.every((other) => sign * (value - (values(row, other)[run] ?? 0)) >= 0),
  );
  if (!was) return [];
  return rows.flatMap((row): BrokenExtreme[] => {
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
  });
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
function tablesOf(variables: readonly Variable[], call: number): Cell[][][] {
  const lines = new Map<string, Cell[]>();
  variables.forEach((variable, index) => {
    const [place] = variable.places;
    if (place?.call !== call || place.token === undefined || variable.kind !== "value") return;
    if (!/\/lines\/\d+$/.test(place.at)) return;
    const seen = variable.seen.map((value) => numberOf(seenText(value)));
    if (seen.length < RUNS || !seen.every((value) => value !== undefined)) return;
    appendTo(lines, place.at, { index, variable, place, seen });
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

function firstOf({ place: { token } }: Cell): number {
  return typeof token === "number" ? token : (token?.[0] ?? 0);
}
