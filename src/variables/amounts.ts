// Reads the numbers of one result that differ from run to run, and groups those that stand beside each other.
import { decimalsIn } from "../json/digits.js";
import { appendTo } from "../append-to.js";
import { seenText, tokenEnds, type Place, type Variable } from "./learned.js";
import { isTimeOfDay } from "./off-times.js";
import { bytesOfPrefix } from "./quantity.js";
import { readSpelled } from "./spelled-numbers.js";
import { hasIdSuffix, haveSameWords, keysOf, wordsOfName } from "./names.js";

/** A number, or a time, that broke what held of it in every run. */
export interface BrokenNumber {
  variable: Variable;
  place: Place;
  live: string;
  /** What it was in every run, in terms of the others: `yes + no`. */
  was: string;
}

/** Gives the live value of a variable, by its index. */
export type LiveValueOf = (variable: number) => string | undefined;

/** A relation is only believed after this many runs. */
const RUNS = 3;
/** How many steps of their last digit the values of a number must lie apart: numbers that hardly move meet by chance. */
export const SPREAD = 100;
/** The same for numbers that stand in two objects. */
const FAR = 200;
/** More numbers beside each other are a table, in which some meet by chance. */
export const MOST_BESIDE = 8;

/** A number that differs from run to run. */
export interface Amount {
  index: number;
  variable: Variable;
  place: Place;
  /** Its value in the recording and in each check. */
  seen: readonly number[];
  /** How many steps of the last digit its values lie apart. */
  spread: number;
  /** The last digit that any of its values has. */
  step: number;
}

/** True for a time that is a number since 1970; a time of day is no length. */
function isCounted({ off, seen }: Variable): boolean {
  return off !== undefined && !seen.map(seenText).some(isTimeOfDay);
}

/**
 * Groups the numbers of each call that stand beside each other: in one object, or in one text; and those that were equal in
 * every run wherever they stand, as in a text and in structured content, or that `nestedIn` finds.
 */
export function groupAmounts(
  variables: readonly Variable[],
  nestedIn: (groups: readonly (readonly Amount[])[]) => Amount[][] = () => [],
): ReadonlyMap<number, readonly Amount[][]> {
  const groups = new Map<string, Amount[]>();
  for (const amount of amountsAmong(variables))
    appendTo(groups, `${String(amount.place.call)} ${surroundingsOf(amount.place.at)}`, amount);
  const byCall = new Map<number, Amount[][]>();
  for (const group of groups.values()) {
    const call = group[0]?.place.call;
    if (call === undefined) continue;
    const far = group.filter(({ spread }) => spread >= SPREAD);
    const isTable = group.length > MOST_BESIDE;
    for (const amounts of isTable ? [far, ...rowsOf(group)] : [group])
      if (amounts.length > 1 && amounts.length <= MOST_BESIDE) appendTo(byCall, call, amounts);
  }
  const all = [...groups.values()];
  for (const apart of [...equalAmounts(all), ...cousins(all), ...nestedIn(all)]) {
    const call = apart[0]?.place.call;
    if (call !== undefined) appendTo(byCall, call, apart);
  }
  return byCall;
}

/** Returns the numbers that differ from run to run, and are neither sent nor times. */
export function amountsAmong(variables: readonly Variable[]): Amount[] {
  return variables.flatMap((variable, index) => {
    const [place] = variable.places;
    if (place === undefined || place.call === 0 || place.key === true) return [];
    if (variable.sent.length > 0 || (variable.kind === "time" && !isCounted(variable))) return [];
    const amounts = amountsSeen(variable);
    return amounts === undefined ? [] : [{ index, variable, place, ...amounts }];
  });
}

/** The numbers of each line. */
export function rowsOf(amounts: readonly Amount[]): Amount[][] {
  const rows = new Map<string, Amount[]>();
  for (const amount of amounts) appendTo(rows, amount.place.at, amount);
  return [...rows.values()];
}

/** The numbers of several groups that were equal in every run. */
function equalAmounts(groups: readonly (readonly Amount[])[]): Amount[][] {
  const byValues = new Map<string, Amount[]>();
  // The greatest of a list equals the number of a row, which may be another one next time.
  const far = groups.map((group) =>
    group.filter((amount) => amount.spread >= SPREAD && areDistinct(amount) && !isEndOfList(amount.variable)),
  );
  for (const amount of far.flat()) {
    const values = amount.seen.map((value) => value.toFixed(6)).join(" ");
    appendTo(byValues, `${String(amount.place.call)} ${values}`, amount);
  }
  return [...byValues.values()].filter(
    (equal) =>
      equal.length > 1 &&
      equal.length <= MOST_BESIDE &&
      !far.some((group) => equal.every((one) => group.includes(one))),
  );
}

/** Decimals of two objects that are as far apart in every run and move far: chance does not do so, and no counter has them. */
function cousins(groups: readonly (readonly Amount[])[]): Amount[][] {
  const wide = groups.flatMap((group) =>
    group.filter((amount) => amount.step < 1 && amount.spread >= FAR && areDistinct(amount)),
  );
  const bySteps = new Map<string, Amount[]>();
  for (const amount of wide) {
    const [first = 0, ...others] = amount.seen;
    const steps = others.map((value) => (value - first).toFixed(6)).join(" ");
    appendTo(bySteps, `${String(amount.place.call)} ${steps}`, amount);
  }
  return [...bySteps.values()].filter((alike) => {
    const isEqual = new Set(alike.map(({ seen }) => seen[0]?.toFixed(6))).size < alike.length;
    return (
      alike.length > 1 &&
      alike.length <= MOST_BESIDE &&
      !isEqual &&
      new Set(alike.map(({ place }) => surroundingsOf(place.at))).size > 1
    );
  });
}

