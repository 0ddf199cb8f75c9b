// Finds numbers of one result that belonged together in every run, as a total and its parts, and do not any more.
import { seenText, type Place, type Variable } from "./learned.js";
import { appendTo } from "../append-to.js";
import { hasIdSuffix, keysOf, measureOf, wordsOfName } from "./names.js";

/** A relation is only believed after this many runs. */
const RUNS = 3;
/** How many steps of their last digit the values of a number must lie apart: numbers that hardly move meet by chance. */
const SPREAD = 100;
/** The same for a number that has other reasons to belong to its neighbours. */
const FEW = 8;
/** Names of a number that is the sum of those beside it. */
const TOTALS: ReadonlySet<string> = new Set(["total", "sum"]);
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
  /** How many steps of the last digit its values lie apart. */
  spread: number;
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
    const amounts = amountsSeen(variable);
    if (amounts === undefined) return;
    const key = `${String(place.call)} ${surroundingsOf(place.at)}`;
    appendTo(groups, key, { index, variable, place, ...amounts });
  });
  const byCall = new Map<number, Amount[][]>();
  for (const group of groups.values()) {
    const call = group[0]?.place.call;
    if (call === undefined) continue;
    const far = group.filter(({ spread }) => spread >= SPREAD);
    const amounts = group.length > MOST ? far : group;
    if (amounts.length > 1 && amounts.length <= MOST) appendTo(byCall, call, amounts);
  }
  return byCall;
}

function brokenOf(amounts: readonly Amount[], valueOf: ValueOf): BrokenRelation[] {
  const live = new Map(amounts.map((amount) => [amount, numberOf(valueOf(amount.index))]));
  const broken = new Map<Amount, string>();
  for (const { of, parts, beside, was } of relationsOf(amounts)) {
    const now = live.get(of);
    const values = parts.map((part) => live.get(part));
    if (now === undefined || !values.every((value) => value !== undefined)) continue;
    if (!isEqual(now, sum(values) + beside) && !broken.has(of)) broken.set(of, was);
  }
  return [...broken].map(([{ index, variable, place }, was]) => ({
    variable,
    place,
    live: valueOf(index) ?? "",
    was,
  }));
}

/** What a number was in every run: the sum of others and a constant. */
interface Relation {
  of: Amount;
  parts: readonly Amount[];
  beside: number;
  was: string;
}

function relationsOf(amounts: readonly Amount[]): Relation[] {
  const pairs = amounts.flatMap((first, at) => amounts.slice(at + 1).map((second) => [first, second] as const));
  const found = pairs.flatMap(([first, second]): Relation[] => {
    const beside = constantDifference(second.seen, first.seen);
    const differences: Relation[] =
      beside !== undefined && moveTogether(first, second)
        ? [{ of: second, parts: [first], beside, was: differenceInWords(first, beside) }]
        : [];
    const totals = amounts.filter((third) => isTotal(third, [first, second]));
    return [...differences, ...totals.map((third) => totalOf(third, [first, second]))];
  });
  // More parts are not searched for: one of many sums would fit by chance.
  const ofAll = amounts.flatMap((total) => {
    const others = amounts.filter((other) => other !== total);
    return others.length > 2 && isTotal(total, others) ? [totalOf(total, others)] : [];
  });
  return [...found, ...ofAll];
}

function totalOf(of: Amount, parts: readonly Amount[]): Relation {
  return { of, parts, beside: 0, was: parts.map(({ variable }) => variable.name).join(" + ") };
}

/**
 * In three runs numbers that move by a hundred steps are as far from each other by chance once in ten thousand times.
 * Eight steps (once in eighty) do only for two amounts of one unit that do not count up: `minutes`, `trafficMinutes`.
 */
function moveTogether(one: Amount, other: Amount): boolean {
  if (one.spread >= SPREAD && other.spread >= SPREAD) return areDistinct(one) && areDistinct(other);
  const unit = wordsOfName(keyOf(one)).at(-1);
  if (unit === undefined || unit !== wordsOfName(keyOf(other)).at(-1) || areInSteps(one.seen)) return false;
  return [one, other].every(
    (amount) => amount.spread >= FEW && areDistinct(amount) && !isId(amount) && measureOf(keyOf(amount)) === undefined,
  );
}

/**
 * A sum has no constant to choose, so that the total and one part say enough. The other parts only have to move by eight
 * steps, else the total and that one part may be close to each other. A number that is named `total` may move less.
 */
function isTotal(total: Amount, parts: readonly Amount[]): boolean {
  if (parts.includes(total) || !areDistinct(total) || !isSum(total, parts)) return false;
  if (wordsOfName(keyOf(total)).some((word) => TOTALS.has(word)) && !parts.some(isId)) return true;
  return (
    total.spread >= SPREAD &&
    parts.some((part) => part.spread >= SPREAD && areDistinct(part)) &&
    parts.every((part) => part.spread >= FEW && areDistinct(part))
  );
}

function isSum(total: Amount, parts: readonly Amount[]): boolean {
  return total.seen.every((value, run) => isEqual(value, sum(parts.map(({ seen }) => seen[run]))));
}

function constantDifference(one: readonly number[], other: readonly number[]): number | undefined {
  const differences = one.map((value, run) => value - (other[run] ?? 0));
  const [first] = differences;
  return first !== undefined && differences.every((one) => isEqual(one, first)) ? first : undefined;
}

function differenceInWords({ variable }: Amount, beside: number): string {
  if (isEqual(beside, 0)) return variable.name;
  const size = String(Number(Math.abs(beside).toFixed(6)));
  return `${variable.name} ${beside > 0 ? "+" : "-"} ${size}`;
}

function areDistinct({ seen }: Amount): boolean {
  return new Set(seen).size === seen.length;
}

/** True for a counter that each run moves by as much. */
function areInSteps(seen: readonly number[]): boolean {
  const steps = seen.slice(1).map((value, at) => value - (seen[at] ?? 0));
  return steps.every((step) => isEqual(step, steps[0] ?? 0));
}

function isId(amount: Amount): boolean {
  const key = keyOf(amount);
  return hasIdSuffix(key) || wordsOfName(key).includes("id");
}

/** The name of a number in JSON; a text has none. */
function keyOf({ place }: Amount): string {
  return keysOf(place.at).key;
}

/** Undefined for what is no number, and for a number that is the same in all runs. */
function amountsSeen({ seen }: Variable): { seen: readonly number[]; spread: number } | undefined {
  const texts = seen.map(seenText);
  const numbers = texts.map(numberOf);
  if (numbers.length < RUNS || !numbers.every((number) => number !== undefined)) return undefined;
  if (new Set(numbers).size === 1) return undefined;
  const decimals = Math.max(...texts.map((text) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0));
  // A difference of decimals may have the tail of a double.
  const spread = Math.round((Math.max(...numbers) - Math.min(...numbers)) * 10 ** decimals);
  return { seen: numbers, spread };
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
