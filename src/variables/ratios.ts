// Finds numbers of one result that were the average of others in every run, or the same amount in another unit.
import { areDistinct, areSideBySide, keyOf, SPREAD, type Amount } from "./amounts.js";
import { wordsOfName } from "./names.js";

/** What a number was in every run, as far as its digits say. */
export interface Ratio {
  of: Amount;
  parts: readonly Amount[];
  reckon: (values: readonly number[]) => number;
  slack: number;
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
];
/** How many times what rounding takes the values must lie apart: three runs fit by chance once in thousands of times. */
const UNIT_SPREAD = 15;
const NAMED_SPREAD = 20;

/** Lists the averages of a group of numbers, and those in another unit. */
export function ratiosOf(amounts: readonly Amount[]): Ratio[] {
  const pairs = amounts.flatMap((one) => amounts.flatMap((other) => (one === other ? [] : [[one, other] as const])));
  return pairs.flatMap(([one, other]) => [
    ...amounts.flatMap((of) => averageOf(of, one, other)),
    ...unitOf(other, one),
  ]);
}

/** Servers round an average or cut it off, so that its last digit may be one more or less. */
function averageOf(of: Amount, sum: Amount, count: Amount): Ratio[] {
  if (of === sum || of === count || !wordsOfName(keyOf(of)).some((word) => AVERAGES.has(word))) return [];
  const isSum = wordsOfName(keyOf(sum)).some((word) => SUMS.has(word));
  if (of.spread < (isSum ? NAMED_SPREAD : SPREAD)) return [];
  const [name, by] = [sum.variable.name, count.variable.name];
  const reckon = ([all = 0, each = 0]: readonly number[]): number => (each === 0 ? 0 : all / each);
  return held({ of, parts: [sum, count], reckon, slack: of.step, was: `${name} / ${by}` });
}

/**
 * The runs have to fit as rounded numbers do; a live one may have been cut off. Of two that stand side by side it is
 * enough that they moved: `12.3 °C (54.1 °F)`.
 */
function unitOf(of: Amount, from: Amount): Ratio[] {
  return UNITS.flatMap(([unit, times, plus]) => {
    const slack = of.step + times * from.step;
    if (of.spread * of.step < (areSideBySide(from, of) ? 1 : UNIT_SPREAD) * slack) return [];
    const reckon = ([value = 0]: readonly number[]): number => value * times + plus;
    return held({ of, parts: [from], reckon, slack, was: `${from.variable.name}, ${unit}` }, slack / 2);
  });
}

/** The ratio, where it was so in every run. */
function held(ratio: Ratio, slack = ratio.slack): Ratio[] {
  const { of, parts, reckon } = ratio;
  const was = of.seen.every(
    (value, run) => Math.abs(value - reckon(parts.map(({ seen }) => seen[run] ?? 0))) <= slack + 1e-6,
  );
  return was && [of, ...parts].every(areDistinct) ? [ratio] : [];
}
