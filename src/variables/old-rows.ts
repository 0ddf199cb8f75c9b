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
  const ids = new Ids(list);
  if (rows.some((row) => holdsValue(row, list.fresh) || isRemoved(row, list) || ids.hasTaken(row))) return false;
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

/** The ids of the rows of a list, by their keys; a line without keys is its own id. */
class Ids {
  private readonly counts = new Map<string, ReadonlyMap<string, number>>();

  constructor(private readonly list: GrownList) {}

  /** True where another row of the list has the same id, though no two recorded rows had. */
  hasTaken(row: Exact): boolean {
    if (typeof row === "string") {
      return piecesOf(row).some(({ text, kind }) => kind !== "time" && /\d/.test(text)) && this.isTaken("", row);
    }
    if (!isExactObject(row)) return false;
    const { call, index } = this.list;
    const nouns = nounsOf(index.tool(call));
    return Object.keys(row).some((key) => {
      const words = wordsOfName(key);
      return (
        words.some((word) => ID_WORDS.has(word)) &&
        words.every((word) => ID_WORDS.has(word) || nouns.includes(word)) &&
        this.isTaken(key, row)
      );
    });
  }

  private isTaken(key: string, row: Exact): boolean {
    const id = idOf(row, key);
    return id !== undefined && (this.countsOf(key).get(id) ?? 0) > 1;
  }

  /** How many rows have each id; none where recorded rows share one. */
  private countsOf(key: string): ReadonlyMap<string, number> {
    const known = this.counts.get(key);
    if (known !== undefined) return known;
    const { recorded, live } = this.list;
    const before = recorded.flatMap((row) => idOf(row, key) ?? []);
    const counts = new Map<string, number>();
    if (new Set(before).size === before.length) {
      for (const id of live.flatMap((row) => idOf(row, key) ?? [])) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    this.counts.set(key, counts);
    return counts;
  }
}

function idOf(row: Exact, key: string): string | undefined {
  if (typeof row === "string") return key === "" ? row : undefined;
  return isExactObject(row) && Object.hasOwn(row, key) ? JSON.stringify(row[key]) : undefined;
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
