// Pools the values of numbers of one kind: the elements of a vector, the coordinates of a point, a column of rows that come
// in any order, or of which each has another time.
import { isNumber } from "../json/digits.js";
import { seenText, tokenEnds, type Learned, type Place, type Variable } from "./learned.js";
import { appendTo } from "../append-to.js";
import { numberOf } from "./amounts.js";
import { greatestOf, leastOf } from "./extremes.js";
import { timeSeries, type SeriesList, type TimePlace } from "./time-series.js";

/** In a shorter array each element may mean something else: a pair, a range. */
const VECTOR = 4;

/** Returns for each variable the values that determine its form: its own, or those of its kind, in one array for them all. */
export function seenTogether({ variables, orders }: Pick<Learned, "variables" | "orders">): string[][] {
  const lists = [...orders, ...timeSeries(variables.flatMap(timesOf))];
  const cells = cellsOfLines(variables, lists);
  const kinds = variables.map((variable) => kindOf(variable) ?? columnOf(variable, lists, cells));
  const members = new Map<string, Variable[]>();
  for (const [at, variable] of variables.entries()) {
    const kind = kinds[at];
    if (kind === undefined) continue;
    appendTo(members, kind, variable);
  }
  const together = new Map(
    [...members]
      .filter(([kind, { length }]) => length >= (kind.endsWith("/*") ? VECTOR : 2))
      .filter(([kind, those]) => !kind.startsWith(COLUMN) || areOfOneScale(those))
      .map(([kind, those]) => [kind, those.flatMap(({ seen }) => seen.map(seenText))]),
  );
  return variables.map(({ seen }, at) => together.get(kinds[at] ?? "") ?? seen.map(seenText));
}

function timesOf({ kind, places, seen: [recorded] }: Variable): TimePlace[] {
  return kind === "time" ? places.map((place) => ({ place, recorded: seenText(recorded) })) : [];
}

/** Returns the array whose element a number is, or the point. */
function kindOf({ kind, seen, places, sent }: Variable): string | undefined {
  const [place] = places;
  if (kind !== "value" || !seen.every(isNumber) || sent.length > 0 || place === undefined || place.token !== undefined)
    return undefined;
  const [, parent = "", key = ""] = /^(.*)\/([^/]*)$/.exec(place.at) ?? [];
  const end = /^\d+$/.test(key) ? "*" : /^[xyz]$/.test(key) ? "xyz" : undefined;
  return end === undefined ? undefined : `${String(place.call)} ${parent}/${end}`;
}

const COLUMN = "column ";

/**
 * Returns which one of its line each value of a list is, where all lines of the list have as many: `4` has fewer tokens than
 * `1.3`, so that what follows stands elsewhere.
 */
function cellsOfLines(variables: readonly Variable[], lists: readonly SeriesList[]): ReadonlyMap<Place, number> {
  const rows = new Map<string, Map<string, Place[]>>();
  for (const place of variables.flatMap(({ places }) => places)) {
    const list = place.token === undefined || place.key === true ? undefined : rowsAt(place, lists);
    if (list === undefined) continue;
    const lines = rows.get(list) ?? new Map<string, Place[]>();
    rows.set(list, lines);
    appendTo(lines, place.at, place);
  }
  const cells = new Map<Place, number>();
  for (const lines of rows.values()) {
    if (new Set([...lines.values()].map(({ length }) => length)).size > 1) continue;
    for (const line of lines.values())
      for (const [index, place] of line.toSorted((one, other) => tokenEnds(one)[0] - tokenEnds(other)[0]).entries())
        cells.set(place, index);
  }
  return cells;
}

/** Returns the column of an amount in rows of one kind. */
function columnOf(
  { kind, seen, places: [place], sent }: Variable,
  lists: readonly SeriesList[],
  cells: ReadonlyMap<Place, number>,
): string | undefined {
  if (kind === "time" || sent.length > 0 || place === undefined || place.key === true) return undefined;
  if (!seen.every((value) => numberOf(seenText(value)) !== undefined)) return undefined;
  const column = rowsAt(place, lists);
  const cell = cells.get(place) ?? JSON.stringify(place.token ?? 0);
  return column === undefined ? undefined : `${COLUMN}${kind} ${column} ${String(cell)}`;
}

/** Returns the list of rows of one kind that a place is in, with its place in any row of it. */
export function listAt(place: Place, lists: readonly SeriesList[]): string | undefined {
  const list = rowsAt(place, lists);
  return list === undefined ? undefined : `${list} ${JSON.stringify(place.token ?? 0)}`;
}

/** The same without where it stands in a line. */
function rowsAt({ call, at }: Place, lists: readonly SeriesList[]): string | undefined {
  for (const list of lists) {
    if (list.call !== call || !at.startsWith(`${list.at}/`)) continue;
    const [, row, below] = /^\/(?:lines\/)?(\d+)(.*)$/.exec(at.slice(list.at.length)) ?? [];
    const [first, last] = list.rows ?? [0, Infinity];
    if (below === undefined || Number(row) < first || Number(row) > last) continue;
    return `${String(call)} ${list.at} ${below}`;
  }
  return undefined;
}

/** True where no row lies further from all others than some row moved. */
function areOfOneScale(variables: readonly Variable[]): boolean {
  const ranges = variables.map(({ seen }) => {
    const amounts = seen.map((value) => numberOf(seenText(value)) ?? 0);
    return { least: leastOf(amounts), most: greatestOf(amounts) };
  });
  const widest = greatestOf(ranges.map(({ least, most }) => most - least));
  let top = Infinity;
  return ranges
    .toSorted((one, other) => one.least - other.least)
    .every(({ least, most }) => {
      const isNear = least - top <= widest;
      top = top === Infinity ? most : Math.max(top, most);
      return isNear;
    });
}
