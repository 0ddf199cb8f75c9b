// Tells whether a row says only what a suite's recordings say in its places.
import { addAll } from "../append-to.js";
import { isNumber } from "../json/digits.js";
import type { Exact } from "../json/exact.js";
import { inAnyRow } from "../json/pointer.js";
import type { LearnedIndex, Spot } from "./index-learned.js";
import { seenText } from "./learned.js";
import { leafText, type LeftWords } from "./left-words.js";
import { keysOf, namesId } from "./names.js";
import { piecesOf } from "./pieces.js";
import { leavesOfRow, type RowTemplate } from "./row-template.js";
import { frameOf } from "./shapes.js";
import { readTimes } from "./time-forms.js";
import { tokensOf } from "./tokens.js";

/**
 * True for a row as this recording leaves it, but for what another workflow of the suite says in its places. What the
 * list was asked for is the same in all rows.
 */
export function isOfOthers(row: Exact, template: RowTemplate, words: LeftWords | undefined, call: number): boolean {
  const others = words?.others;
  if (words === undefined || others === undefined || frameOf(row) !== frameOf(template.row)) return false;
  const own = new Map(leavesOfRow(template.row).map(({ value, at }) => [at, value]));
  const { index } = template;
  return leavesOfRow(row).every(({ value, at }) => {
    const cell = own.get(at);
    if (cell === undefined) return false;
    const spots = index.leaf(call, template.at + at);
    const whole = spots.filter(({ place }) => place.token === undefined);
    if (whole.length > 0) return whole.some((spot) => mayBe(spot, leafText(value), index));
    if (typeof value === typeof cell && leafText(value) === leafText(cell)) return true;
    const { key } = keysOf(at);
    if (words.isAskedFor(call, key, cell)) return false;
    if ([key, ...words.sentAs(cell, call)].some((name) => others.hasValue(name, value))) return true;
    // Only a line has no names that say where a word belongs.
    if (key !== "" || typeof value !== "string" || typeof cell !== "string") return false;
    const said = new Set(piecesOf(cell).map(({ text }) => text));
    return piecesOf(value).every(
      ({ text, kind }) =>
        said.has(text) ||
        others.hasWord(text) ||
        (spots.length > 0 && (kind === "time" ? isTimeAmong(text, [cell]) : kind !== "word" || /\d/.test(text))),
    );
  });
}

interface RecordedRows {
  call: number;
  recorded: readonly Exact[];
  place: (index: number) => string;
  index: LearnedIndex;
  words: LeftWords | undefined;
}

/** Tells of a row whether it has the fields of recorded rows, and in each place what some of them, or the suite's calls, say. */
export function isLikeRecorded({ recorded, call, place, index, words }: RecordedRows): (row: Exact) => boolean {
  const frames = new Set(recorded.map(frameOf));
  if (words === undefined) return (row) => frames.has(frameOf(row));
  const said = words.after({ id: call, tool: index.tool(call) });
  const columns = columnsOf({ recorded, call, place, index });
  return (row) =>
    frames.has(frameOf(row)) &&
    leavesOfRow(row).every(({ value, at }) => {
      const column = columns.get(inAnyRow(at));
      const { key } = keysOf(at);
      if (column?.texts.has(leafText(value)) === true || said.hasValue(key, value)) return true;
      return (
        column !== undefined &&
        mayBeIn(column, value, key, index, (word) => column.words.has(word) || said.hasWord(word))
      );
    });
}

/** What the recorded rows have in one place. */
interface Column {
  texts: Set<string>;
  words: Set<string>;
  spots: Spot[];
}

function columnsOf({ recorded, call, place, index }: Omit<RecordedRows, "words">): Map<string, Column> {
  const columns = new Map<string, Column>();
  for (const [i, row] of recorded.entries()) {
    for (const { value, at } of leavesOfRow(row)) {
      const column = columns.get(inAnyRow(at)) ?? { texts: new Set(), words: new Set(), spots: [] };
      columns.set(inAnyRow(at), column);
      column.texts.add(leafText(value));
      if (typeof value === "string") for (const { text } of tokensOf(value)) column.words.add(text);
      addAll(column.spots, index.leaf(call, place(i) + at));
    }
  }
  return columns;
}

/** True for a value that a variable of a column may have, or an id or a time like those in it. */
function mayBeIn(
  { spots, texts }: Column,
  value: Exact,
  key: string,
  index: LearnedIndex,
  isSaid: (word: string) => boolean,
): boolean {
  if (typeof value !== "string" && !isNumber(value)) return false;
  const text = leafText(value);
  const whole = spots.filter(({ place }) => place.token === undefined);
  if (whole.some((spot) => mayBe(spot, text, index))) return true;
  const isId = namesId(key);
  if (isNumber(value)) return (isId && hasSignAmong(text, texts)) || isTimeAmong(text, texts);
  if (whole.length > 0) return false;
  const isFree = spots.some(({ variable }) => (index.variable(variable)?.seen ?? []).some(isWord));
  // A line has no names that tell an id from an amount.
  const hasMade = isId || key === "" || spots.length > 0;
  return (
    isFree ||
    piecesOf(text).every(({ text: piece, kind }) => {
      if (isSaid(piece)) return true;
      if (kind === "time") return isTimeAmong(piece, texts);
      return hasMade && (kind !== "word" || /\d/.test(piece));
    })
  );
}

function hasSignAmong(text: string, texts: Iterable<string>): boolean {
  return [...texts].some((other) => Math.sign(Number(other)) === Math.sign(Number(text)));
}

/** True for a time where recorded rows have one in the same form. */
function isTimeAmong(text: string, texts: Iterable<string>): boolean {
  const forms = new Set(readTimes(text).map(({ form }) => form));
  if (forms.size === 0) return false;
  return [...texts].some((other) =>
    [other, ...piecesOf(other).map((piece) => piece.text)].some((one) =>
      readTimes(one).some(({ form }) => forms.has(form)),
    ),
  );
}

function isWord(seen: unknown): boolean {
  return typeof seen === "string" && /^\p{L}+$/u.test(seen);
}

/** True for a value that a variable may have in another run. */
function mayBe({ variable }: Spot, text: string, index: LearnedIndex): boolean {
  const { kind, seen: [first] = [] } = index.variable(variable) ?? {};
  if (kind !== "time") return index.fits(variable, text);
  return isTimeAmong(text, [seenText(first)]);
}
