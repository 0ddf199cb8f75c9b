// Finds numbers of one result that belonged together in every run, as a total and its parts, and do not any more.
import { seenText, type Place, type Variable } from "./learned.js";
import { appendTo } from "../append-to.js";

/** A relation is only believed after this many runs. */
const RUNS = 3;
/** How many steps of their last digit the values of a number must lie apart: numbers that hardly move meet by chance. */
const SPREAD = 100;
/** More numbers beside each other are a table, in which some meet by chance. */
const MOST = 8;

/** A number that broke a relation. */
export interface BrokenRelation {
  variable: Variable;
  place: Place;
  live: string;
  /** What the number was in every run, in terms of the others: `yes + no`. */
  was: string;
}

/** A number that differs from run to run. */
export interface Amount {
  index: number;
  variable: Variable;
  place: Place;
  /** Its value in the recording and in each check. */
  seen: readonly number[];
}

/** Gives the live value of a variable, by its index. */
type ValueOf = (variable: number) => string | undefined;

/** Lists the numbers that broke a relation in this run. */
export function findBrokenRelations(groups: readonly (readonly Amount[])[], valueOf: ValueOf): BrokenRelation[] {
  return groups.flatMap((amounts) => brokenOf(amounts, valueOf));
}

/** Groups the numbers of each call that stand beside each other: in one object, or in one text. */
export function groupAmounts(variables: readonly Variable[]): ReadonlyMap<number, readonly Amount[][]> {
  const groups = new Map<string, Amount[]>();
  variables.forEach((variable, index) => {
    const [place] = variable.places;
    if (place === undefined || place.call === 0 || place.key === true) return;
    if (variable.kind === "time" || variable.sent.length > 0) return;
    const seen = amountsSeen(variable);
    if (seen === undefined) return;
    const key = `${String(place.call)} ${surroundingsOf(place.at)}`;
    appendTo(groups, key, { index, variable, place, seen });
  });
  const byCall = new Map<number, Amount[][]>();
  for (const group of groups.values()) {
    const call = group[0]?.place.call;
    if (call === undefined || group.length < 2 || group.length > MOST) continue;
    appendTo(byCall, call, group);
  }
  return byCall;
}

function brokenOf(amounts: readonly Amount[], valueOf: ValueOf): BrokenRelation[] {
  const live = amounts.map(({ index }) => numberOf(valueOf(index)));
  const broken = new Map<Amount, string>();
  const note = (total: number, parts: readonly number[], beside: number, was: string): void => {
    const values = parts.map((part) => live[part]);
    const now = live[total];
    const amount = amounts[total];
    if (amount === undefined || now === undefined || !values.every((value) => value !== undefined)) return;
    if (!isEqual(now, sum(values) + beside) && !broken.has(amount)) broken.set(amount, was);
  };
  for (const [a, first] of amounts.entries()) {
    for (const [b, second] of amounts.entries()) {
      if (b <= a) continue;
      const beside = constantDifference(second.seen, first.seen);
      if (beside !== undefined) note(b, [a], beside, differenceInWords(first, beside));
      for (const [c, third] of amounts.entries()) {
        if (c === a || c === b || !isSum(third.seen, first.seen, second.seen)) continue;
        note(c, [a, b], 0, `${first.variable.name} + ${second.variable.name}`);
      }
    }
  }
  return [...broken].map(([{ index, variable, place }, was]) => ({
    variable,
    place,
    live: valueOf(index) ?? "",
    was,
  }));
}

function constantDifference(one: readonly number[], other: readonly number[]): number | undefined {
  const differences = one.map((value, run) => value - (other[run] ?? 0));
  const [first] = differences;
  return first !== undefined && differences.every((one) => isEqual(one, first)) ? first : undefined;
}

function isSum(total: readonly number[], one: readonly number[], other: readonly number[]): boolean {
  return total.every((value, run) => isEqual(value, (one[run] ?? 0) + (other[run] ?? 0)));
}

function differenceInWords({ variable }: Amount, beside: number): string {
  if (isEqual(beside, 0)) return variable.name;
  const size = String(Number(Math.abs(beside).toFixed(6)));
  return `${variable.name} ${beside > 0 ? "+" : "-"} ${size}`;
}

/** Undefined for what is no number, and for numbers that lie too close together to say anything. */
function amountsSeen({ seen }: Variable): number[] | undefined {
  const texts = seen.map(seenText);
  const numbers = texts.map(numberOf);
  if (numbers.length < RUNS || !numbers.every((number) => number !== undefined)) return undefined;
  if (new Set(numbers).size < numbers.length) return undefined;
  const decimals = Math.max(...texts.map((text) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0));
  return (Math.max(...numbers) - Math.min(...numbers)) * 10 ** decimals >= SPREAD ? numbers : undefined;
}

/** Leaves out what is as long as an id or an epoch. */
function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^-?(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
}

/** The object of a value, or the text of a line. */
function surroundingsOf(at: string): string {
  return /^.*\/text(?=\/lines\/\d+$|$)/.exec(at)?.[0] ?? at.slice(0, at.lastIndexOf("/"));
}

function isEqual(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-6;
}

function sum(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
}
