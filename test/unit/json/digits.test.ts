import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../src/json/canonical.js";
import {
  canonicalNumber,
  compareNumbers,
  isMultipleOf,
  isWholeNumber,
  numberText,
  readNumber,
  sameNumber,
  type ExactNumber,
} from "../../../src/json/digits.js";

const number = (text: string): ExactNumber => readNumber(text) ?? Number.NaN;
/** Whole numbers with a scale: what they are, and one of the ways to write them. */
const scaled = fc
  .tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.integer({ min: -25, max: 5 }))
  .map(([whole, scale]) => ({ whole, scale, number: number(`${String(whole)}e${String(scale)}`) }));
const asWhole = ({ whole, scale }: { whole: bigint; scale: number }): bigint => whole * 10n ** BigInt(scale + 25);

it("a double replaces a number only where it is the same number", () => {
  expect(number("1.0")).toBe(1);
  expect(number("0.1")).toBe(0.1);
  expect(number("9007199254740992")).toBe(9007199254740992);
  for (const text of ["9007199254740993", "0.1000000000000000055", "1e400", "-1E-400"]) {
    expect(number(text)).toEqual({ $number: text });
  }
  for (const text of ["", "01", "1.", "NaN", "0x1", " 1", "[redacted:KEY]"]) expect(readNumber(text)).toBeUndefined();
});

describe("any two numbers", () => {
  it("compare as their values do", () => {
    fc.assert(
      fc.property(scaled, scaled, (one, other) => {
        const difference = asWhole(one) - asWhole(other);
        const compared = compareNumbers(one.number, other.number);
        expect(Math.sign(compared)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0);
        expect(sameNumber(one.number, other.number)).toBe(difference === 0n);
        expect(canonicalJson(one.number) === canonicalJson(other.number)).toBe(difference === 0n);
      }),
      { numRuns: 1000 },
    );
  });

  it("are multiples as their values are", () => {
    fc.assert(
      fc.property(scaled, scaled, (one, other) => {
        fc.pre(other.whole > 0n);
        expect(isMultipleOf(one.number, other.number)).toBe(asWhole(one) % asWhole(other) === 0n);
        expect(isMultipleOf(one.number, number("1"))).toBe(isWholeNumber(one.number));
      }),
      { numRuns: 1000 },
    );
  });
});

it("one number has one canonical text, which is that number", () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.integer({ min: -500, max: 500 }), (whole, scale) => {
      const kept = { $number: `${String(whole)}e${String(scale)}` };
      const again = number(canonicalNumber(kept));
      expect(sameNumber(again, kept)).toBe(true);
    }),
  );
  expect(canonicalNumber({ $number: "90071992547409930e-1" })).toBe("9007199254740993");
  expect(canonicalNumber({ $number: "-0.10000000000000000550" })).toBe("-0.1000000000000000055");
  expect(canonicalNumber({ $number: "10E+399" })).toBe("1e400");
});

it("what a stranger's exponent says costs nothing", () => {
  const huge = number("1e999999999999");
  expect(compareNumbers(huge, number("1e999999999998"))).toBeGreaterThan(0);
  expect(isMultipleOf(huge, number("0.3"))).toBe(false);
  expect(isMultipleOf(number("3e999999999999"), number("0.3"))).toBe(true);
  expect(isMultipleOf(number("1e-999999999999"), number("3"))).toBe(false);
  expect(numberText(huge)).toBe("1e999999999999");
});
