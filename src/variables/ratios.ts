// Finds numbers of one result that were the average, a half or a share of others in every run, the same amount in another unit, or
// as many times another.
import { setOf } from "../reading/set-of.js";
import {
  areDistinct,
  areSideBySide,
  differentRuns,
  isId,
  isNear,
  keyOf,
  nameOfValue,
  SPREAD,
  type Amount,
} from "./amounts.js";
import { factorOfNames } from "./named-units.js";
import { wordsOfName } from "./names.js";

/** What a number was in every run, as far as its digits say. */
export interface Ratio {
  of: Amount;
  parts: readonly Amount[];
  reckon: (values: readonly number[]) => number;
  /** How far off it may be. */
  slack: (values: readonly number[]) => number;
  was: string;
}

const AVERAGES: ReadonlySet<string> = new Set(["average", "avg", "mean"]);
const SUMS: ReadonlySet<string> = new Set(["sum", "total"]);
/** Units that results give side by side: by how much the one is multiplied and what is added. */
const UNITS: readonly (readonly [name: string, times: number, plus: number])[] = [
  ["°F of °C", 1.8, 32],
  ["miles of km", 0.621_371, 0],
  ["feet of metres", 3.280_84, 0],
  ["pounds of kg", 2.204_62, 0],
  ["a hundredth", 0.01, 0],
  ["a thousandth", 0.001, 0],
  ["a sixtieth", 1 / 60, 0],
];
const NAMED = "in its unit";
const SHARES: ReadonlySet<string> = new Set(["share", "rate", "ratio", "percent", "pct", "percentage", "conversion"]);
/** So many steps a share must move in a group of so many numbers, which has few pairs that it may be a share of. */
const SHARE = { few: 5, spread: 30 };
/** How many times what rounding takes a number must move to be a multiple of another one, or to give one product with it. */
const TIMES_SPREAD = 200;
/** The same for a factor that stands beside them. */
const SAID_SPREAD = 30;
/** How likely decimals may be a count by a number beside them by chance, and those of which the name says so. */
const SHARED = { any: 1 / 30_000, named: 1 / 100 };
const PER = setOf("per each daily hourly weekly monthly");

/** True for a number that is beside an amount and the same in all runs. */
export type IsSaid = (amount: Amount, isIt: (number: number) => boolean) => boolean;
/** How many times what rounding takes the values must lie apart: three runs fit by chance once in thousands of times. */
const UNIT_SPREAD = 15;
const NAMED_SPREAD = 20;

/** Lists the averages of a group of numbers, and those in another unit. */
export function ratiosOf(amounts: readonly Amount[], isSaid: IsSaid): Ratio[] {
  const pairs = amounts.flatMap((one) => amounts.flatMap((other) => (one === other ? [] : [[one, other] as const])));
  const factors = amounts.flatMap((of, at) =>
    amounts.slice(0, at).flatMap((from) => [...multipleOf(of, from, isSaid), ...productOf(of, from)]),
  );
  const others = pairs.flatMap(([one, other]) => [
    ...amounts.flatMap((of) => [...averageOf(of, one, other), ...halfOf(of, one, other)]),
    ...amounts.flatMap((of) => roundedOf(of, one, other, amounts.length)),
    ...shareOf(amounts, one, other),
    ...unitOf(other, one, amounts),
  ]);
  return [...others, ...factors];
}

/** What part of another number a number was, also in percent. */
function shareOf(amounts: readonly Amount[], part: Amount, whole: Amount): Ratio[] {
  return amounts.flatMap((of) => {
    const least = amounts.length <= SHARE.few || isNamedShare(of, part) ? SHARE.spread : SPREAD;
    if (of === part || of === whole || of.spread < least) return [];
    if (!wordsOfName(keyOf(of)).some((word) => SHARES.has(word))) return [];
    return [1, 100].flatMap((times) => {
      const reckon = ([one = 0, all = 0]: readonly number[]): number => (all === 0 ? 0 : (times * one) / all);
      const was = `${part.variable.name} / ${whole.variable.name}`;
      return areDistinct(of) ? fitting({ of, parts: [part, whole], reckon, slack: () => of.step, was }) : [];
    });
  });
}

