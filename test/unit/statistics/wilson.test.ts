import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { binomialProbabilities } from "../../../src/statistics/binomial.js";
import { fewestToReach, wilsonInterval } from "../../../src/statistics/wilson.js";

/** The probability that the interval of n trials holds the true rate. */
function coverage(n: number, rate: number): number {
  return binomialProbabilities(n, rate).reduce((sum, probability, passed) => {
    const { low, high } = wilsonInterval(passed, n);
    return low <= rate && rate <= high ? sum + probability : sum;
  }, 0);
}

const RATES = Array.from({ length: 999 }, (_, at) => (at + 1) / 1000);

describe("wilsonInterval", () => {
  // R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998),
  // 857–872, table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("gives the published limits for %i of %i", (passed, trials, low, high) => {
    const interval = wilsonInterval(passed, trials);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test.each([
    [5, 0.955, 0.833],
    [10, 0.954, 0.842],
    [20, 0.953, 0.852],
  ])("with %i trials covers the true rate in %f on average, %f at least", (n, mean, least) => {
    const covered = RATES.map((rate) => coverage(n, rate));
    expect(covered.reduce((sum, one) => sum + one, 0) / covered.length).toBeCloseTo(mean, 3);
    expect(Math.min(...covered)).toBeCloseTo(least, 3);
  });

  test("lies around the rate, within 0 and 1, and mirrors failures", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, share) => {
        const passed = Math.round(share * n);
        const { low, high } = wilsonInterval(passed, n);
        const mirrored = wilsonInterval(n - passed, n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(passed / n);
        expect(high).toBeGreaterThanOrEqual(passed / n);
        expect(mirrored.low).toBeCloseTo(1 - high, 12);
      }),
    );
  });

  test("knows nothing without a trial", () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });
});

test("fewestToReach names the fewest trials whose interval reaches a rate", () => {
  expect(fewestToReach(0.8)).toBe(16);
  expect(fewestToReach(1)).toBeUndefined();
  for (const rate of [0.01, 0.3, 0.5, 0.8, 0.9, 0.99]) {
    const n = fewestToReach(rate) ?? 0;
    expect(wilsonInterval(n, n).low).toBeGreaterThanOrEqual(rate);
    if (n > 1) expect(wilsonInterval(n - 1, n - 1).low).toBeLessThan(rate);
  }
});
