// Finds an argument that was chosen from a list and whose row has a different rank now: it is no longer the cheapest.
import { jsonOfText } from "../reading/text-json.js";
import { isInList } from "../json/pointer.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { isNumber, numberText } from "../json/digits.js";
import { appendTo } from "../append-to.js";
import type { CallOutcome } from "../trace/trace.js";
import { below } from "./align.js";
import { clocksAskedFor, isNamedMark } from "./asked-marks.js";
import { clockOf } from "./later.js";
import { viewLeavesOf } from "./leaves.js";
import { haveSameWords, namesId } from "./names.js";
import { numbersIn } from "./numbers-in.js";
import { piecesOf } from "./pieces.js";
import { COMPARES } from "./said-rows.js";
import { viewOf } from "./run.js";
import { readTimes } from "./time-forms.js";
import { tokensOf } from "./tokens.js";
import { wordsIn } from "./word-around.js";

/** The recorded and the live outcome. */
export interface Sides {
  recorded: CallOutcome;
  live: CallOutcome;
}

/** The recorded and the live argument. */
export interface SentArgument {
  at: string;
  recorded: string;
  live: string;
}

/** One element of a list: its texts, its amounts and what is true or zero, by their place in the element. */
interface Row {
  texts: Map<string, string>;
  amounts: Map<string, number>;
  marks: Map<string, boolean | number>;
  /** Times of day, in milliseconds. */
  clocks: Set<number>;
}

/** By what a row may be asked for. */
interface Asked {
  words: readonly string[];
  clocks: readonly number[];
  prompts: readonly string[];
}

/** A list, and its rows by the texts in them. */
interface Table {
  rows: readonly Row[];
  having: ReadonlyMap<string, readonly Row[]>;
}

/** What is asked for by its rank, may be another row that has the word tomorrow. */
const RANKS = /(?:est|first|last|next|top|urgent)\b/i;
/** Nobody reads a longer list for its smallest value. */
const LONGEST = 1000;

