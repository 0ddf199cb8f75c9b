// Compares two things that were tried on the same workflows.
import { binomialProbabilities, sumOf } from "./binomial.js";
import { wilsonInterval, Z95, type Interval } from "./wilson.js";

/** How often a pair of trials ended so: trial i of the one and trial i of the other, of one workflow. */
export interface TrialPairs {
  both: number;
  onlyFirst: number;
  onlySecond: number;
  neither: number;
}

/** The one-sided 80 % quantile of the normal distribution: the power that `pairsToSee` asks for. */
const Z80 = 0.8416212335729143;

export function countPairs({ both, onlyFirst, onlySecond, neither }: TrialPairs): number {
  return both + onlyFirst + onlySecond + neither;
}

/**
 * The rate of the second minus the rate of the first, with its 95 % interval, −1 to 1. Needs at least one pair.
 *
 * Method 10 of R. G. Newcombe, Improved confidence intervals for the difference between binomial proportions based on
 * paired data, Statistics in Medicine 17 (1998), 2635–2650.
 */
export function pairedDifference(pairs: TrialPairs): Interval & { difference: number } {
  const { both, onlyFirst, onlySecond } = pairs;
  const n = countPairs(pairs);
  const [first, second] = [(both + onlyFirst) / n, (both + onlySecond) / n];
  const one = wilsonInterval(both + onlyFirst, n);
  const other = wilsonInterval(both + onlySecond, n);
  const phi = correlationOf(pairs);
  const join = (a: number, b: number): number => Math.sqrt(Math.max(0, a ** 2 - 2 * phi * a * b + b ** 2));
  const difference = second - first;
  return {
    difference,
    low: Math.max(-1, difference - join(second - other.low, one.high - first)),
    high: Math.min(1, difference + join(other.high - second, first - one.low)),
  };
}

/** Newcombe's φ, with his correction for continuity. */
function correlationOf(pairs: TrialPairs): number {
  const { both, onlyFirst, onlySecond, neither } = pairs;
  const product = (both + onlyFirst) * (onlySecond + neither) * (both + onlySecond) * (onlyFirst + neither);
  if (product === 0) return 0;
  const raw = both * neither - onlyFirst * onlySecond;
  const corrected = raw < 0 ? raw : Math.max(0, raw - countPairs(pairs) / 2);
  return corrected / Math.sqrt(product);
}

/**
 * The two-sided p-value of McNemar's exact test: how often two things that do not differ in any workflow give pairs that
 * differ so unequally, or more. 0 to 1; 1 where no pair differs.
 *
 * Q. McNemar, Psychometrika 12 (1947), 153–157; the exact form: F. Mosteller, Biometrics 8 (1952), 220–226.
 */
export function mcNemarExact({ onlyFirst, onlySecond }: TrialPairs): number {
  const differ = onlyFirst + onlySecond;
  const tail = binomialProbabilities(differ, 0.5).slice(0, Math.min(onlyFirst, onlySecond) + 1);
  return Math.min(1, 2 * sumOf(tail));
}

/**
 * How many pairs show a true difference of `difference` (0 to 1) with a probability of 80 %, where the share `differing`
 * of the pairs differs.
 *
 * R. J. Connor, Sample size for testing differences in proportions for the paired-sample design, Biometrics 43 (1987),
 * 207–211.
 */
export function pairsToSee(difference: number, differing: number): number {
  // The share that differs is at least the difference.
  const share = Math.max(differing, difference);
  const root = Z95 * Math.sqrt(share) + Z80 * Math.sqrt(share - difference ** 2);
  return Math.ceil((root / difference) ** 2);
}
