import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { binomialProbabilities } from "../../../src/statistics/binomial.js";
import { mcNemarExact, pairedDifference, pairsToSee, type TrialPairs } from "../../../src/statistics/paired.js";

const pairs = (both: number, onlyFirst: number, onlySecond: number, neither: number): TrialPairs => ({
  both,
  onlyFirst,
  onlySecond,
  neither,
});

describe("pairedDifference", () => {
  // P. Armitage, G. Berry, Statistical methods in medical research (1994), p. 127; and the two tables of M. W. Fagerland,
  // S. Lydersen, P. Laake, Recommended tests and confidence intervals for paired binomial proportions, Statistics in
  // Medicine 33 (2014), 2850–2875. Limits as the published implementations of method 10 give them (of R:
  // contingencytables, biostatUZH). First minus second there.
  test.each([
    [pairs(20, 12, 2, 16), 0.2, 0.0562, 0.3292],
    [pairs(1, 1, 7, 12), -0.2857, -0.5069, -0.0256],
    [pairs(59, 6, 16, 80), -0.0621, -0.1186, -0.0046],
  ])("gives the published limits for %o", (table, difference, low, high) => {
    const found = pairedDifference(table);
    expect(-found.difference).toBeCloseTo(difference, 4);
    expect(-found.high).toBeCloseTo(low, 4);
    expect(-found.low).toBeCloseTo(high, 4);
  });

  test("mirrors where the two change places, and never leaves −1 to 1", () => {
    const count = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(count, count, count, count, (both, one, other, neither) => {
        fc.pre(both + one + other + neither > 0);
        const found = pairedDifference(pairs(both, one, other, neither));
        const mirrored = pairedDifference(pairs(both, other, one, neither));
        expect(mirrored.low).toBeCloseTo(-found.high, 12);
        expect(found.low).toBeGreaterThanOrEqual(-1);
        expect(found.low).toBeLessThanOrEqual(found.difference);
        expect(found.high).toBeGreaterThanOrEqual(found.difference);
      }),
    );
  });
});

describe("mcNemarExact", () => {
  // Armitage and Berry as above: two-sided P = 0.0129. Fagerland and others, BMC Medical Research Methodology 13
  // (2013), 91: P = 0.070 for the airways (1, 1, 7, 12).
  test.each([
    [pairs(20, 12, 2, 16), 0.0129, 4],
    [pairs(1, 1, 7, 12), 0.0703, 4],
  ])("gives the published value for %o", (table, p, digits) => {
    expect(mcNemarExact(table)).toBeCloseTo(p, digits);
  });

  test("is 1 where no pair differs, or both differ alike", () => {
    expect(mcNemarExact(pairs(5, 0, 0, 5))).toBe(1);
    expect(mcNemarExact(pairs(0, 3, 3, 0))).toBe(1);
  });

  test("is under 0.05 in at most 5 % of cases where nothing differs", () => {
    for (let differ = 0; differ <= 60; differ++) {
      const wrong = binomialProbabilities(differ, 0.5).reduce(
        (sum, chance, first) => (mcNemarExact(pairs(0, first, differ - first, 0)) < 0.05 ? sum + chance : sum),
        0,
      );
      expect(wrong).toBeLessThanOrEqual(0.05);
    }
  });
});

test("pairsToSee gives a number of pairs that sees the difference in about 80 % of cases", () => {
  const differing = 0.3;
  const n = pairsToSee(0.1, differing);
  // Exactly: over how many pairs differ, and how many of these are for the second.
  const toSecond = (differing + 0.1) / 2 / differing;
  const seen = binomialProbabilities(n, differing).reduce((sum, chance, differ) => {
    if (chance < 1e-6) return sum;
    const power = binomialProbabilities(differ, toSecond).reduce(
      (part, one, second) => (mcNemarExact(pairs(0, differ - second, second, 0)) < 0.05 ? part + one : part),
      0,
    );
    return sum + chance * power;
  }, 0);
  expect(n).toBe(234);
  expect(seen).toBeGreaterThan(0.76);
  expect(seen).toBeLessThan(0.84);
});