/** Returns the first argument whose row, in a list of earlier results, has a different rank by some amount. */
export function findRechosen(
  args: readonly SentArgument[],
  results: readonly Sides[],
  prompts: readonly string[],
): SentArgument | undefined {
  const open = args.filter(
    ({ recorded }) => recorded !== "" && recorded.length <= 200 && !isAskedFor(recorded, prompts),
  );
  if (open.length === 0) return undefined;
  const asked = askedBy(prompts);
  for (const { recorded, live } of results) {
    const tables = tablesOf(recorded);
    if (tables.size === 0) continue;
    const now = tablesOf(live);
    for (const [at, table] of tables) {
      const found = open.find(
        (arg) =>
          isRechosen(arg, table, now.get(at)?.rows ?? [], asked) && !isNamedInResult(arg, { recorded, live }, prompts),
      );
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** What compares asks for a rank, and names no row. */
function askedBy(prompts: readonly string[]): Asked | undefined {
  if (prompts.some((prompt) => COMPARES.test(prompt) || RANKS.test(prompt))) return undefined;
  return { words: longWordsOf(prompts.join(" ")), clocks: prompts.flatMap(clocksAskedFor), prompts };
}

function isRechosen(
  { at, recorded, live }: SentArgument,
  { rows, having }: Table,
  now: readonly Row[],
  asked: Asked | undefined,
): boolean {
  const [row, ...others] = having.get(recorded) ?? [];
  if (row === undefined || others.length > 0) return false;
  for (const [key, text] of row.texts) {
    if (text !== recorded || (/^\d+$/.test(text) && !isSameId(at, key))) continue;
    const today = now.filter(({ texts }) => texts.get(key) === live);
    const [there] = today;
    if (there === undefined || today.length > 1) continue;
    if (asked !== undefined && isAskedForAlone(asked, { row, rows }, { row: there, rows: now })) continue;
    for (const path of row.amounts.keys()) {
      if (path === key || isNumbering(rows, path)) continue;
      if (there.amounts.has(path) && hasOtherRank(row, rows, there, now, path)) return true;
    }
  }
  return false;
}

/** True for what the result itself names as the prompt does: `newest`. */
function isNamedInResult(arg: SentArgument, { recorded, live }: Sides, prompts: readonly string[]): boolean {
  const now = new Map(viewLeavesOf(viewOf(live), "").map(({ at, value }) => [at, value]));
  return viewLeavesOf(viewOf(recorded), "").some(
    ({ at, value }) =>
      value === arg.recorded && now.get(at) === arg.live && !isInList(at) && isAskedFor(nameOfRank(at), prompts),
  );
}

/** The name of a place that says a rank, else nothing. */
function nameOfRank(at: string): string {
  const key = at.split("/").at(-1) ?? "";
  return RANKS.test(key) || COMPARES.test(key) ? key : "";
}

interface RowOfTable {
  row: Row;
  rows: readonly Row[];
}

/** True where a prompt names what no other row has, then and now: the incident of the checkout, the slot of half past eight. */
function isAskedForAlone({ words, clocks, prompts }: Asked, recorded: RowOfTable, live: RowOfTable): boolean {
  const isOnlyOne = (has: (row: Row) => boolean): boolean =>
    [recorded, live].every(({ row, rows }) => has(row) && rows.every((other) => other === row || !has(other)));
  if (
    words.some((word) => isOnlyOne(({ texts }) => [...texts.values()].some((text) => longWordsOf(text).includes(word))))
  )
    return true;
  if (clocks.some((clock) => isOnlyOne((row) => row.clocks.has(clock)))) return true;
  return [...recorded.row.marks].some(
    ([at, mark]) =>
      isNamedMark(at.split("/").at(-1) ?? "", mark, prompts) && isOnlyOne(({ marks }) => marks.get(at) === mark),
  );
}

function longWordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
}

/** Only an id is chosen from a list as a number: 2 seats do not choose a row with a 2. */
function isSameId(at: string, key: string): boolean {
  const [argument, column] = [at, key].map(
    (pointer) => pointer.split("/").findLast((part) => !/^\d+$/.test(part)) ?? "",
  );
  return (
    column !== "" &&
    argument !== undefined &&
    column !== undefined &&
    (namesId(argument) || haveSameWords(argument, column))
  );
}

/** True for 1, 2, 3, or counted from 0: the numbers count the rows themselves. */
function isNumbering(rows: readonly Row[], path: string): boolean {
  const numbers = rows.flatMap(({ amounts }) => amounts.get(path) ?? []);
  const [first = 2] = numbers;
  return first <= 1 && numbers.every((number, at) => number === first + at);
}

/** In a list that has grown only the first and the last keep their rank. */
function hasOtherRank(row: Row, rows: readonly Row[], there: Row, now: readonly Row[], path: string): boolean {
  const [below, belowNow] = [countOf(row, rows, path, -1), countOf(there, now, path, -1)];
  const [above, aboveNow] = [countOf(row, rows, path, 1), countOf(there, now, path, 1)];
  if (rows.length === now.length) return below !== belowNow || above !== aboveNow;
  return below + above > 0 && ((below === 0 && belowNow > 0) || (above === 0 && aboveNow > 0));
}

/** Returns how many rows have less of an amount, or more. */
function countOf(row: Row, rows: readonly Row[], path: string, sign: 1 | -1): number {
  const own = row.amounts.get(path) ?? Number.NaN;
  return rows.filter(({ amounts }) => sign * ((amounts.get(path) ?? Number.NaN) - own) > 0).length;
}

/** True for a value that a person asked for by its name, or by part of it. */
function isAskedFor(value: string, prompts: readonly string[]): boolean {
  const words = tokensOf(value.toLowerCase()).map(({ text }) => text);
  const said = prompts.flatMap((prompt) => tokensOf(prompt.toLowerCase()).map(({ text }) => text));
  return words.some((word) =>
    said.some(
      (other) =>
        word === other ||
        (Math.min(word.length, other.length) >= 4 && (word.startsWith(other) || other.startsWith(word))),
    ),
  );
}

const read = new WeakMap<CallOutcome, Map<string, Table>>();

/** Returns the lists of an outcome by their places; each outcome is read once. */
function tablesOf(outcome: CallOutcome): Map<string, Table> {
  const known = read.get(outcome);
  if (known !== undefined) return known;
  const tables = new Map<string, Table>();
  addTables(viewOf(outcome), "", 0, tables);
  read.set(outcome, tables);
  return tables;
}

/** Tables are arrays, the similar members of an object, and the lines of a text. */
function addTables(value: Exact, at: string, depth: number, tables: Map<string, Table>): void {
  if (depth > 50) return;
  const add = (rows: readonly unknown[], read: () => Row[]): void => {
    if (rows.length > 1 && rows.length <= LONGEST) tables.set(at, tableOf(read()));
  };
  if (typeof value === "string") {
    const json = jsonOfText(value);
    if (json !== undefined) addTables(json, at, depth + 1, tables);
    else if (value.includes("\n")) {
      const lines = value.split("\n");
      add(lines, () => lines.map(rowOfLine));
    }
  } else if (Array.isArray(value)) {
    add(value, () => value.map((row) => rowOf(row)));
    for (const [index, row] of value.entries()) addTables(row, below(at, index), depth + 1, tables);
  } else if (isExactObject(value)) {
    const entries = Object.entries(value);
    if (entries.every(([, row]) => isNumber(row)) || entries.every(([, row]) => isExactObject(row)))
      add(entries, () => entries.map(([key, row]) => rowOf(row, key)));
    for (const [key, row] of entries) addTables(row, below(at, key), depth + 1, tables);
  }
}

function tableOf(rows: readonly Row[]): Table {
  const having = new Map<string, Row[]>();
  for (const row of rows) for (const text of new Set(row.texts.values())) appendTo(having, text, row);
  return { rows, having };
}

/** Stands for the name of an object's member, which has no place within it. */
const NAME = "#name";

function rowOf(value: Exact, name?: string): Row {
  const row: Row = { texts: new Map(), amounts: new Map(), marks: new Map(), clocks: new Set() };
  if (name !== undefined) row.texts.set(NAME, name);
  const walk = (part: Exact, at: string, depth: number): void => {
    if (isNumber(part) || typeof part === "string") {
      const text = isNumber(part) ? numberText(part) : part;
      row.texts.set(at, text);
      const amount = namesId(at.split("/").at(-1) ?? "") ? undefined : amountOf(text);
      if (amount !== undefined) row.amounts.set(at, amount);
      if (isNumber(part) && amount === 0) row.marks.set(at, 0);
      if (typeof part === "string") for (const clock of clocksOfText(part)) row.clocks.add(clock);
    } else if (part === true) {
      row.marks.set(at, true);
    } else if (isExactObject(part) && depth < 3) {
      for (const [key, inner] of Object.entries(part)) walk(inner, below(at, key), depth + 1);
    } else if (Array.isArray(part) && depth < 1 && part.length < 50) {
      part.forEach((inner, index) => walk(inner, below(at, index), depth + 1));
    }
  };
  walk(value, "", 0);
  return row;
}

/** Lines are rows of one table where they differ in words and numbers only. */
function rowOfLine(line: string): Row {
  const pieces = piecesOf(line);
  const others = pieces.filter(({ kind }) => kind === "uuid" || kind === "made" || kind === "time");
  const numbers = numbersIn(line).filter(
    ({ inWords, start, end }) => !inWords && others.every((piece) => end <= piece.start || start >= piece.end),
  );
  const times = others.flatMap(({ kind, text, start }) => (kind === "time" ? [{ value: amountOf(text), start }] : []));
  const amounts = [...numbers, ...times].toSorted((one, other) => one.start - other.start);
  const kinds = pieces.map(({ kind, text, start }, at) => {
    const isWord = kind === "uuid" || kind === "made" || (kind === "word" && /\p{L}/u.test(text));
    return line.slice(pieces[at - 1]?.end ?? 0, start) + (isWord ? "w" : "9");
  });
  const shape = kinds.join("");
  const words = [...tokensOf(line).map(({ text }) => text), ...wordsIn(line)].filter((word) =>
    /\p{L}.*[\p{L}\p{N}]/u.test(word),
  );
  return {
    texts: new Map(words.map((text, index) => [String(index), text])),
    amounts: new Map(
      amounts.flatMap(({ value }, index) =>
        value === undefined ? [] : [[`${shape} ${String(index)}`, value] as const],
      ),
    ),
    marks: new Map(),
    clocks: new Set(others.flatMap(({ kind, text }) => (kind === "time" ? clocksOfText(text) : []))),
  };
}

/** The times of day that a text may mean. */
function clocksOfText(text: string): number[] {
  return text.length > 60 || !/\d:\d/.test(text)
    ? []
    : readTimes(text)
        .flatMap(clockOf)
        .map(({ at }) => at);
}

/** Returns the only number of a text, or the time that the text is. */
export function amountOf(text: string): number | undefined {
  if (text.length > 60) return undefined;
  for (const reading of readTimes(text)) {
    if (reading.kind === "instant") return reading.at;
    if (reading.kind === "day") return reading.day;
    const [clock] = clockOf(reading);
    if (clock !== undefined) return clock.at;
  }
  const [first, second] = numbersIn(text).filter(({ inWords }) => !inWords);
  return second === undefined && first !== undefined && !/^\p{L}|[\p{L}_-]\d/u.test(text) ? first.value : undefined;
}