/** `changePercent` beside `change`. */
function isNamedShare(of: Amount, part: Amount): boolean {
  const words = wordsOfName(keyOf(of)).filter((word) => !SHARES.has(word));
  return words.length > 0 && words.join(" ") === wordsOfName(keyOf(part)).join(" ");
}

/** How many times another number a number was. The first runs say by how much, unless a number beside them does. */
function multipleOf(of: Amount, from: Amount, isSaid: IsSaid): Ratio[] {
  const [half, other] = [of.step / 2, from.step / 2];
  if (isId(of) || isId(from) || [...of.seen, ...from.seen].some((value) => value <= 0)) return [];
  const least = Math.max(...of.seen.map((value, run) => (value - half) / ((from.seen[run] ?? 0) + other)));
  const most = Math.min(...of.seen.map((value, run) => (value + half) / ((from.seen[run] ?? 0) - other)));
  if (!(least > 0 && least <= most && Number.isFinite(most))) return [];
  const times = (least + most) / 2;
  if (least <= 1 && most >= 1) return [];
  const spread = (of.spread * of.step) / (half + times * other);
  const factorsOf = (number: number): number[] => [number, 1 / number, 100 / number, number / 100];
  const isOne = (number: number): boolean => factorsOf(number).some((factor) => least <= factor && factor <= most);
  // What is counted is not rounded, and decimals of it are.
  const isShared = (number: number): boolean =>
    factorsOf(number).some((factor) =>
      of.seen.every((value, run) => Math.abs(value - factor * (from.seen[run] ?? 0)) <= half + 1e-9),
    );
  const isNamed = wordsOfName(nameOfValue(of)).some((word) => PER.has(word));
  const chance = (1 + of.spread) ** -differentRuns([of, from]);
  const mayBeShared = of.step < 1 && from.step >= 1 && chance <= (isNamed ? SHARED.named : SHARED.any);
  const isKnown = mayBeShared && isSaid(of, isShared);
  if (spread < TIMES_SPREAD && !(spread >= SAID_SPREAD && isSaid(of, isOne)) && !isKnown) return [];
  const reckon = ([value = 0]: readonly number[]): number => value * times;
  const slack = ([value = 0]: readonly number[]): number =>
    of.step + times * from.step + Math.abs(value) * (most - least);
  const was = `${from.variable.name} × ${String(Number(times.toPrecision(4)))}`;
  const ratio: Ratio = { of, parts: [from], reckon, slack, was };
  return isKnown ? fitting(ratio) : held(ratio);
}

/** What two numbers gave, multiplied with each other: a rate and its inverse. */
function productOf(of: Amount, from: Amount): Ratio[] {
  const [half, other] = [of.step / 2, from.step / 2];
  if (isId(of) || isId(from) || [...of.seen, ...from.seen].some((value) => value <= 0)) return [];
  const least = Math.max(...of.seen.map((value, run) => (value - half) * ((from.seen[run] ?? 0) - other)));
  const most = Math.min(...of.seen.map((value, run) => (value + half) * ((from.seen[run] ?? 0) + other)));
  if (!(least > 0 && least <= most)) return [];
  const product = (least + most) / 2;
  const slackOf = (value: number): number => (value === 0 ? 0 : of.step + (product / value ** 2) * from.step);
  if (of.spread * of.step < (TIMES_SPREAD / 2) * Math.max(...from.seen.map(slackOf))) return [];
  const reckon = ([value = 0]: readonly number[]): number => (value === 0 ? 0 : product / value);
  const slack = ([value = 0]: readonly number[]): number =>
    slackOf(value) + (value === 0 ? 0 : (most - least) / Math.abs(value));
  return held({
    of,
    parts: [from],
    reckon,
    slack,
    was: `${String(Number(product.toPrecision(4)))} / ${from.variable.name}`,
  });
}

/** Half of what two numbers are apart, or together: what is owed after a shared bill, the middle of two. */
function halfOf(of: Amount, one: Amount, other: Amount): Ratio[] {
  if ([of, one, other].some((amount) => amount.spread < SPREAD || isId(amount)) || of === one || of === other)
    return [];
  const [name, by] = [one.variable.name, other.variable.name];
  return ([-1, 1] as const).flatMap((sign) => {
    const reckon = ([first = 0, second = 0]: readonly number[]): number => (first + sign * second) / 2;
    const was = `(${name} ${sign > 0 ? "+" : "-"} ${by}) / 2`;
    return held({ of, parts: [one, other], reckon, slack: () => of.step, was }, () => of.step / 2);
  });
}

