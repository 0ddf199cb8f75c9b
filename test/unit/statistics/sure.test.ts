import { describe, expect, test } from "vitest";
import { decideSure, looksOf, planSure } from "../../../src/statistics/sure.js";
import { trialsTaken } from "../../helpers/trials-taken.js";

const THRESHOLDS = Array.from({ length: 99 }, (_, at) => (at + 1) / 100);

describe("planSure", () => {
  test("looks after 5, 10, 20 and 40 trials, and after the last", () => {
    expect(looksOf(40)).toEqual([5, 10, 20, 40]);
    expect(looksOf(5)).toEqual([5]);
    expect(looksOf(3)).toEqual([3]);
    expect(looksOf(50)).toEqual([5, 10, 20, 40, 50]);
  });

  test.each([5, 10, 20, 40])(
    "with %i trials errs in at most 2.5 % on each side where the rate is the threshold",
    (most) => {
      for (const passAt of THRESHOLDS) {
        const { passed, failed } = trialsTaken(planSure(passAt, most), passAt);
        expect(passed).toBeLessThanOrEqual(0.025);
        expect(failed).toBeLessThanOrEqual(0.025);
      }
    },
  );

  test("errs less on the wrong side of the threshold than at it", () => {
    const looks = planSure(0.8, 40);
    for (const rate of [0, 0.3, 0.5, 0.7, 0.79]) expect(trialsTaken(looks, rate).passed).toBeLessThanOrEqual(0.025);
    for (const rate of [0.81, 0.9, 0.99, 1]) expect(trialsTaken(looks, rate).failed).toBeLessThanOrEqual(0.025);
  });

  test("against 0.8, uses 49 to 55 % of 40 trials at a true rate of 0.5, and 50 % at 1", () => {
    const share = trialsTaken(planSure(0.8, 40), 0.5).trials / 40;
    expect(share).toBeGreaterThanOrEqual(0.49);
    expect(share).toBeLessThanOrEqual(0.55);
    expect(trialsTaken(planSure(0.8, 40), 1).trials).toBe(20);
  });

  test("against 0.8, passes not before the look at 20", () => {
    expect(planSure(0.8, 40)).toEqual([
      { after: 5, passes: undefined, fails: 1 },
      { after: 10, passes: undefined, fails: 4 },
      { after: 20, passes: 20, fails: 11 },
      { after: 40, passes: 38, fails: 25 },
    ]);
    expect(planSure(0.8, 5)[0]?.passes).toBeUndefined();
    expect(planSure(0.8, 16).at(-1)?.passes).toBeUndefined();
    expect(planSure(0.8, 17).at(-1)?.passes).toBe(17);
  });

  test("decides only at a look", () => {
    const looks = planSure(0.8, 40);
    expect(decideSure(looks, { passed: 0, trials: 4 })).toBeUndefined();
    expect(decideSure(looks, { passed: 0, trials: 5 })).toBe("failed");
    expect(decideSure(looks, { passed: 20, trials: 20 })).toBe("passed");
    expect(decideSure(looks, { passed: 30, trials: 40 })).toBeUndefined();
  });
});
