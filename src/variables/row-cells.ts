// Reads a row of a list as its frame, which rows of one shape share, and its cells: the values and words in it.
import { isNumber, numberText } from "../json/digits.js";
import type { Exact } from "../json/exact.js";
import { viewLeavesOf } from "./leaves.js";
import { piecesOf } from "./pieces.js";
import type { WordContext } from "./names.js";

/** One value or word of a row. */
export interface RowCell {
  text: string;
  /** A pointer into the row. */
  at: string;
  /** `number` of JSON, `time`, `plain` for a boolean; else what the piece of a text is. */
  kind: string;
  context?: WordContext;
}

/** A row, with its cells by their columns. */
export interface RowCells {
  /** What stands between the cells, and which fields there are. */
  frame: string;
  cells: ReadonlyMap<string, RowCell>;
}

/** How texts are cut into cells. */
export interface CellRules {
  /** True for a text that is one value, whatever signs are in it. */
  isWhole: (at: string, text: string) => boolean;
  /** True for a column that is one whatever the word before it is. Absent: none. */
  isJoined?: (column: string) => boolean;
}

/** Reads a row. */
export function readRow(row: Exact, rules: CellRules): RowCells {
  const cells = new Map<string, RowCell>();
  const frame: string[] = [];
  for (const { value, at } of typeof row === "string" ? [{ value: row, at: "" }] : viewLeavesOf(row, "")) {
    if (typeof value === "string" && !isNumber(value)) frame.push(`${at}:${readText(value, at, cells, rules)}`);
    else if (isNumber(value)) {
      frame.push(`${at}:number`);
      cells.set(at, { text: numberText(value), at, kind: "number" });
    } else if (typeof value === "boolean") {
      frame.push(`${at}:boolean`);
      cells.set(at, { text: String(value), at, kind: "plain" });
    } else frame.push(`${at}:${JSON.stringify(value)}`);
  }
  return { frame: frame.join("\n"), cells };
}

/** Cuts each text into its pieces. */
export const NOTHING_WHOLE: CellRules = { isWhole: () => false };

/** A line of a text: its signs, without its values and words. */
export function shapeOfLine(line: Exact): string {
  return typeof line === "string" ? readRow(line, NOTHING_WHOLE).frame : "json";
}

function readText(text: string, at: string, cells: Map<string, RowCell>, { isWhole, isJoined }: CellRules): string {
  if (isWhole(at, text)) {
    cells.set(at, { text, at, kind: "made" });
    return "{}";
  }
  const frame: string[] = [];
  let [done, before] = [0, ""];
  for (const [i, { text: piece, kind, start, end }] of piecesOf(text).entries()) {
    frame.push(text.slice(done, start));
    done = end;
    // The same number of another word is another column.
    const column = `${at}#${String(i + 1)}`;
    const name = before === "" || isJoined?.(column) === true ? column : `${column} ${before}`;
    cells.set(name, { text: piece, at, kind, context: { text, start, end } });
    if (isLetters(piece)) before = piece;
    else before = "";
  }
  const [head = "", ...rest] = [...frame, text.slice(done)].map((part) => part.replaceAll(/ +/g, " "));
  // Before a word blanks say what a line belongs to, before a number they are padding.
  const isPadded = head.trim() === "" && /^\d/.test(text.trimStart());
  return [isPadded ? "" : head, ...rest].join("{}").trimEnd();
}

/** True for a word of letters only. */
export function isLetters(text: string): boolean {
  return /^\p{L}+$/u.test(text);
}