/** How likely a rounded difference of two shares may be an accident. */
const CHANCE = 1 / 100;

/** A whole number that was what two shares are apart, rounded: the promoters less the detractors, in percent. */
function roundedOf(of: Amount, one: Amount, other: Amount, among: number): Ratio[] {
  if (of.step < 1 || one.step >= 1 || other.step >= 1 || isId(of)) return [];
  if (![one, other].every((part) => wordsOfName(keyOf(part)).some((word) => SHARES.has(word)))) return [];
  const half = of.step / 2 + (one.step + other.step) / 2;
  const runs = differentRuns([of, one, other]);
  if ((among - 1) * (among - 2) * ((2 * half) / (1 + of.spread * of.step)) ** runs > CHANCE) return [];
  const reckon = ([first = 0, second = 0]: readonly number[]): number => first - second;
  const was = `${one.variable.name} - ${other.variable.name}`;
  return fitting({ of, parts: [one, other], reckon, slack: () => 2 * half, was }, () => half);
}

/** Servers round an average or cut it off, so that its last digit may be one more or less. */
function averageOf(of: Amount, sum: Amount, count: Amount): Ratio[] {
  if (of === sum || of === count || !wordsOfName(keyOf(of)).some((word) => AVERAGES.has(word))) return [];
  const isSum = wordsOfName(keyOf(sum)).some((word) => SUMS.has(word));
  if (of.spread < (isSum ? NAMED_SPREAD : SPREAD)) return [];
  const [name, by] = [sum.variable.name, count.variable.name];
  const reckon = ([all = 0, each = 0]: readonly number[]): number => (each === 0 ? 0 : all / each);
  return held({ of, parts: [sum, count], reckon, slack: () => of.step, was: `${name} / ${by}` });
}

/**
 * The runs have to fit as rounded numbers do; a live one may have been cut off. Of two that stand side by side it is
 * enough that they moved: `12.3 °C (54.1 °F)`.
 */
function unitOf(of: Amount, from: Amount, amounts: readonly Amount[]): Ratio[] {
  const factor = factorOfNames(keyOf(of), keyOf(from));
  const units = factor === undefined ? UNITS : [[NAMED, factor, 0] as const];
  return units.flatMap(([unit, times, plus]) => {
    const slack = of.step + times * from.step;
    const isSaid = unit === NAMED || areSideBySide(from, of, amounts) || isNamedIn(unit, keyOf(of), keyOf(from));
    if (of.spread * of.step < (isSaid ? 1 : UNIT_SPREAD) * slack) return [];
    const reckon = ([value = 0]: readonly number[]): number => value * times + plus;
    return held(
      { of, parts: [from], reckon, slack: () => slack, was: `${from.variable.name}, ${unit}` },
      () => slack / 2,
    );
  });
}

/** Names of two amounts, of which the one is in the smaller unit of the other. */
const NAMED_UNITS: Readonly<Record<string, readonly (readonly [large: RegExp, small: RegExp])[]>> = {
  "a thousandth": [
    [/^(?:kilomet(?:er|re)s?|km)$/i, /^(?:met(?:er|re)s?|m)$/i],
    [/^seconds?$/i, /^(?:milliseconds?|ms)$/i],
  ],
  "a sixtieth": [
    [/^minutes?$/i, /^seconds?$/i],
    [/^hours?$/i, /^minutes?$/i],
  ],
};

function isNamedIn(unit: string, of: string, from: string): boolean {
  return (NAMED_UNITS[unit] ?? []).some(([large, small]) => large.test(of) && small.test(from));
}

/** The ratio of numbers that differ in all runs, where it was so in every run. */
function held(ratio: Ratio, slack = ratio.slack): Ratio[] {
  return [ratio.of, ...ratio.parts].every(areDistinct) ? fitting(ratio, slack) : [];
}

function fitting(ratio: Ratio, slack = ratio.slack): Ratio[] {
  const { of, parts, reckon } = ratio;
  const was = of.seen.every((value, run) => {
    const values = parts.map(({ seen }) => seen[run] ?? 0);
    return isNear(value, reckon(values), slack(values));
  });
  return was ? [ratio] : [];
}
