import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passAtK, passHatK } from "../../../src/statistics/pass-at-k.js";

/** All draws of k of the trials. */
function draws(trials: readonly boolean[], k: number): boolean[][] {
  if (k === 0) return [[]];
  return trials.flatMap((one, at) => draws(trials.slice(at + 1), k - 1).map((rest) => [one, ...rest]));
}

describe("pass@k and pass^k", () => {
  test("are the shares of all draws of k trials that pass once, or every time", () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 8 }),
        (trials, k) => {
          fc.pre(k <= trials.length);
          const all = draws(trials, k);
          const of = { n: trials.length, passed: trials.filter(Boolean).length, k };
          expect(passAtK(of)).toBeCloseTo(all.filter((draw) => draw.includes(true)).length / all.length, 12);
          expect(passHatK(of)).toBeCloseTo(all.filter((draw) => !draw.includes(false)).length / all.length, 12);
        },
      ),
    );
  });

  test("are the pass rate for one trial", () => {
    expect(passAtK({ n: 5, passed: 4, k: 1 })).toBeCloseTo(0.8, 12);
    expect(passHatK({ n: 5, passed: 4, k: 1 })).toBeCloseTo(0.8, 12);
    expect(passHatK({ n: 5, passed: 4, k: 5 })).toBe(0);
    expect(passAtK({ n: 5, passed: 4, k: 5 })).toBe(1);
  });
});
