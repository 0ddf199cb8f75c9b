// Finds rows of a list sorted by time that changed places only because their times are equal now: nothing says which of
// them comes first.
import { greatestOf } from "./extremes.js";
import { isNumber, numberText } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { amountOf } from "./chosen.js";
import { areInOwnOrder } from "./own-order.js";
import { piecesOf, type Piece } from "./pieces.js";

export interface TieRules {
  /** The values of a recorded row's property, or of a piece of a line, in each run. `isTime`: a clock decides them. */
  seen: (row: number, part: RowPart, recorded: string) => { texts: readonly string[]; isTime: boolean };
  /** True where the live element `j` matches the recorded element `i`. */
  fits: (i: number, j: number) => boolean;
}

/** A property, or the token with which a piece of a line begins. */
export type RowPart = { key: string } | { token: number };

/** Returns the live index of each recorded row; undefined where all rows are in their places, or more than ties moved. */
export function orderOfTies(recorded: readonly Exact[], live: readonly Exact[], rules: TieRules): number[] | undefined {
  // A head of a text has no time, and stays where it is.
  const at = recorded.flatMap((row, i) => (typeof row === "string" && timeIn(row) === undefined ? [] : [i]));
  const [rows, others] = [recorded, live].map((all) => at.map((i) => all[i] ?? null));
  if (rows === undefined || others === undefined) return undefined;
  const order = recorded.map((_, i) => i);
  const columns = columnsOf(rows, others, {
    fits: rules.fits,
    seen: (row, part, text) => rules.seen(at[row] ?? row, part, text),
  });
  for (const time of columns.filter(({ isTime }) => isTime)) {
    for (const tie of tiesIn(time)) {
      if (columns.some((column) => column !== time && puts(column, tie))) continue;
      const tied = tie.map((row) => at[row] ?? row);
      const match = assign(tied, rules);
      if (match === undefined) return undefined;
      tied.forEach((row, i) => (order[row] = match[i] ?? row));
    }
  }
  return order.every((j, i) => i === j) ? undefined : order;
}

/** A property that all rows have, in each recorded run and now. */
interface Column {
  isTime: boolean;
  runs: readonly (readonly string[])[];
  now: readonly string[];
}

function columnsOf(recorded: readonly Exact[], live: readonly Exact[], rules: TieRules): Column[] {
  const [first] = recorded;
  if (typeof first === "string") return columnsOfLines(recorded, live, rules);
  if (!isExactObject(first)) return [];
  const keys = Object.keys(first);
  // Most lists have no time in each row.
  const isTime = (key: string): boolean =>
    recorded.every((row, i) => {
      const text = textOf(row, key);
      return text !== undefined && rules.seen(i, { key }, text).isTime;
    });
  if (!keys.some(isTime)) return [];
  return keys.flatMap((key): Column[] => {
    const now = live.flatMap((row) => textOf(row, key) ?? []);
    const rows = recorded.flatMap((row, i) => {
      const text = textOf(row, key);
      return text === undefined ? [] : [rules.seen(i, { key }, text)];
    });
    return now.length < live.length || rows.length < recorded.length ? [] : [columnOf(rows, now)];
  });
}

function columnOf(rows: readonly ReturnType<TieRules["seen"]>[], now: readonly string[]): Column {
  const count = greatestOf(rows.map(({ texts }) => texts.length));
  const runs = Array.from({ length: count }, (_, run) => rows.map(({ texts }) => texts[run] ?? texts[0] ?? ""));
  return { isTime: rows.every(({ isTime }) => isTime), runs, now };
}

/** The first time of each line, and what it says beside that. */
function columnsOfLines(recorded: readonly Exact[], live: readonly Exact[], rules: TieRules): Column[] {
  const [lines, others] = [recorded, live].map((rows) =>
    rows.flatMap((row) => {
      const time = typeof row === "string" ? timeIn(row) : undefined;
      return time === undefined || typeof row !== "string" ? [] : [{ time, rest: without(row, time) }];
    }),
  );
  if (lines === undefined || others === undefined) return [];
  if (lines.length < recorded.length || others.length < live.length) return [];
  const times = lines.map(({ time }, i) => rules.seen(i, { token: time.from }, time.text));
  const rests = lines.map(({ rest }) => ({ texts: [rest], isTime: false }));
  return [
    columnOf(
      times,
      others.map(({ time }) => time.text),
    ),
    columnOf(
      rests,
      others.map(({ rest }) => rest),
    ),
  ];
}

function timeIn(line: string): Piece | undefined {
  return piecesOf(line).find(({ kind }) => kind === "time");
}

function without(line: string, { start, end }: Piece): string {
  return line.slice(0, start) + line.slice(end);
}

function textOf(row: Exact, key: string): string | undefined {
  const value = isExactObject(row) && Object.hasOwn(row, key) ? row[key] : undefined;
  return isNumber(value) ? numberText(value) : typeof value === "string" ? value : undefined;
}

/** The groups of neighbours whose times are equal now and differed in every run, if the list is sorted by the time. */
function tiesIn({ runs, now }: Column): number[][] {
  const [times, ...before] = [now, ...runs].map((texts) => texts.map(amountOf));
  if (times === undefined || ![1, -1].some((sign) => [times, ...before].every((run) => isSorted(run, sign)))) return [];
  const ties: number[][] = [];
  let tie = [0];
  for (let row = 1; row <= times.length; row++) {
    const isTied = times[row] === times[row - 1] && before.every((run) => run[row] !== run[row - 1]);
    if (row < times.length && isTied) {
      tie.push(row);
      continue;
    }
    if (tie.length > 1) ties.push(tie);
    tie = [row];
  }
  return ties;
}

function isSorted(values: readonly (number | undefined)[], sign: number): boolean {
  return values.every((value, at) => value !== undefined && (at === 0 || sign * (value - (values[at - 1] ?? 0)) >= 0));
}

/** Fewer rows in order are chance where they are texts. */
const LEAST_TEXTS = 4;

/** True of a column that may be what puts these rows in their order: sorted in every run, and not equal now. */
function puts({ runs, now }: Column, rows: readonly number[]): boolean {
  if (new Set(rows.map((row) => now[row])).size === 1) return false;
  const amounts = runs.map((run) => rows.map((row) => amountOf(run[row] ?? "")));
  if (amounts.flat().every((amount) => amount !== undefined))
    return [1, -1].some((sign) => amounts.every((run) => isSorted(run, sign)));
  const texts = runs.map((run) => rows.map((row) => run[row] ?? ""));
  if (areInOwnOrder(texts, runs)) return true;
  if (rows.length * new Set(runs.map((run) => run.join("\n"))).size < LEAST_TEXTS) return false;
  return [1, -1].some((sign) =>
    runs.every((run) => rows.every((row, at) => at === 0 || sign * compare(run[row], run[rows[at - 1] ?? 0]) >= 0)),
  );
}

function compare(one = "", other = ""): number {
  return one < other ? -1 : Number(one > other);
}

/** Returns the row that each row is now, its own place first. */
function assign(rows: readonly number[], { fits }: TieRules): number[] | undefined {
  if (rows.every((row) => fits(row, row))) return [...rows];
  const open = new Set(rows);
  const order: number[] = [];
  for (const row of rows) {
    const choices = [...open].filter((other) => fits(row, other));
    const [chosen] = choices;
    if (chosen === undefined || choices.length > 1) return undefined;
    open.delete(chosen);
    order.push(chosen);
  }
  return order;
}
