// Finds a text that was a cell of the row with the greatest or the least number of a list in every run: the best day of a
// week.
import type { Exact } from "../json/exact.js";
import { greatestOf } from "./extremes.js";
import { viewLeavesOf } from "./leaves.js";
import type { ListFigure } from "./learned.js";
import { cellsOf, type RowList } from "./list-rows.js";
import { namesEnd } from "./named-orders.js";
import type { Observed } from "./observe.js";
import { piecesOf } from "./pieces.js";
import { COMPARES } from "./said-rows.js";

/** An end is only believed after this many runs, and among this many rows. */
const RUNS = 3;
const FEWEST = 3;
/** More cells of a line are prose. */
const MOST_CELLS = 12;
const ENDS = ["most", "least"] as const;

type Best = Pick<ListFigure, "is" | "column" | "cell">;

interface ReadRow {
  /** By their places in the row: in a line the first piece, the second. */
  texts: ReadonlyMap<string, string>;
  numbers: readonly [column: string, number: number][];
}

/** The rows of lists that were read: each is asked for many texts, and for each for every column and every cell. */
const read = new WeakMap<RowList, readonly ReadRow[]>();

/** True for a text that is named as what a row with an end has: `bestDay`, `Best day: 2026-11-24`. */
export function namesBest({ named, context }: Pick<Observed, "named" | "context">): boolean {
  const before = context === undefined ? "" : context.text.slice(Math.max(0, context.start - 60), context.start);
  const label = `${named.key} ${named.word ?? ""} ${before}`.replaceAll(/([a-z])([A-Z])/g, "$1 $2");
  return namesEnd(label) || COMPARES.test(label.replaceAll(/[_-]/g, " "));
}

/** Returns what a text was of a list in every run. `lists`: the list in each run. */
export function bestOf({ seen, text, named, context }: Observed, lists: readonly RowList[]): Best | undefined {
  if (!text || seen.length < RUNS || lists.length < seen.length || !namesBest({ named, context })) return undefined;
  const [recorded = []] = lists;
  if (lists.some((list) => list.length < FEWEST) || new Set(seen).size === 1) return undefined;
  const rows = readRows(recorded);
  const own = new Set(rows.flatMap(({ texts }) => [...texts].flatMap(([cell, is]) => (is === seen[0] ? [cell] : []))));
  const columns = new Set(rows.flatMap(({ numbers }) => numbers.map(([column]) => column)));
  for (const is of ENDS)
    for (const column of columns)
      for (const cell of own) {
        const best = { is, column, cell };
        if (seen.every((value, run) => isBest(best, value, lists[run] ?? []))) return best;
      }
  return undefined;
}

/** True for a text that is the cell of the row with the end, or of one of several such rows. */
export function isBest({ is, column = "", cell = "" }: Best, value: string, list: RowList): boolean {
  const all = readRows(list);
  if (!all.some(({ texts }) => texts.get(cell) === value)) return false;
  const sign = is === "most" ? 1 : -1;
  const kind = kindOf(value);
  const rows = all.flatMap(({ texts, numbers }) => {
    const own = texts.get(cell);
    const number = numbers.find(([one]) => one === column)?.[1];
    // A head and a foot have other things in their cells.
    return own === undefined || number === undefined || kindOf(own) !== kind ? [] : [{ own, number: sign * number }];
  });
  const end = greatestOf(rows.map(({ number }) => number));
  return rows.length >= FEWEST && rows.some(({ own, number }) => own === value && number === end);
}

function kindOf(text: string): string {
  const [piece, second] = piecesOf(text);
  return piece === undefined || second !== undefined ? "text" : piece.kind;
}

function readRows(list: RowList): readonly ReadRow[] {
  const known = read.get(list);
  if (known !== undefined) return known;
  const rows = list.map((row) => ({ texts: textsOf(row), numbers: cellsOf(row) }));
  read.set(list, rows);
  return rows;
}

function textsOf(row: Exact): ReadonlyMap<string, string> {
  if (typeof row === "string")
    return new Map(
      piecesOf(row)
        .slice(0, MOST_CELLS)
        .map(({ text }, at) => [`@${String(at + 1)}`, text] as const),
    );
  return new Map(
    viewLeavesOf(row, "").flatMap(({ at, value }) => (typeof value === "string" ? [[at, value] as const] : [])),
  );
}
