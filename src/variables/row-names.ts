// Pairs the rows of a list that came in another order by their names: words that all runs have, each in one row.
import { addAll } from "../append-to.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { isNumber, numberText } from "../json/digits.js";
import { mapPieces } from "./shapes.js";

/** Longer lists are compared by index, unless their elements are equal in a different order. */
const MOST_ROWS = 2000;
const MOST_CELLS = 60;
/** Names are at the begin of a row. */
const LONGEST = 2000;

/** A text of a row is a name of several words, as its words are names. */
const WHOLE = " whole";
/** A time of day names a row of one day: the slots of tomorrow. */
const CLOCK = " clock";

const MOMENT = /^(?<day>\d{4}-\d\d-\d\d)[T ](?<clock>\d\d:\d\d(?::\d\d)?)/;

const BETWEEN = /[\s"'`(),;:<>{}[\]=?&|*]+/;

/**
 * Returns the live index of each recorded row, where a column of names says that the rows moved. Undefined where no
 * column says so, where a column says that each row stayed, or where two columns disagree.
 */
export function orderByNames(
  recorded: readonly Exact[],
  live: readonly Exact[],
  known: { get: (recorded: string) => string | undefined } = new Map<string, string>(),
): number[] | undefined {
  if (recorded.length !== live.length || recorded.length < 2 || recorded.length > MOST_ROWS) return undefined;
  const [rows, others] = [columnsOf(recorded, known), columnsOf(live, new Map())];
  const orders = [...rows].flatMap(([key, column]) => orderOf(key, column, others.get(key), recorded.length) ?? []);
  // A column of whole numbers may be amounts: a column of words knows better, and best one in which each row has a name.
  const named = orders.filter(({ isWord }) => isWord);
  const whole = named.filter(({ isWhole }) => isWhole);
  const best = whole.length > 0 ? whole : named.length > 0 ? named : orders;
  // A column that names a head and a sum only says nothing of the rows between them.
  const [first, ...rest] = best.toSorted((one, other) => other.named.size - one.named.size);
  if (first === undefined || !first.isMoved) return undefined;
  return rest.every((one) => [...one.named].every(([i, j]) => j === first.order[i])) ? first.order : undefined;
}

type Known = NonNullable<Parameters<typeof orderByNames>[2]>;

/** The words of each row at the same position, by the position; recorded values of this run as their live ones. */
function columnsOf(rows: readonly Exact[], known: Known): Map<string, Map<number, string>> {
  const live = (text: string): string => known.get(text) ?? text;
  const columns = new Map<string, Map<number, string>>();
  for (const [index, row] of rows.entries()) {
    for (const [key, word] of cellsOf(row)) {
      const column = columns.get(key) ?? new Map<number, string>();
      column.set(index, live(mapPieces(word, (piece) => live(piece.text))));
      columns.set(key, column);
    }
  }
  for (const [key, column] of columns) {
    const clocks = key.endsWith(WHOLE) && column.size === rows.length ? clocksOfDay([...column.values()]) : undefined;
    if (clocks !== undefined) columns.set(key + CLOCK, new Map(clocks.entries()));
  }
  return columns;
}

/** The times of day of texts that are times of one day; undefined where a text is none, or of another day. */
export function clocksOfDay(texts: readonly string[]): string[] | undefined {
  const times = texts.flatMap((text) => {
    const { day, clock } = MOMENT.exec(text)?.groups ?? {};
    return clock === undefined ? [] : [{ day, clock: `T${clock}` }];
  });
  const isOfOneDay = times.length === texts.length && times.every(({ day }) => day === times[0]?.day);
  return isOfOneDay && new Set(times.map(({ clock }) => clock)).size > 1 ? times.map(({ clock }) => clock) : undefined;
}

function cellsOf(row: Exact): [string, string][] {
  const cells: [string, string][] = [];
  const walk = (value: Exact, at: string): void => {
    if (cells.length >= MOST_CELLS || at.length > 1000) return;
    if (Array.isArray(value)) value.forEach((part, index) => walk(part, `${at}/${String(index)}`));
    else if (isNumber(value)) cells.push([at, numberText(value)]);
    else if (isExactObject(value)) for (const [key, part] of Object.entries(value)) walk(part, `${at}/${key}`);
    else if (typeof value === "string") {
      if (at !== "") cells.push([`${at}${WHOLE}`, value.slice(0, LONGEST)]);
      addAll(
        cells,
        wordsOf(value).map((word, i) => cellOf(`${at} ${String(i)}`, word)),
      );
    }
  };
  walk(row, "");
  return cells.slice(0, MOST_CELLS);
}

function cellOf(key: string, word: string): [string, string] {
  return [key, word];
}

function wordsOf(text: string): string[] {
  const words = text.slice(0, LONGEST).split(BETWEEN);
  // The `-` before a file is a word as the `d` before a folder is.
  return words
    .map((word) => word.replace(/[.!]+$/, ""))
    .filter((word, i) => /[\p{L}\p{N}]/u.test(word) || (word === "-" && i === 0));
}

interface Order {
  order: number[];
  /** The live row of each that has a name. */
  named: ReadonlyMap<number, number>;
  isWord: boolean;
  /** The names are whole texts, and each row has one. */
  isWhole: boolean;
  isMoved: boolean;
}

/** Reads one column as names. Rows without a name, a head or a sum, stay where they are. */
function orderOf(
  key: string,
  column: ReadonlyMap<number, string>,
  live: ReadonlyMap<number, string> | undefined,
  count: number,
): Order | undefined {
  if (live === undefined) return undefined;
  const [rows, others] = [onlyRows(column), onlyRows(live)];
  const order: number[] = [];
  const named = new Map<number, number>();
  let words = 0;
  const taken = new Set<number>();
  for (const [name, i] of rows) {
    const j = others.get(name);
    if (j === undefined) continue;
    order[i] = j;
    taken.add(j);
    named.set(i, j);
    if (/\p{L}/u.test(name)) words++;
  }
  // Hours that some rows of another day have, too, are no names.
  if (key.endsWith(CLOCK) && named.size < count) return undefined;
  const isWord = words * 2 > named.size;
  if (named.size < (isWord ? 2 : 3)) return undefined;
  for (let i = 0; i < count; i++) {
    if (order[i] !== undefined) continue;
    // Numbers are names only where each of them is found again.
    if (taken.has(i) || (!isWord && column.has(i))) return undefined;
    order[i] = i;
  }
  const isWhole = key.endsWith(WHOLE) && named.size === count;
  return { order, named, isWord, isWhole, isMoved: order.some((j, i) => i !== j) };
}

/** Returns the words that may be a name and that one row has. */
function onlyRows(column: ReadonlyMap<number, string>): Map<string, number> {
  const rows = new Map<string, number>();
  const several = new Set<string>();
  for (const [row, word] of column) {
    if (/^[-+]?\d*[.,]\d/.test(word) || several.has(word)) continue;
    if (rows.has(word)) {
      rows.delete(word);
      several.add(word);
    } else rows.set(word, row);
  }
  return rows;
}
