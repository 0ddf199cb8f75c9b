// Computes an interval for a pass rate.

/** Both ends included, as shares of 1. */
export interface Interval {
  low: number;
  high: number;
}

/** The 97.5 % quantile of the normal distribution. */
export const Z95 = 1.959963984540054;

/**
 * The 95 % score interval of a pass rate. `passed` of `trials` passed; neither needs to be a whole number. Without a
 * trial it is 0 to 1. It covers the true rate in 95 % of cases on average over the rates, not for each: for 5, 10 and 20
 * trials it covers at least 83, 84 and 85 %.
 *
 * E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927), 209–212.
 * Recommended for few trials by L. D. Brown, T. T. Cai, A. DasGupta, Interval estimation for a binomial proportion,
 * Statistical Science 16 (2001), 101–133.
 */
export function wilsonInterval(passed: number, trials: number): Interval {
  if (trials <= 0) return { low: 0, high: 1 };
  const rate = passed / trials;
  const square = Z95 ** 2 / trials;
  const middle = (rate + square / 2) / (1 + square);
  const half = (Math.sqrt(square) * Math.sqrt(rate * (1 - rate) + square / 4)) / (1 + square);
  return {
    low: passed === 0 ? 0 : Math.max(0, middle - half),
    high: passed === trials ? 1 : Math.min(1, middle + half),
  };
}

/** The fewest trials, all of them passed, whose interval lies at or above `rate`; undefined where no number does. */
export function fewestToReach(rate: number): number | undefined {
  if (rate >= 1) return undefined;
  // n / (n + z²) ≥ rate, where all pass.
  return Math.max(1, Math.ceil((rate * Z95 ** 2) / (1 - rate) - 1e-9));
}
