// Cuts rows of delimited texts into cells: a number in one cell and a number in the next are not one with thousands.
import { addAll } from "../append-to.js";
import { matchTemplate, type Slot, type TemplateMatch } from "./template.js";

/** A cell of a row, and where it begins. */
export interface Cell {
  text: string;
  start: number;
}

const DELIMITERS = ["\t", "|", ";", ","];
/** Below, commas and semicolons are those of prose. */
const FEWEST = 3;

/** The cells of two lines that are rows of as many; undefined where they are none. */
export function pairCells(one: string, other: string): [Cell, Cell][] | undefined {
  for (const delimiter of DELIMITERS) {
    if (!isRow(one, delimiter) || !isRow(other, delimiter)) continue;
    const [cells, others] = [cellsOf(one, delimiter), cellsOf(other, delimiter)];
    if (cells.length !== others.length) return undefined;
    return cells.flatMap((cell, at): [Cell, Cell][] => {
      const there = others[at];
      return there === undefined ? [] : [[cell, there]];
    });
  }
  return undefined;
}

/** The cells of a line that is a row; undefined where it is none. */
export function cellsInLine(line: string): Cell[] | undefined {
  const delimiter = DELIMITERS.find((one) => isRow(line, one));
  return delimiter === undefined ? undefined : cellsOf(line, delimiter);
}

/** Quotes may hold delimiters, and prose has a blank behind its commas. */
function isRow(line: string, delimiter: string): boolean {
  if (!line.includes(delimiter) || line.includes('"') || line.split(delimiter).length < FEWEST) return false;
  return (delimiter !== "," && delimiter !== ";") || !(delimiter === "," ? /,\s/ : /;\s/).test(line);
}

function cellsOf(line: string, delimiter: string): Cell[] {
  let start = 0;
  return line.split(delimiter).map((text) => {
    const cell = { text, start };
    start += text.length + delimiter.length;
    return cell;
  });
}

/** Matches a row cell by cell; undefined where the lines are no rows, or a slot is more than a cell. */
export function matchCells(recorded: string, slots: readonly Slot[], live: string): TemplateMatch | undefined {
  const pairs = pairCells(recorded, live);
  if (pairs === undefined) return undefined;
  const values: string[] = [];
  let next = 0;
  for (const [{ text, start: from }, there] of pairs) {
    const first = next;
    while ((slots[next]?.end ?? Number.POSITIVE_INFINITY) <= from + text.length) next++;
    const own = slots.slice(first, next);
    if (own.some(({ start }) => start < from)) return undefined;
    const moved = own.map((slot): Slot => {
      const { start, end, padded } = slot;
      return { start: start - from, end: end - from, padded, fits: (value) => slot.fits(value) };
    });
    const match = matchTemplate(text, moved, there.text);
    if ("why" in match) return match;
    addAll(values, match.values);
  }
  return values.length === slots.length ? { values } : undefined;
}
