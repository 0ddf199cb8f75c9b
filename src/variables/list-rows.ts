// Reads the lists of a result, their rows, and the numbers in these.
import { isNumber, numberText } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { appendTo } from "../append-to.js";
import { entriesOf, itemsOf, rowsOfText } from "../reading/rows.js";
import { numberOf } from "./amounts.js";
import { below, entriesAt, itemsAt } from "./align.js";
import { piecesOf } from "./pieces.js";

/** Longer rows have no column of numbers that people add up. */
const MOST_CELLS = 60;
/** A row that is a longer array is a vector. */
const MOST_IN_ARRAY = 12;

/** The blocks of a result: a list where each is a row. */
export const BLOCKS = "/content";

/** What each run has of one call. */
export interface CallViews {
  call: number;
  /** The recording's, then that of each check. */
  views: readonly Exact[];
}

/** A list of one result. */
export type RowList = readonly Exact[];

/** Reads a whole number or a decimal, with or without thousands; what is as long as an id or an epoch is none. */
export function readAmount(text: string): number | undefined {
  const digits = text.replaceAll(/(\d),(?=\d{3}(?!\d))/g, "$1");
  return /^-?(?:0|[1-9]\d{0,8})(?:\.\d{1,20})?$/.test(digits) ? Number(digits) : undefined;
}

/** The arrays and texts of lines of a result by their pointers, without those inside other lists. */
export function listsOf(view: Exact): Map<string, RowList> {
  const lists = new Map<string, RowList>();
  const walk = (value: Exact, at: string): void => {
    if (typeof value === "string") {
      lists.set(at, rowsOfText(value));
      lists.set(itemsAt(at), itemsOf(value));
    } else if (Array.isArray(value)) {
      lists.set(at, value);
      // Each block of a result may have lists of its own.
      if (at === BLOCKS) value.forEach((block, i) => walk(block, below(at, i)));
    } else if (isExactObject(value)) {
      // Counts by their names are rows, too.
      const parts = Object.entries(value);
      if (parts.length > 1 && parts.every(([, part]) => isNumber(part))) lists.set(at, Object.values(value));
      const entries = entriesOf(value);
      if (entries !== undefined) lists.set(entriesAt(at), entries);
      for (const [key, part] of parts) walk(part, below(at, key));
    }
  };
  walk(view, "");
  return lists;
}

const MARK = /^\s*(?:([-*•+|>#])|\d+[.)])/u;

export function isMarkedLine(line: string): boolean {
  return MARK.test(line);
}

/** The lines of a table whose cells are parted by tabs, where a text has other lines, too: below the message of a commit. */
function tabbedIn(lines: readonly string[]): readonly string[] | undefined {
  const byCells = new Map<number, string[]>();
  for (const line of lines) if (line.includes("\t")) appendTo(byCells, line.split("\t").length, line);
  const [rows, ...others] = [...byCells.values()].filter(({ length }) => length > 1);
  return rows !== undefined && others.length === 0 && rows.length < lines.length ? rows : undefined;
}

/**
 * The rows of a list: of a text the lines that begin with the mark that most of them have, those of its table, or all that say
 * something.
 */
export function rowsOfList(list: RowList): RowList {
  // A line above lines of JSON is no row.
  const values = list.filter((row) => typeof row !== "string");
  if (values.length > 0) return values;
  if (!list.every((row) => typeof row === "string")) return list;
  const lines = list.filter((line) => line.trim() !== "");
  const byMark = new Map<string, string[]>();
  for (const line of lines) {
    // The ruler of a table is no item.
    const mark = /[\p{L}\p{N}]/u.test(line) ? MARK.exec(line) : null;
    if (mark !== null) appendTo(byMark, mark[1] ?? "1.", line);
  }
  const [most] = [...byMark.values()].toSorted((one, other) => other.length - one.length);
  return most ?? tabbedIn(lines) ?? lines;
}

/** A sign after a blank is one, after a word it is a dash. */
const SIGN = /(?:^|[\s|;,(])[-−]\p{Sc}?$/u;

/** What `df` and `du` write. */
const SIZE = /^\d{1,4}[KMGT]i?$/;

/**
 * The numbers of a row, by their place in it: in a line the first, the second, and the last, and its sizes in bytes. The sign
 * of a number is no part of its tokens.
 */
export function cellsOf(row: Exact): [string, number][] {
  if (typeof row === "string") {
    const pieces = piecesOf(row);
    const sizes = pieces.flatMap(({ text, kind, start }) =>
      kind === "quantity" || (SIZE.test(text) && row[start - 1] !== ".") ? (numberOf(text) ?? []) : [],
    );
    const numbers = pieces.flatMap(({ text, kind, start }) => {
      const number = kind === "time" ? undefined : readAmount(text);
      if (number === undefined) return [];
      return number > 0 && SIGN.test(row.slice(Math.max(0, start - 3), start)) ? -number : number;
    });
    const named = numbers.slice(0, 3).map((number, at): [string, number] => [`#${String(at + 1)}`, number]);
    const last = numbers.at(-1);
    const sized = sizes.slice(0, 3).map((size, at): [string, number] => [`#B${String(at + 1)}`, size]);
    return last === undefined ? sized : [...named, ["#last", last], ...sized];
  }
  const cells: [string, number][] = [];
  const walk = (value: Exact, at: string): void => {
    if (cells.length >= MOST_CELLS) return;
    const number = isNumber(value)
      ? readAmount(numberText(value))
      : typeof value === "string"
        ? readAmount(value)
        : undefined;
    if (number !== undefined) cells.push([at, number]);
    else if (isExactObject(value)) for (const [key, part] of Object.entries(value)) walk(part, below(at, key));
  };
  if (Array.isArray(row) && row.length <= MOST_IN_ARRAY) {
    for (const [i, part] of row.entries()) if (!isExactObject(part)) walk(part, below("", i));
  } else walk(row, "");
  return cells.filter(([column]) => !column.includes(" "));
}
