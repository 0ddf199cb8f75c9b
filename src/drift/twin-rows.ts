// Compares a list in a text with the list in the structured content that it shows in other words: where each row of one
// says what the same row of the other says, they do not grow or change apart.
import { isNumber, numberText } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import { jsonOfText } from "../reading/text-json.js";
import { below } from "../variables/align.js";
import { rowsOfList } from "../variables/list-rows.js";
import { settleText } from "../variables/run.js";
import { isTokenChar } from "../variables/tokens.js";
import type { Difference, LeafContext } from "./leaf-context.js";

/** How many lines before or after the rows of a text may say something else. */
const MOST_AROUND = 3;
/** Nobody shows a longer list twice. */
const MOST_ROWS = 2000;
const MOST_CELLS = 60;

/** Finds the texts of a result whose rows say something else now than those of its structured content. */
export function compareTwins(recorded: JsonObject, live: JsonObject, { free }: LeafContext): Difference[] {
  const [before, after] = [recorded, live].map(listsOf);
  if (before === undefined || after === undefined) return [];
  return before.texts.flatMap((text): Difference[] => {
    const path = ["content", text.block, "text"];
    const now = after.texts.find(({ block }) => block === text.block);
    if (now === undefined || free.ignored(buildPointer(path))) return [];
    return before.lists.flatMap((list): Difference[] => {
      const there = after.lists.find(({ at }) => at === list.at);
      const twin = there === undefined || free.ignored(list.at) ? undefined : twinOf(text.rows, list.rows);
      if (twin === undefined || there === undefined || saysSame(now.rows, there.rows, twin)) return [];
      const counts = { recorded: list.rows.length, present: now.rows.length };
      return [{ path, class: "changed", ...counts, note: `its rows no longer say what those of ${list.at} say` }];
    });
  });
}

interface Rows {
  rows: readonly Exact[];
}

/** The lists in texts, and those in the structured content by their pointers. */
function listsOf({ content, structuredContent }: JsonObject): {
  texts: (Rows & { block: number })[];
  lists: (Rows & { at: string })[];
} {
  const blocks = Array.isArray(content) ? content : [];
  const texts = blocks.flatMap((block, at) => {
    const text = isJsonObject(block) ? block["text"] : undefined;
    return typeof text === "string" ? rowsOfText(text).map((rows) => ({ block: at, rows })) : [];
  });
  return { texts, lists: arraysIn(structuredContent ?? null, "/structuredContent") };
}

function rowsOfText(text: string): (readonly Exact[])[] {
  const json = jsonOfText(text);
  if (json !== undefined) return arraysIn(json, "").map(({ rows }) => rows);
  return [rowsOfList(settleText(text).split("\n"))];
}

/** The arrays of a value, without those in other arrays. */
function arraysIn(value: Exact, at: string): (Rows & { at: string })[] {
  if (Array.isArray(value)) return value.length > MOST_ROWS ? [] : [{ at, rows: value }];
  return isExactObject(value) ? Object.entries(value).flatMap(([key, part]) => arraysIn(part, below(at, key))) : [];
}

/** Which cells of the one the rows of the other say, and how many rows of it are around them. */
interface Twin {
  columns: readonly string[];
  before: number;
  after: number;
}

function twinOf(texts: readonly Exact[], list: readonly Exact[]): Twin | undefined {
  const around = texts.length - list.length;
  if (list.length === 0 || around < 0 || around > MOST_AROUND) return undefined;
  const rows = list.map(cellsOf);
  for (let before = 0; before <= around; before++) {
    const shown = texts.slice(before, before + list.length);
    const columns = [...(rows[0]?.keys() ?? [])].filter((column) =>
      rows.every((cells, i) => says(shown[i] ?? null, cells.get(column))),
    );
    // One letter or digit is in a row by accident.
    const isNamed = columns.some((column) => rows.every((cells) => /\p{L}{2}/u.test(cells.get(column) ?? "")));
    if (isNamed) return { columns, before, after: around - before };
  }
  return undefined;
}

function saysSame(texts: readonly Exact[], list: readonly Exact[], { columns, before, after }: Twin): boolean {
  if (texts.length - before - after !== list.length) return false;
  return list.every((row, i) => {
    const cells = cellsOf(row);
    return columns.every((column) => says(texts[before + i] ?? null, cells.get(column)));
  });
}

/** True where a row has a value as a word of its own. */
function says(row: Exact, value: string | undefined): boolean {
  if (value === undefined || value === "") return false;
  if (typeof row !== "string") return [...cellsOf(row).values()].includes(value);
  for (let at = row.indexOf(value); at !== -1; at = row.indexOf(value, at + 1)) {
    if (!isTokenChar(row[at - 1]) && !isTokenChar(row[at + value.length])) return true;
  }
  return false;
}

/** The texts and numbers of a row by their pointers. */
function cellsOf(row: Exact): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  const walk = (value: Exact, at: string): void => {
    if (cells.size >= MOST_CELLS) return;
    if (typeof value === "string") cells.set(at, value);
    else if (isNumber(value)) cells.set(at, numberText(value));
    else if (isExactObject(value)) for (const [key, part] of Object.entries(value)) walk(part, below(at, key));
  };
  walk(row, "");
  return cells;
}
