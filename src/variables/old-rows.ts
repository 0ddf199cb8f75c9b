// Tells whether rows that a list has beside the recorded ones may be what earlier runs of the suite left.
import { isNumber, numberText } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { inAnyRow } from "../json/pointer.js";
import { isLong } from "./chance.js";
import { ID_WORDS, keysOf, namesId, nounsOf, wordsOfName } from "./names.js";
import { holdsValue, frameOf } from "./shapes.js";
import type { LearnedIndex, Spot } from "./index-learned.js";
import type { LeftWords } from "./left-words.js";
import { viewLeavesOf } from "./leaves.js";
import { piecesOf } from "./pieces.js";
import { readTimes } from "./time-forms.js";
import { tokensOf } from "./tokens.js";

export interface GrownList {
  call: number;
  at: string;
  recorded: readonly Exact[];
  /** All rows that the list has now. */
  live: readonly Exact[];
  place: (index: number) => string;
  /** Values that this run has in the list for the first time. */
  fresh: ReadonlySet<string>;
  /** Values that this run sent to remove something, before it was given the list. */
  removed: readonly string[];
  /** What runs of the suite send and are given; absent where nobody knows it. */
  left: LeftWords | undefined;
  index: LearnedIndex;
}

/**
 * True of rows that an earlier run may have left: like recorded ones, with nothing of this run, and with words that runs
 * of this suite use.
 */
export function areOldRows(rows: readonly Exact[], list: GrownList): boolean {
  const frames = new Set(list.recorded.map(frameOf));
  if (!rows.every((row) => frames.has(frameOf(row)))) return false;
  if (rows.some((row) => holdsValue(row, list.fresh) || isRemoved(row, list) || hasTakenId(row, list))) return false;
  const { left } = list;
  if (left === undefined) return true;
  const columns = columnsOf(list);
  return rows.every((row) => leavesOfRow(row).every(({ value, at }) => isKnown(value, at, columns, left, list.index)));
}

/** True for a row with what this run removed, unless recorded rows have that, too. A short number has to be an id. */
function isRemoved(row: Exact, { removed, recorded }: GrownList): boolean {
  const has = (value: string, one: Exact): boolean => {
    if (isLong(value) || /\p{L}{3}/u.test(value)) return holdsValue(one, new Set([value]));
    return leavesOfRow(one).some(({ value: leaf, at }) => textOf(leaf) === value && namesId(keysOf(at).key));
  };
  return removed.some((value) => has(value, row) && !recorded.some((other) => has(value, other)));
}

/** True where another row of the list has the same id, though no two recorded rows had. */
function hasTakenId(row: Exact, { recorded, live, call, index }: GrownList): boolean {
  if (!isExactObject(row)) {
    if (typeof row !== "string" || !piecesOf(row).some(({ text, kind }) => kind !== "time" && /\d/.test(text)))
      return false;
    return new Set(recorded).size === recorded.length && live.filter((other) => other === row).length > 1;
  }
  const nouns = nounsOf(index.tool(call));
  return Object.keys(row).some((key) => {
    const words = wordsOfName(key);
    if (!words.some((word) => ID_WORDS.has(word))) return false;
    if (!words.every((word) => ID_WORDS.has(word) || nouns.includes(word))) return false;
    const idsOf = (rows: readonly Exact[]): string[] =>
      rows.flatMap((other) => (isExactObject(other) && Object.hasOwn(other, key) ? [JSON.stringify(other[key])] : []));
    const before = idsOf(recorded);
    const own = JSON.stringify(row[key]);
    return new Set(before).size === before.length && idsOf(live).filter((id) => id === own).length > 1;
  });
}

/** What the recorded rows have in one place. */
interface Column {
  texts: Set<string>;
  words: Set<string>;
  spots: Spot[];
}

function columnsOf({ recorded, call, place, index }: GrownList): Map<string, Column> {
  const columns = new Map<string, Column>();
  for (const [i, row] of recorded.entries()) {
    for (const { value, at } of leavesOfRow(row)) {
      const column = columns.get(inAnyRow(at)) ?? { texts: new Set(), words: new Set(), spots: [] };
      columns.set(inAnyRow(at), column);
      column.texts.add(textOf(value));
      if (typeof value === "string") for (const { text } of tokensOf(value)) column.words.add(text);
      column.spots.push(...index.leaf(call, place(i) + at));
    }
  }
  return columns;
}

function leavesOfRow(row: Exact): { value: Exact; at: string }[] {
  return typeof row === "string" ? [{ value: row, at: "" }] : viewLeavesOf(row, "");
}

function textOf(value: Exact): string {
  return isNumber(value) ? numberText(value) : typeof value === "string" ? value : JSON.stringify(value);
}

/** True for a value that a recorded row, a variable of it, or a call of the suite has in this place; ids and times differ. */
function isKnown(
  value: Exact,
  at: string,
  columns: ReadonlyMap<string, Column>,
  left: LeftWords,
  index: LearnedIndex,
): boolean {
  const column = columns.get(inAnyRow(at));
  const { key } = keysOf(at);
  const text = textOf(value);
  if (column?.texts.has(text) === true || left.hasValue(key, value)) return true;
  if (column === undefined || (typeof value !== "string" && !isNumber(value))) return false;
  const whole = column.spots.filter(({ place }) => place.token === undefined);
  if (whole.some((spot) => mayBe(spot, text, index))) return true;
  const isId = namesId(key);
  if (isNumber(value)) return isId || isTimeAmong(text, column);
  if (whole.length > 0) return false;
  const isFree = column.spots.some(({ variable }) => (index.variable(variable)?.seen ?? []).some(isWord));
  // A line has no names that tell an id from an amount.
  const hasMade = isId || at === "" || column.spots.length > 0;
  return (
    isFree ||
    piecesOf(value).every(({ text: piece, kind }) => {
      if (column.words.has(piece) || left.hasWord(piece)) return true;
      if (kind === "time") return isTimeAmong(piece, column);
      return hasMade && (kind !== "word" || /\d/.test(piece));
    })
  );
}

/** True for a time where recorded rows have one in the same form. */
function isTimeAmong(text: string, { texts }: Column): boolean {
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
  const { kind } = index.variable(variable) ?? {};
  return kind === "time" ? readTimes(text).length > 0 || /^\d+$/.test(text) : index.fits(variable, text);
}
