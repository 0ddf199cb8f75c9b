import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holmAdjusted } from "../../../src/statistics/holm.js";

describe("holmAdjusted", () => {
  // As `p.adjust(p, "holm")` of R gives them.
  test.each([
    [
      [0.01, 0.04, 0.03, 0.005],
      [0.03, 0.06, 0.06, 0.02],
    ],
    [[0.2], [0.2]],
    [
      [0.9, 0.8],
      [1, 1],
    ],
    [[], []],
  ])("corrects %o to %o", (given, expected) => {
    const found = holmAdjusted(given);
    expect(found).toHaveLength(expected.length);
    for (const [at, value] of expected.entries()) expect(found[at]).toBeCloseTo(value, 12);
  });

  test("is never below the value, at most Bonferroni's, and keeps the order of the values", () => {
    const value = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 20 }), (given) => {
        const found = holmAdjusted(given);
        for (const [at, one] of given.entries()) {
          expect(found[at]).toBeGreaterThanOrEqual(one);
          expect(found[at]).toBeLessThanOrEqual(Math.min(1, one * given.length) + 1e-12);
          for (const [other, another] of given.entries()) {
            if (one < another) expect(found[at]).toBeLessThanOrEqual(found[other] ?? 1);
          }
        }
      }),
    );
  });
});
