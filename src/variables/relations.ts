// Finds numbers of one result that belonged together in every run, as a total and its parts, and do not any more.
import { setOf } from "../reading/set-of.js";
import {
  areDistinct,
  areInSteps,
  differentRuns,
  isId,
  isNear,
  keyOf,
  numberOf,
  SPREAD,
  surroundingsOf,
  type Amount,
  type BrokenNumber,
  type LiveValueOf,
} from "./amounts.js";
import { measureOf, wordsOfName } from "./names.js";
import { areSides, isRest, wholesOf } from "./parts-of-whole.js";
import { ratiosOf, type IsSaid } from "./ratios.js";

/** How many steps a number must move that has other reasons to belong to its neighbours. */
const FEW = 8;
/** The same for two that are equal, or as far apart as is said beside them. */
const NEAR = 24;
/** How likely a sum may be an accident. */
const CHANCE = 1 / 1000;
/** The same where the names say what is left of the sum, and also what is not. */
const [REST_CHANCE, SIDES_CHANCE] = [1 / 100, 1 / 30];
/** The same for each of two whose sum is said beside them. */
const LEAST = 4;
/** What is measured, and does not count up by what each run does. */
const UNITS = setOf(
  "second minute hour day week month km kilometre kilometer metre meter mile kg gram litre liter degree percent",
);
/** Names of a number that is the sum of those beside it. */
const TOTALS: ReadonlySet<string> = new Set(["total", "sum"]);

/** Lists the numbers that broke a relation in this run. */
export function findBrokenRelations(
  groups: readonly (readonly Amount[])[],
  valueOf: LiveValueOf,
  isSaid: IsSaid = () => false,
): BrokenNumber[] {
  return groups.flatMap((amounts) => brokenOf(amounts, valueOf, isSaid));
}

function brokenOf(amounts: readonly Amount[], valueOf: LiveValueOf, isSaid: IsSaid): BrokenNumber[] {
  const live = new Map(amounts.map((amount) => [amount, numberOf(valueOf(amount.index))]));
  const broken = new Map<Amount, string>();
  const sums = relationsOf(amounts, isSaid).map(({ beside, minus, ...rest }) => ({
    ...rest,
    reckon: (values: readonly number[]) => (minus === true ? -sum(values) : sum(values)) + beside,
    slack: () => 0,
  }));
  for (const { of, parts, reckon, slack, was } of [
    ...sums,
    ...ratiosOf(amounts, isSaid),
    ...wholesOf(amounts, isSaid),
  ]) {
    const now = live.get(of);
    const values = parts.map((part) => live.get(part));
    if (now === undefined || !values.every((value) => value !== undefined)) continue;
    const isOff = !isNear(now, reckon(values), slack(values));
    if (isOff && !broken.has(of)) broken.set(of, was);
  }
  for (const [amount, was] of exchangedAmong(amounts, live)) if (!broken.has(amount)) broken.set(amount, was);
  return [...broken].map(([{ index, variable, place }, was]) => ({
    variable,
    place,
    live: valueOf(index) ?? "",
    was,
  }));
}

/** How many times what either of them moved two numbers must lie apart, so that one in the place of the other is no chance. */
const APART = 2;

/**
 * The same where one of them moves far: how many times what the other moved. Then it must have been twice as high at least,
 * and each be where the other was: fewer than one in a thousand pairs of numbers that say nothing of each other do so.
 */
const FAR_APART = 4;

/** Numbers of which one was far below the other in every run, and that stand in each other's place now: `118/76`, `76/118`. */
function exchangedAmong(
  amounts: readonly Amount[],
  live: ReadonlyMap<Amount, number | undefined>,
): (readonly [Amount, string])[] {
  const pairs = amounts.flatMap((low) => amounts.flatMap((high) => (low === high ? [] : [[low, high] as const])));
  return pairs.flatMap(([low, high]) => {
    const [lowest, highest] = [low, high].map(({ seen }) => ({ from: Math.min(...seen), to: Math.max(...seen) }));
    const [one, other] = [live.get(low), live.get(high)];
    if (lowest === undefined || highest === undefined || one === undefined || other === undefined) return [];
    const widths = [lowest.to - lowest.from, highest.to - highest.from];
    const [width, narrow] = [Math.max(...widths), Math.min(...widths)];
    const gap = highest.from - lowest.to;
    if ([low, high].some((amount) => isId(amount) || measureOf(keyOf(amount)) !== undefined)) return [];
    const middle = lowest.to + gap / 2;
    // Two that give a constant together cross the middle at once: that is one chance, not two.
    const times = constantSum(low.seen, high.seen) === undefined ? APART : FAR_APART;
    const isOver = gap >= times * width && one > middle && other < middle;
    const isTwice = lowest.from > 0 && highest.from >= 2 * lowest.to && gap >= FAR_APART * narrow;
    const isExchanged =
      isOver ||
      (isTwice && one >= highest.from - narrow && other <= lowest.to + narrow) ||
      (areInProportion(low, high) && one >= PROPORTION.least * other);
    if (one > other && areAlwaysApart(low, high)) return [[high, `greater than ${low.variable.name}`] as const];
    return isExchanged ? [[high, `greater than ${low.variable.name}`] as const] : [];
  });
}

