import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../src/json/canonical.js";
import {
  parseKept,
  parseLossless,
  restoreNumbers,
  serializeKept,
  settleNumbers,
} from "../../../src/json/kept-numbers.js";

const digits = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.oneof(fc.constant("0"), fc.stringMatching(/^[1-9]\d{0,24}$/)),
    fc.oneof(fc.constant(""), fc.stringMatching(/^\.\d{1,20}$/)),
    fc.oneof(fc.constant(""), fc.stringMatching(/^[eE][-+]?\d{1,3}$/)),
  )
  .map((parts) => parts.join(""));
const word = fc.oneof(
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom("$number", "$$number", "$$$number", "$numbe", '{"$number":"1.0"}', ',"$$number":', "\\", '"', "[1.0"),
);
/** Compact JSON texts whose numbers are written in every way, and whose keys try to be taken for what they are not. */
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4 },
    digits,
    word.map((one) => JSON.stringify(one)),
    fc.constantFrom("null", "true", '{"$number":"1.0"}', '{"$number":1.0}', '{"$number":{}}'),
    fc.array(tie("text"), { maxLength: 4 }).map((all) => `[${all.join(",")}]`),
    fc
      .uniqueArray(fc.tuple(word, tie("text")), { maxLength: 4, selector: ([key]) => key })
      // JSON.parse puts keys that look like array indexes first.
      .filter((all) => all.every(([key]) => !/^\d+$/.test(key) && key !== "__proto__"))
      .map((all) => `{${all.map(([key, part]) => `${JSON.stringify(key)}:${part}`).join(",")}}`),
  ),
}));

describe("a text with any numbers in it", () => {
  it("comes back byte for byte", () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(serializeKept(parseKept(`[${one}]`))).toBe(`[${one}]`);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps the values of its numbers, where only those are kept", () => {
    fc.assert(
      fc.property(text, fc.constantFrom(0, 2, 4), (one, spaces) => {
        const lossless = parseLossless(one);
        expect(canonicalJson(parseLossless(serializeKept(parseKept(`[${one}]`))))).toBe(`[${canonicalJson(lossless)}]`);
        const written = serializeKept(lossless, spaces);
        expect(canonicalJson(parseLossless(written))).toBe(canonicalJson(lossless));
        expect(JSON.stringify(JSON.parse(written))).toBe(JSON.stringify(JSON.parse(one)));
        expect(restoreNumbers(JSON.stringify(lossless, null, spaces), spaces)).toBe(written);
      }),
      { numRuns: 1000 },
    );
  });

  it("is what JSON.parse makes of it, where doubles hold all its numbers", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, spaces) => {
        const written = JSON.stringify(value, null, spaces);
        expect(JSON.stringify(parseLossless(written), null, spaces)).toBe(written);
      }),
    );
  });
});

it.each(["1.0", "-0", "-0.0", "1e2", "1E400", "0.0000001", "12345678901234567891", "1.10", "9007199254740993"])(
  "%s is kept as it stands",
  (one) => {
    expect(parseKept(`{"v":${one}}`)).toEqual({ v: { $number: one } });
    expect(parseKept(`{"v" : ${one} }`)).toEqual({ v: { $number: one } });
  },
);

it.each(["0", "1", "-1.5", "0.1", "1234567890123456", "0.000001", "12345678901234567000"])(
  "%s is a number like any other",
  (one) => expect(parseKept(`{"v":${one}}`)).toEqual({ v: Number(one) }),
);

it("takes no string for a number, and no text for JSON that is none", () => {
  expect(parseKept('{"v":": 1.0 , [-0, 1e5]"}')).toEqual({ v: ": 1.0 , [-0, 1e5]" });
  expect(() => parseKept('{"v":01}')).toThrow(SyntaxError);
  expect(() => parseKept('{"v":1.0')).toThrow(SyntaxError);
});

it("a key that has its name already is kept apart, however it is written", () => {
  expect(parseKept('{"$number":"1.0"}')).toEqual({ $$number: "1.0" });
  expect(parseKept('{"\\u0024n\\u0075mber":"1.0"}')).toEqual({ $$number: "1.0" });
  expect(serializeKept({ $number: "[redacted:KEY]" })).toBe('"[redacted:KEY]"');
});

it("settles what a double holds", () => {
  expect(settleNumbers(parseKept("[1.0,10e-1,-0,0.0,12345678901234567891,1e400]"))).toEqual([
    1,
    1,
    { $number: "-0" },
    0,
    { $number: "12345678901234567891" },
    { $number: "1e400" },
  ]);
});
