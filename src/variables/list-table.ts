// Reads the rows of a list as a table of numbers, and finds the rows of the table in a text that has a head and a foot.
import { decimalsIn } from "../json/digits.js";
import { appendTo } from "../append-to.js";
import { greatestOf, leastOf } from "./extremes.js";
import { cellsOf, rowsOfList, type RowList } from "./list-rows.js";

/** The numbers of each row by their columns. */
export type Table = readonly ReadonlyMap<string, number>[];

const MOST_DECIMALS = 6;

/** Each rule of a list asks for the same table. */
const lastTables = new WeakMap<RowList, Table>();

/** Returns the numbers of all rows. */
export function tableOf(list: RowList): Table {
  const table = lastTables.get(list) ?? rowsOfList(list).map((row) => new Map(cellsOf(row)));
  lastTables.set(list, table);
  return table;
}

const lastBodies = new WeakMap<Table, Table>();

/** The rows that have as many numbers as most have: without the names above a table and the count below it. */
function bodyOf(table: Table): Table {
  const known = lastBodies.get(table);
  if (known !== undefined) return known;
  const bySize = new Map<number, Table[number][]>();
  for (const row of table) if (row.size > 0) appendTo(bySize, row.size, row);
  const [most, second] = [...bySize.values()].toSorted((one, other) => other.length - one.length);
  const body = most === undefined || most.length === second?.length ? table : most;
  lastBodies.set(table, body);
  return body;
}

/** The rows that a rule of one column is about: all, if each has it, else those of the table within the text. */
export function rowsWith(column: string, table: Table): Table {
  const hasAll = table.every((row) => row.has(column));
  return hasAll || !isPartOfRow(column) ? table : bodyOf(table);
}

/** True for a number of a line, or of a row that is an array: only there a head is a row of its own. */
function isPartOfRow(column: string): boolean {
  return /^#|^\/\d+$/.test(column);
}

export function lastDigitOf(numbers: readonly number[]): number {
  const decimals = numbers.map((number) => decimalsIn(String(number)));
  return 10 ** -Math.min(MOST_DECIMALS, greatestOf(decimals));
}

export function spreadOf(numbers: readonly number[]): number {
  return Math.round((greatestOf(numbers) - leastOf(numbers)) / lastDigitOf(numbers));
}