/** How many times as high one number was as another, and how little that may have moved from run to run. */
const PROPORTION = { least: 2, moved: 1.1 };

/**
 * True where one number was about as many times another in every run, though both moved by more: three quarters of all
 * are off, one is on. By chance three runs are so once in a hundred times, and then turn around hardly ever.
 */
function areInProportion(low: Amount, high: Amount): boolean {
  const times = high.seen.map((value, run) => value / (low.seen[run] ?? Number.NaN));
  if (low.seen.some((value) => value <= 0) || !times.every((one) => one >= PROPORTION.least)) return false;
  const moved = [low.seen, high.seen].map((seen) => Math.max(...seen) / Math.min(...seen));
  return (
    Math.max(...times) / Math.min(...times) <= PROPORTION.moved && moved.every((by) => by >= 1.1 * PROPORTION.moved)
  );
}

/** True where one number was as far above the other in every run, and this was not the same in all. */
function areAlwaysApart(low: Amount, high: Amount): boolean {
  const beside = constantDifference(high.seen, low.seen);
  return beside !== undefined && beside > 0 && low.spread >= FEW && high.spread >= FEW;
}

/** What a number was in every run: the sum of others and a constant. */
interface Relation {
  of: Amount;
  parts: readonly Amount[];
  beside: number;
  /** The parts are taken away from the constant. */
  minus?: true;
  was: string;
}

function relationsOf(amounts: readonly Amount[], isSaid: IsSaid): Relation[] {
  const pairs = amounts.flatMap((first, at) => amounts.slice(at + 1).map((second) => [first, second] as const));
  const found = pairs.flatMap(([first, second]): Relation[] => {
    const beside = constantDifference(second.seen, first.seen);
    const differences: Relation[] =
      beside !== undefined && (moveTogether(first, second, beside) || isSaidApart(beside, first, second, isSaid))
        ? [{ of: second, parts: [first], beside, was: differenceInWords(first, beside) }]
        : [];
    const both = constantSum(second.seen, first.seen);
    if (both !== undefined && (movesOver(first, second) || isWhole(both, first, second, isSaid))) {
      const was = `${String(Number(both.toFixed(6)))} - ${first.variable.name}`;
      differences.push({ of: second, parts: [first], beside: both, minus: true, was });
    }
    const totals = amounts.filter((third) => isTotal(third, [first, second], amounts.length));
    return [...differences, ...totals.map((third) => totalOf(third, [first, second]))];
  });
  // More parts are not searched for: one of many sums would fit by chance.
  const counting = amounts.filter((amount) => !isId(amount) && measureOf(keyOf(amount)) === undefined);
  const ofAll = counting.flatMap((total) => {
    const others = counting.filter((other) => other !== total);
    const isIt = isNamedTotal(total, others) || isTotal(total, others) || isOneTotal(total, others);
    return others.length > 1 && isIt ? [totalOf(total, others)] : [];
  });
  return [...found, ...ofAll];
}

function totalOf(of: Amount, parts: readonly Amount[]): Relation {
  return { of, parts, beside: 0, was: parts.map(({ variable }) => variable.name).join(" + ") };
}

/**
 * In three runs numbers that move by a hundred steps are as far from each other by chance once in ten thousand times, and
 * numbers that move by two dozen are equal as seldom.
 * Eight steps (once in eighty) do only for two amounts of one unit that do not count up: `waitMinutes`, `trafficMinutes`;
 * of a whole and a part in a unit of measure, `minutes` and `trafficMinutes`, it is enough that they moved.
 */
function moveTogether(one: Amount, other: Amount, beside: number): boolean {
  const least = isNear(beside, 0) ? NEAR : SPREAD;
  if (one.spread >= least && other.spread >= least) return areDistinct(one) && areDistinct(other);
  const [words, others] = [one, other].map((amount) => wordsOfName(keyOf(amount)));
  const unit = words?.at(-1);
  if (unit === undefined || unit !== others?.at(-1)) return false;
  if ([one, other].some((amount) => isId(amount) || measureOf(keyOf(amount)) !== undefined)) return false;
  // A whole and a part of it by their names.
  if (UNITS.has(unit) && (words?.length === 1 || others.length === 1)) return true;
  return !areInSteps(one.seen) && [one, other].every((amount) => amount.spread >= FEW && areDistinct(amount));
}

/**
 * A sum has no constant to choose, so that the total and one part say enough. The other parts only have to move by eight
 * steps, else the total and that one part may be close to each other.
 */