function isEndOfList({ of }: Variable): boolean {
  return of?.is === "most" || of?.is === "least";
}

/** True for numbers that are the same but for `slack` and what a double takes from them. */
export function isNear(one: number, other: number, slack = 0): boolean {
  return Math.abs(one - other) <= slack + 1e-6 + 1e-13 * Math.max(Math.abs(one), Math.abs(other));
}

/** True for a number without decimals, but for what a double adds. */
export function isNearWhole(number: number): boolean {
  return Math.abs(number - Math.round(number)) < 1e-6;
}

/** True for a counter that each run moves by as much. */
export function areInSteps(seen: readonly number[]): boolean {
  const steps = seen.slice(1).map((value, at) => value - (seen[at] ?? 0));
  return steps.every((step) => isNear(step, steps[0] ?? 0));
}

/** How many runs differ in these numbers. */
export function differentRuns(amounts: readonly Pick<Amount, "seen">[]): number {
  return new Set(amounts[0]?.seen.map((_, run) => amounts.map(({ seen }) => seen[run]).join(" "))).size;
}

export function areDistinct({ seen }: Amount): boolean {
  return new Set(seen).size === seen.length;
}

/**
 * True for two numbers of one text with a unit between them, and for two keys that name one amount in two
 * units: `tempC`, `tempF`.
 */
export function areSideBySide(one: Amount, other: Amount, amounts: readonly Amount[]): boolean {
  if (one.place.at === other.place.at) {
    const [[, end], [start]] = [tokenEnds(one.place), tokenEnds(other.place)];
    const isUnit = !amounts.some(({ place }) => place.at === one.place.at && tokenEnds(place)[0] === end + 1);
    return start - end === 2 && isUnit;
  }
  const [words, others] = [wordsOfName(keyOf(one)), wordsOfName(keyOf(other))];
  return words.length > 1 && haveSameWords(words.slice(0, -1).join(" "), others.slice(0, -1).join(" "));
}

/** True for a number that is named as an id. */
export function isId(amount: Amount): boolean {
  const key = keyOf(amount);
  return hasIdSuffix(key) || wordsOfName(key).includes("id");
}

/** The name of a number in JSON; a text has none. */
export function keyOf({ place }: Amount): string {
  return keysOf(place.at).key;
}

/** The name of a value. A text has no keys, but the names of its variables. */
export function nameOfValue({ place, variable }: Pick<Amount, "place" | "variable">): string {
  return place.token === undefined ? keysOf(place.at).key : variable.name;
}

/** Undefined for what is no number, and for a number that is the same in all runs. */
function amountsSeen({ seen }: Variable): Pick<Amount, "seen" | "spread" | "step"> | undefined {
  const texts = seen.map(seenText);
  const numbers = texts.map(numberOf);
  if (numbers.length < RUNS || !numbers.every((number) => number !== undefined)) return undefined;
  if (new Set(numbers).size === 1) return undefined;
  const step = stepOf(texts, numbers);
  // A difference of decimals may have the tail of a double.
  const spread = Math.round((Math.max(...numbers) - Math.min(...numbers)) / step);
  return { seen: numbers, spread, step };
}

/** By how much the numbers move at least. */
function stepOf(texts: readonly string[], numbers: readonly number[]): number {
  // Times of a day are mostly full quarters of an hour.
  if (texts.some((text) => text.includes(":"))) return numbers.reduce(commonDivisor);
  const steps = texts.map((text) => bytesIn(text) * 10 ** -decimalsIn(text));
  const isSize = texts.some((text) => /\p{L}$/u.test(text));
  return isSize ? Math.max(...steps) : Math.min(...steps);
}

/** The greatest number that divides both. */
export function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

const CLOCK = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/;

const SIZE = /^(-?(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?) ?([KkMGT]i?)?(?:B|bytes)?$/;

/** How many bytes the unit of a size has; 1 for a number without one. */
function bytesIn(text: string): number {
  return bytesOfPrefix(SIZE.exec(text)?.[2] ?? "");
}

const GROUPED = /^-?[1-9]\d{0,2}(?:,\d{3}){1,2}(?:\.\d{1,6})?$/;

/** Leaves out what is as long as an id or an epoch; `3:41` is 221, `2 kB` is 2000, `1,057.50` has its thousands apart. */
export function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const size = SIZE.exec(text)?.[1];
  if (size !== undefined) return Number(size) * bytesIn(text);
  if (GROUPED.test(text)) return Number(text.replaceAll(",", ""));
  const clock = CLOCK.exec(text);
  if (clock === null) return readSpelled(text);
  const [hours = 0, minutes = 0, seconds = 0] = clock.slice(1).map((part) => Number(part ?? 0));
  return (hours * 60 + minutes) * 60 + seconds;
}

/** The object of a value, or the text of a line. */
export function surroundingsOf(at: string): string {
  if (at.endsWith("/text")) return at;
  const around = at.slice(0, at.lastIndexOf("/"));
  const isLine = around.endsWith("/text/lines") && /^\d+$/.test(at.slice(around.length + 1));
  return isLine ? around.slice(0, -"/lines".length) : around;
}
