// Finds what one number of a row is of two others in all rows of every run: a percentage, an average, a change in percent.
import { greatestOf, leastOf } from "./extremes.js";
import type { ColumnRule } from "./learned.js";
import { spreadOf, lastDigitOf } from "./list-table.js";

type Rule = Pick<ColumnRule, "is" | "minus">;

/** A result and what it is made of, in one row. */
export interface RatioCase {
  result: number;
  parts: readonly number[];
}

/** So many pairs of columns might give a ratio by chance, and how likely that may be for all of them. */
const RATIO = { pairs: 100, chance: 1 / 1000 };
/** An average of fewer steps of its last digit says little of what it was made of. */
const DIGITS = 100;

/** Tells whether a rule is one of these. */
export function isRatio({ is }: Rule): boolean {
  return is === "percent" || is === "quotient" || is === "change";
}

/** All that a column may be of two others. */
export function ratiosOfColumns(
  column: string,
  one: string,
  other: string,
): Pick<ColumnRule, "is" | "column" | "of" | "minus">[] {
  const pairs = [
    [one, other],
    [other, one],
  ];
  return pairs.flatMap((of) => [
    { is: "percent", column, of },
    { is: "quotient", column, of },
    { is: "change", column, of },
    { is: "change", column, of, minus: true },
  ]);
}

/** True where all were rounded, or all were cut off, which others hardly are by chance. */
export function areRatios(rule: Rule, cases: readonly RatioCase[], fewest: number): boolean {
  const step = lastDigitOf(cases.map(({ result }) => result));
  const telling = rule.is === "quotient" ? cases.filter(({ result }) => Math.abs(result) >= DIGITS * step) : cases;
  if (telling.length < fewest) return false;
  const off = telling.map(({ result, parts }) => result - ratioOf(rule, parts));
  if (greatestOf(off) - leastOf(off) > step + 1e-6) return false;
  if (rule.is !== "percent" && !cases.every((one) => fitsRatio(rule, one, step))) return false;
  const spread = spreadOf(telling.map(({ result }) => result));
  const chance = telling.length * (1 + spread) ** (1 - telling.length);
  return chance * RATIO.pairs <= RATIO.chance;
}

/** Servers round, or cut off. `step`: the last digit of the column, where the number alone does not say it. */
export function fitsRatio(rule: Rule, { result, parts }: RatioCase, step = lastDigitOf([result])): boolean {
  return Math.abs(ratioOf(rule, parts) - result) <= step + 1e-6;
}

function ratioOf({ is, minus }: Rule, [one = 0, other = 0]: readonly number[]): number {
  if (other === 0) return 0;
  if (is === "quotient") return one / other;
  if (is === "percent") return (100 * one) / other;
  return ((minus === true ? other - one : one - other) * 100) / other;
}
