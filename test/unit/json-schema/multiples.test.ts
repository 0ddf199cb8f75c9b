import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareSchemas } from "../../../src/json-schema/compare-schemas.js";

const told = (before: number, after: number) =>
  compareSchemas({ type: "number", multipleOf: before }, { type: "number", multipleOf: after }, "input").map(
    ({ rule }) => rule,
  );

describe("multiples of decimal numbers", () => {
  it.each<[number, number, string]>([
    [0.1, 0.01, "multiple-of-loosened"],
    [0.01, 0.1, "multiple-of-tightened"],
    [0.3, 0.1, "multiple-of-loosened"],
    [1e-7, 1e-8, "multiple-of-loosened"],
    [0.25, 0.1, "multiple-of-changed"],
    [5, 0.5, "multiple-of-loosened"],
  ])("%d to %d: %s", (before, after, rule) => {
    expect(told(before, after)).toEqual([rule]);
  });

  it("loosen where the new unit divides the old one, whatever power of ten both are divided by", () => {
    const whole = fc.integer({ min: 2, max: 1000 });
    fc.assert(
      fc.property(whole, whole, fc.integer({ min: 1, max: 20 }), (one, other, power) => {
        const [fine, coarse] = [Number(`${one}e-${power}`), Number(`${one * other}e-${power}`)];
        fc.pre(fine !== 1 && coarse !== 1);
        expect(told(coarse, fine)).toEqual(["multiple-of-loosened"]);
        expect(told(fine, coarse)).toEqual(["multiple-of-tightened"]);
      }),
    );
  });
});
