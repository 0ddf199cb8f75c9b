// Finds series: rows of a list that come in the order of their times, a day or an hour each. They are of one kind.
import { greatestOf, leastOf } from "./extremes.js";
import type { Place } from "./learned.js";

/** Rows of a list from one to another, in any of which the same may stand. */
export interface SeriesList {
  call: number;
  at: string;
  /** The first row and the last; absent for all of them. */
  rows?: readonly [number, number];
}

/** A time at its first place, with its recorded text. */
export interface TimePlace {
  place: Place;
  recorded: string;
}

/** Two times beside each other are the start and the end of something. */
const FEWEST = 3;

/** Returns the series of results: rows one after the other, each of which has another time at the same place. */
export function timeSeries(times: readonly TimePlace[]): SeriesList[] {
  const columns = new Map<string, { list: SeriesList; rows: Map<number, string> }>();
  for (const { place, recorded } of times) {
    const [, at, row, below = ""] = /^(\/.*?)\/(\d+)((?:\/[^/]*[^/\d][^/]*)*)$/.exec(place.at) ?? [];
    if (at === undefined || place.key === true || place.call === 0) continue;
    const id = `${String(place.call)} ${at} ${below} ${JSON.stringify(place.token ?? 0)}`;
    const column = columns.get(id) ?? { list: { call: place.call, at: at.replace(/\/lines$/, "") }, rows: new Map() };
    columns.set(id, column);
    column.rows.set(Number(row), recorded);
  }
  return [...columns.values()].flatMap(({ list, rows }) => {
    const [first, last] = [leastOf(rows.keys()), greatestOf(rows.keys())];
    const isSeries = rows.size >= FEWEST && last - first + 1 === rows.size && new Set(rows.values()).size === rows.size;
    return isSeries ? [{ ...list, rows: [first, last] as const }] : [];
  });
}
