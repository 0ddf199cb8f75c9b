// Finds numbers of one result that were another one times a number beside them, and a constant more, in every run: the
// rate of a night times the nights and the tax of the city, what was used times its price, a fee and so much for each.
import { appendTo } from "../append-to.js";
import { isAtOrBelow, isInList } from "../json/pointer.js";
import {
  amountsAmong,
  areInSteps,
  differentRuns,
  isId,
  isNearWhole,
  keyOf,
  MOST_BESIDE,
  numberOf,
  rowsOf,
  surroundingsOf,
  type Amount,
  type BrokenNumber,
  type LiveValueOf,
} from "./amounts.js";
import type { Variable } from "./learned.js";
import { measureOf } from "./names.js";
import { oncePerCassette } from "./once.js";

/** How likely it may be that any two numbers beside each other fit by chance. */
const CHANCE = 1 / 1000;
/** Among more numbers that are the same in all runs some fit. */
const MOST_SAID = 12;

/** What a number was in every run: so many times another one, and so much more. */
interface Charge {
  of: Amount;
  from: Amount;
  times: number;
  more: number;
  slack: number;
}

/** Numbers that stand beside each other, and what is around them. */
interface Beside {
  around: string;
  amounts: readonly Amount[];
}

/** By their calls. Outside of lists, all numbers of a document stand beside each other. */
const besideIn = oncePerCassette((variables): ReadonlyMap<number, readonly Beside[]> => {
  const groups = new Map<string, Amount[]>();
  for (const amount of amountsAmong(variables)) {
    const { call, at } = amount.place;
    // Two counters that each run raises by as much fit each other.
    if (!isId(amount) && measureOf(keyOf(amount)) === undefined && !areInSteps(amount.seen))
      appendTo(
        groups,
        `${String(call)} ${amount.place.token === undefined ? aroundOf(at) : surroundingsOf(at)}`,
        amount,
      );
  }
  const byCall = new Map<number, Beside[]>();
  for (const [key, all] of groups) {
    const around = key.slice(key.indexOf(" ") + 1);
    for (const amounts of all.length > MOST_BESIDE ? smallerOf(all) : [all]) {
      const call = amounts[0]?.place.call;
      if (call !== undefined && amounts.length > 1 && amounts.length <= MOST_BESIDE)
        appendTo(byCall, call, { around, amounts });
    }
  }
  return byCall;
});

function aroundOf(at: string): string {
  return isInList(at) ? surroundingsOf(at) : documentOf(at);
}

function documentOf(at: string): string {
  return /^\/(?:content\/\d+\/json|structuredContent)(?=\/|$)/.exec(at)?.[0] ?? surroundingsOf(at);
}

function smallerOf(amounts: readonly Amount[]): Amount[][] {
  if (amounts[0]?.place.token !== undefined) return rowsOf(amounts);
  const objects = new Map<string, Amount[]>();
  for (const amount of amounts) appendTo(objects, surroundingsOf(amount.place.at), amount);
  return [...objects.values()];
}

/**
 * Lists the numbers of a call, at or below a place, that are not what others say. `said`: the numbers that are the same in
 * all runs, by what is around them. `sent`: the numbers that the call was made with.
 */
export function brokenCharges(
  variables: readonly Variable[],
  { call, at, sent }: { call: number; at: string; sent: () => readonly number[] },
  said: () => ReadonlyMap<string, readonly number[]>,
  valueOf: LiveValueOf,
): BrokenNumber[] {
  const groups = (besideIn(variables).get(call) ?? []).filter(({ amounts }) =>
    amounts.every(({ place }) => isAtOrBelow(place.at, at)),
  );
  if (groups.length === 0) return [];
  return groups.flatMap(({ around, amounts }) => {
    const beside = [...said()].filter(([place]) => place === around || aroundOf(`${place}/x`) === around);
    const numbers = new Set([...beside.flatMap(([, those]) => those), ...sent()].filter((number) => number !== 0));
    if (numbers.size === 0 || numbers.size > MOST_SAID) return [];
    const broken = new Map<Amount, BrokenNumber>();
    for (const charge of chargesOf(amounts, [...numbers])) {
      const { of, from } = charge;
      const [now, then] = [of, from].map(({ index }) => numberOf(valueOf(index)));
      if (now === undefined || then === undefined || Math.abs(now - reckoned(charge, then)) <= slackOf(charge, then))
        continue;
      broken.set(of, { ...of, live: valueOf(of.index) ?? "", was: inWords(charge) });
    }
    return [...broken.values()];
  });
}