function isTotal(total: Amount, parts: readonly Amount[], among = Number.POSITIVE_INFINITY): boolean {
  if (parts.includes(total) || !isSum(total, parts) || isRounded([total, ...parts])) return false;
  if (isFewTotal(total, parts, among) || isTotalOfRest(total, parts, among)) return true;
  return (
    total.spread >= SPREAD &&
    parts.some(({ spread }) => spread >= SPREAD) &&
    parts.every(({ spread }) => spread >= FEW) &&
    [total, ...parts].every(areDistinct)
  );
}

/**
 * Of few numbers fewer than one in a thousand groups have a sum by chance: each different run makes that as often less
 * likely as the second widest of the three has steps.
 */
function isFewTotal(total: Amount, parts: readonly Amount[], among: number): boolean {
  return ((among * (among - 1) * (among - 2)) / 2) * chanceOfSum([total, ...parts]) <= CHANCE;
}

/** The same where one part is named as what is left of it, which says more where the other is named as what is not. */
function isTotalOfRest(total: Amount, parts: readonly Amount[], among: number): boolean {
  const [one, other, ...more] = parts;
  if (one === undefined || other === undefined || more.length > 0) return false;
  if (isRest(one) === isRest(other) || [total, ...parts].some(isId)) return false;
  const least = areSides(one, other) ? SIDES_CHANCE : REST_CHANCE;
  return (among - 1) * (among - 2) * chanceOfSum([total, ...parts]) <= least;
}

/** The same for one of a group that is the sum of all others. */
function isOneTotal(total: Amount, parts: readonly Amount[]): boolean {
  return (
    isSum(total, parts) &&
    !isRounded([total, ...parts]) &&
    (1 + parts.length) * chanceOfSum([total, ...parts]) <= CHANCE
  );
}

/** True for decimals of one object and whole numbers of another: rounding makes a sum of what is none. */
function isRounded(all: readonly Amount[]): boolean {
  const areMixed = all.some(({ step }) => step < 1) && all.some(({ step }) => step >= 1);
  return areMixed && new Set(all.map(({ place }) => surroundingsOf(place.at))).size > 1;
}

function chanceOfSum(all: readonly Amount[]): number {
  const [, second = 0] = all.map(({ spread }) => spread).toSorted((one, other) => other - one);
  return (1 + second) ** -differentRuns(all);
}

/** True for two numbers whose difference is said beside them: `61 are old, 5 are on hold, 56 would be deleted`. */
function isSaidApart(beside: number, one: Amount, other: Amount, isSaid: IsSaid): boolean {
  const areFree = [one, other].every(
    (amount) => amount.spread >= NEAR && areDistinct(amount) && !isId(amount) && !areInSteps(amount.seen),
  );
  return areFree && !isNear(beside, 0) && isSaid(one, (number) => isNear(number, Math.abs(beside)));
}

/** True for what two numbers are together, where that stands beside them: `12 of 40 are packed, 28 remain`. */
function isWhole(both: number, one: Amount, other: Amount, isSaid: IsSaid): boolean {
  return (
    [one, other].every((amount) => amount.spread >= LEAST && !isId(amount)) &&
    isSaid(one, (number) => isNear(number, both))
  );
}

/** A number that is named `total` may move less, where it was the sum of all numbers beside it. */
function isNamedTotal(total: Amount, parts: readonly Amount[]): boolean {
  return wordsOfName(keyOf(total)).some((word) => TOTALS.has(word)) && areDistinct(total) && isSum(total, parts);
}

function isSum(total: Amount, parts: readonly Amount[]): boolean {
  return total.seen.every((value, run) => isNear(value, sum(parts.map(({ seen }) => seen[run]))));
}

function constantDifference(one: readonly number[], other: readonly number[]): number | undefined {
  const differences = one.map((value, run) => value - (other[run] ?? 0));
  const [first] = differences;
  return first !== undefined && differences.every((one) => isNear(one, first)) ? first : undefined;
}

function constantSum(one: readonly number[], other: readonly number[]): number | undefined {
  return constantDifference(
    one,
    other.map((value) => -value),
  );
}

/** How far a run has to move what it takes from one number and adds to another: steps of one are those of any counters. */
const MOVED = 5;

/** True for what is free and what is used, and for what each run moves from one place to another. */
function movesOver(one: Amount, other: Amount): boolean {
  if (isId(one) || isId(other) || !areDistinct(one) || !areDistinct(other)) return false;
  if (one.spread >= SPREAD && other.spread >= SPREAD) return true;
  const [first = 0, second = 0] = one.seen;
  return areInSteps(one.seen) && Math.abs(second - first) / one.step >= MOVED;
}

function differenceInWords({ variable }: Amount, beside: number): string {
  if (isNear(beside, 0)) return variable.name;
  const size = String(Number(Math.abs(beside).toFixed(6)));
  return `${variable.name} ${beside > 0 ? "+" : "-"} ${size}`;
}

function sum(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
}
