import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownTexts } from "../../src/own-texts.js";

describe("a value with texts of its own", () => {
  it("is the same value, whatever is in it", () => {
    const value = fc.anything({ maxDepth: 4, values: [fc.string({ unit: "binary", maxLength: 40 }), fc.double()] });
    fc.assert(
      fc.property(value, (one) => {
        fc.pre(!/Map|Set/.test(Object.prototype.toString.call(one)));
        expect(ownTexts(one)).toStrictEqual(one);
      }),
    );
  });

  it("keeps what is undefined, and numbers that JSON does not have", () => {
    const value = { a: undefined, b: [Number.NaN, -0, Infinity], c: "a text that is long enough" };
    expect(ownTexts(value)).toStrictEqual(value);
  });
});
