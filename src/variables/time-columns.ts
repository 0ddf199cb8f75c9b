// Finds rows that were in the order of a time in every run, also where they come in another order or the time has no year.
import { isExactObject, type Exact } from "../json/exact.js";
import { greatestOf, leastOf } from "./extremes.js";
import type { ColumnRule } from "./learned.js";
import { rowsOfList, type RowList } from "./list-rows.js";
import type { Table } from "./list-table.js";
import { piecesOf } from "./pieces.js";
import { DAY_MS, dayNumber } from "../reading/dates.js";
import { readMoment, readTimes } from "./time-forms.js";

/** Readings of one clock may come in any order. */
const JITTER_MS = 2000;
/** In three runs, three times are in order by chance once in two hundred. */
const FEWEST = 3;
/** A longer list says by its other rules what it is. */
const MOST = 200;
/** The column of the first time of a line. */
const OF_LINE = "#T1";
/** A year with all days. */
const YEAR = 2000;
const YEAR_MS = 366 * DAY_MS;
const AFTER_YEAR = (dayNumber(YEAR + 1, 1, 1) ?? 0) * DAY_MS;

type TimeOrder = Pick<ColumnRule, "is" | "column" | "down">;

/** Returns the times that all rows have, where they were in order in every run. */
export function timeOrders(lists: readonly RowList[]): TimeOrder[] {
  const tables = lists.map(timesOf);
  const columns = new Set(tables[0]?.flatMap((row) => [...row.keys()]));
  return [...columns].flatMap((column) =>
    [false, true].flatMap((down): TimeOrder[] => {
      const rule: TimeOrder = { is: "sorted", column, ...(down ? { down: true } : {}) };
      const areSorted = tables.every((table) => {
        const times = timesIn(column, table);
        const isApart = times.slice(1).every((time, at) => Math.abs(time - (times[at] ?? 0)) > JITTER_MS);
        return times.length >= FEWEST && isApart && areInOrder(times, down);
      });
      return areSorted ? [rule] : [];
    }),
  );
}

/** The times of both sides, where the live ones are out of order; undefined for another rule. */
export function brokenTimeOrder(
  { is, column, down }: TimeOrder,
  { recorded, live }: { recorded: RowList; live: RowList },
): { recorded: Exact; now: Exact } | undefined {
  if (is !== "sorted") return undefined;
  const [before, now] = [recorded, live].map((list) => timesIn(column, timesOf(list)));
  if (before === undefined || now === undefined || before.length === 0 || areInOrder(now, down === true))
    return undefined;
  return { recorded: [...rowsOfList(recorded)], now: [...rowsOfList(live)] };
}

function areInOrder(times: readonly number[], down: boolean): boolean {
  return times.every((time, at) => {
    const step = time - (times[at - 1] ?? time);
    return (down ? -step : step) >= -JITTER_MS;
  });
}

function timesIn(column: string, table: Table): number[] {
  const times = table.flatMap((row) => row.get(column) ?? []);
  const isOverNewYear = column === OF_LINE && greatestOf(times) - leastOf(times) > YEAR_MS / 2;
  if (!isOverNewYear || !times.every((time) => time < AFTER_YEAR)) return times;
  const middle = greatestOf(times) - YEAR_MS / 2;
  return times.map((time) => (time < middle ? time + YEAR_MS : time));
}

const lastTables = new WeakMap<RowList, Table>();

function timesOf(list: RowList): Table {
  const rows = lastTables.get(list) ?? (list.length > MOST ? [] : rowsOfList(list).map(timesOfRow));
  lastTables.set(list, rows);
  return rows;
}

function timesOfRow(row: Exact): Table[number] {
  if (typeof row === "string") {
    const time = /\d/.test(row) ? timeOfLine(row) : undefined;
    return new Map(time === undefined ? [] : [[OF_LINE, time]]);
  }
  const times = new Map<string, number>();
  if (!isExactObject(row)) return times;
  for (const [key, value] of Object.entries(row)) {
    const moment = typeof value === "string" && value.length <= 40 ? readMoment(value) : undefined;
    if (moment !== undefined && !/[~/ ]/.test(key)) times.set(`/${key}`, moment.at);
  }
  return times;
}

/** The first time of a line: a moment, or a day without a year with the time of day after it. */
function timeOfLine(line: string): number | undefined {
  const pieces = piecesOf(line);
  const at = pieces.findIndex(({ kind }) => kind === "time");
  const [first, second] = [pieces[at], pieces[at + 1]];
  if (first === undefined) return undefined;
  const moment = readMoment(first.text);
  if (moment !== undefined) return moment.at;
  const day = readTimes(first.text).find(({ kind }) => kind === "date");
  const clock = second === undefined ? undefined : readTimes(second.text).find(({ kind }) => kind === "clock");
  const isBeside = second !== undefined && /^,? +$/.test(line.slice(first.end, second.start));
  if (day?.kind !== "date" || clock?.kind !== "clock" || !isBeside) return undefined;
  const days = dayNumber(YEAR, day.month, day.date);
  return days === undefined ? undefined : days * DAY_MS + clock.at;
}
