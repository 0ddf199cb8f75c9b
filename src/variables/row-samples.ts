// Reads the rows of all runs of a list: which of their cells are words that say what a row is, and which are values.
import { appendTo } from "../append-to.js";
import type { Exact } from "../json/exact.js";
import { isLetters, readRow, type RowCell, type RowCells } from "./row-cells.js";
import { greatestOf, leastOf } from "./extremes.js";
import { areMade, areRandom, looksMade } from "./made.js";
import { haveSameForm } from "../reading/date-form.js";

/** So many different values, and more than half of all, are values; fewer are what the rows may say. */
const FEWEST_VALUES = 4;

/** The value of one row in a column. */
export interface RowSample extends RowCell {
  run: number;
  row: number;
}

/** The rows of one run, read. */
export interface ReadRows {
  rows: readonly RowCells[];
  /** What each row says, by the columns of words; its frame is such a column, too. */
  words: ReadonlyMap<string, readonly string[]>;
}

/** The column of frames. */
export const FRAME = "frame";

/** Columns whose cells are values, and the reader that tells what any row says. */
export class RowReader {
  /** The pointers whose texts are one value: ids with any signs. */
  private readonly wholes: ReadonlySet<string>;
  private joined: ReadonlySet<string> = new Set();
  /** The columns of values, with their samples. */
  readonly columns: ReadonlyMap<string, readonly RowSample[]>;
  readonly runs: readonly ReadRows[];
  private readonly words: readonly string[];
  private readonly known: ReadonlySet<string>;

  /** `isTimed`: true for a column whose times lie near their calls. */
  constructor(runs: readonly (readonly Exact[])[], isTimed: (column: string) => boolean) {
    this.wholes = wholesOf(runs);
    const split = samplesOf(runs.map((rows) => rows.map((row) => this.cells(row))));
    // A number of which each word has too few may be one of all of them.
    this.joined = new Set(
      [...split].flatMap(([column, samples]) => (areUnclear(samples) ? [column.split(" ")[0] ?? ""] : [])),
    );
    const read = runs.map((rows) => rows.map((row) => this.cells(row)));
    const all = samplesOf(read);
    this.columns = new Map(
      [...all].filter(([column, samples]) => isTimed(column) || areValues(samples) || areDense(samples)),
    );
    const words = [...all.keys()].filter((column) => !this.columns.has(column));
    this.words = words;
    this.known = new Set(all.keys());
    this.runs = read.map((rows) => this.withWords(rows));
  }

  cells(row: Exact): RowCells {
    return readRow(row, { isWhole: (at) => this.wholes.has(at), isJoined: (column) => this.joined.has(column) });
  }

  read(rows: readonly Exact[]): ReadRows {
    return this.withWords(rows.map((row) => this.cells(row)));
  }

  /** A row that has no such column says nothing in it: its frame is another one. */
  private withWords(rows: readonly RowCells[]): ReadRows {
    const words = new Map<string, readonly string[]>();
    for (const column of this.words)
      words.set(
        column,
        rows.map(({ cells }) => cells.get(column)?.text ?? ""),
      );
    words.set(
      FRAME,
      rows.map(({ frame, cells }) =>
        [frame, ...[...cells.keys()].filter((column) => !this.known.has(column))].join("\n"),
      ),
    );
    return { rows, words };
  }
}

/** All cells of all runs by their columns. */
export function samplesOf(runs: readonly (readonly RowCells[])[]): Map<string, RowSample[]> {
  const columns = new Map<string, RowSample[]>();
  for (const [run, rows] of runs.entries()) {
    for (const [row, { cells }] of rows.entries())
      for (const [column, cell] of cells) appendTo(columns, column, { ...cell, run, row });
  }
  return columns;
}

/** Texts of fields that are made words in some row. */
function wholesOf(runs: readonly (readonly Exact[])[]): ReadonlySet<string> {
  const texts = new Map<string, string[]>();
  for (const row of runs.flat()) {
    if (typeof row === "string") continue;
    readRow(row, {
      isWhole: (at, text) => {
        appendTo(texts, at, text);
        return true;
      },
    });
  }
  return new Set(
    [...texts].flatMap(([at, values]) => {
      const areWords = values.every((value) => /^[\w-]+=*$/.test(value));
      return areWords && (areMade(values) || areRandom(values)) ? [at] : [];
    }),
  );
}

/** True for values that differ, of which there are too few to be known. */
function areUnclear(samples: readonly RowSample[]): boolean {
  const texts = samples.map(({ text }) => text);
  const isOnce = texts.some((text) => texts.indexOf(text) === texts.lastIndexOf(text));
  return isOnce && !texts.some(isLetters) && !areValues(samples);
}

function areValues(samples: readonly RowSample[]): boolean {
  if (samples.some(({ kind }) => kind === "time" || kind === "plain")) return false;
  const texts = samples.map(({ text }) => text);
  const different = new Set(texts);
  if (isCountedColumn(samples)) return true;
  // A hexadecimal id of letters only is a value where its neighbours have digits.
  const [first = ""] = texts;
  const mayBeWords = !(first.length > 3 && texts.every(({ length }) => length === first.length));
  if (texts.some((text) => isLetters(text) && (mayBeWords || !texts.some(looksMade)))) return false;
  return different.size >= FEWEST_VALUES && different.size * 2 > texts.length;
}

/** So many different small numbers that fill half of their range say that any of it may come. */
const DENSE = { fewest: 3, share: 2 };

/** True for small numbers next to each other, some of which only one row had: the instances of a server. */
export function areDense(samples: readonly Pick<RowSample, "text">[]): boolean {
  const texts = samples.map(({ text }) => text);
  if (!texts.every((text) => /^\d{1,2}$/.test(text))) return false;
  const numbers = new Set(texts.map(Number));
  const isOnce = texts.some((text) => texts.indexOf(text) === texts.lastIndexOf(text));
  const range = greatestOf(numbers) - leastOf(numbers) + 1;
  return isOnce && numbers.size >= DENSE.fewest && range <= DENSE.share * numbers.size;
}

/** How far one row is from the next, where that is the same in all runs, and nothing but zero. */
export function stepOf(runs: readonly (readonly number[])[]): number | undefined {
  const steps = runs.flatMap((run) => run.slice(1).map((number, i) => number - (run[i] ?? 0)));
  const [first = 0] = steps;
  return steps.length >= 2 && first !== 0 && steps.every((step) => Math.abs(step - first) < 1e-9) ? first : undefined;
}

/** The samples of each run, in the order of its rows. */
export function byRun(samples: readonly RowSample[]): RowSample[][] {
  const runs: RowSample[][] = [];
  for (const sample of samples) (runs[sample.run] ??= []).push(sample);
  return [...runs].map((run) => run ?? []);
}

function isCountedColumn(samples: readonly RowSample[]): boolean {
  const runs = byRun(samples).map((run) => run.map(({ text }) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN)));
  return stepOf(runs) !== undefined;
}

/** True for times that are written alike. */
export function areTimes(samples: readonly RowSample[]): boolean {
  const [first] = samples;
  return (
    first !== undefined &&
    samples.every(({ kind, text }) => (kind === "time" || /^\d{10,13}$/.test(text)) && haveSameForm(first.text, text))
  );
}