function inWords({ from, times, more }: Charge): string {
  const product = `${from.variable.name} × ${String(Number(times.toPrecision(4)))}`;
  const beside = String(Number(Math.abs(more).toFixed(6)));
  return beside === "0" ? product : `${product} ${more > 0 ? "+" : "-"} ${beside}`;
}

function reckoned({ times, more }: Charge, value: number): number {
  return times * value + more;
}

/** What is reckoned without a rest is not rounded. */
function slackOf(charge: Charge, value: number): number {
  return charge.slack + (isNearWhole(reckoned(charge, value) / charge.of.step) ? 1e-6 : charge.of.step + 1e-6);
}

function chargesOf(amounts: readonly Amount[], said: readonly number[]): Charge[] {
  const factors = [...new Set(said.flatMap(factorsOf))].filter((factor) => Math.abs(factor - 1) > 1e-6 && factor > 0);
  const pairs = amounts.flatMap((from) => amounts.flatMap((of) => (of === from ? [] : [{ of, from }])));
  return pairs.flatMap((pair) => [
    ...factors.flatMap((times) => {
      const charge = withFactor(pair, times, said);
      const trials = pairs.length * factors.length * (charge?.isSaid === true ? 1 + 2 * said.length : 1);
      return charge !== undefined && trials * charge.chance <= CHANCE ? [charge] : [];
    }),
    ...said.flatMap((more) => {
      const charge = withConstant(pair, more);
      return charge !== undefined && pairs.length * said.length * charge.chance <= CHANCE ? [charge] : [];
    }),
  ]);
}

/** What a number may say: so many of them, a percentage, and how much more or less a percentage is. */
function factorsOf(number: number): number[] {
  if (number < 0) return [];
  return number < 100 ? [number, number / 100, 1 + number / 100, 1 - number / 100] : [number];
}

interface Tried extends Charge {
  /** True where the constant is none, or a number beside it. */
  isSaid: boolean;
  /** How likely it is to fit by chance. */
  chance: number;
}

/** The constant is what the first run has; where it is said, that run has to fit, too. */
function withFactor(
  { of, from }: Pick<Charge, "of" | "from">,
  times: number,
  said: readonly number[],
): Tried | undefined {
  const rests = of.seen.map((value, run) => value - times * (from.seen[run] ?? 0));
  const isExact = isNearWhole((times * from.step) / of.step);
  const [least, most] = [Math.min(...rests), Math.max(...rests)];
  if (most - least > (isExact ? 0 : of.step) + 1e-6) return undefined;
  const known = [0, ...said, ...said.map((number) => -number)].find((number) =>
    rests.every((rest) => Math.abs(rest - number) <= (isExact ? 0 : of.step / 2) + 1e-6),
  );
  const chance = chanceOf(of, isExact ? 1 : 2) ** (differentRuns([of, from]) - (known === undefined ? 1 : 0));
  return { of, from, times, more: known ?? (least + most) / 2, slack: 0, isSaid: known !== undefined, chance };
}

/** The factor is what the first run has. */
function withConstant({ of, from }: Pick<Charge, "of" | "from">, more: number): Tried | undefined {
  if (more <= 0 || [...of.seen.map((value) => value - more), ...from.seen].some((value) => value <= 0))
    return undefined;
  const [least, most] = ([-1, 1] as const).map((sign) => {
    const factors = of.seen.map((value, run) => (value - more + (sign * of.step) / 2) / (from.seen[run] ?? Number.NaN));
    return sign < 0 ? Math.max(...factors) : Math.min(...factors);
  });
  if (least === undefined || most === undefined || !(least > 0 && least <= most)) return undefined;
  const slack = Math.max(...from.seen) * (most - least);
  const chance = chanceOf(of, 2 + Math.round(slack / of.step)) ** (differentRuns([of, from]) - 1);
  // A constant difference is looked for elsewhere.
  if (least <= 1 && most >= 1) return undefined;
  return { of, from, times: (least + most) / 2, more, slack, isSaid: true, chance };
}

/** How likely a number that says nothing of another one has one of so many values. */
function chanceOf({ spread }: Amount, values: number): number {
  return Math.min(1, values / (1 + spread));
}
