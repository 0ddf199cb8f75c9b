import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNumber, sameNumber, type ExactNumber } from "../../../src/json/digits.js";
import { parseExactJson } from "../../../src/json/exact.js";
import { serializeKept } from "../../../src/json/kept-numbers.js";

const number = (text: string): ExactNumber => {
  const value = parseExactJson(text);
  if (!isNumber(value)) throw new Error(`no number: ${text}`);
  return value;
};

describe("the JSON reader", () => {
  it("reads what JSON.parse reads, whatever the spacing", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2, "\t"), (text, space) => {
        const spaced = JSON.stringify(JSON.parse(text), null, space);
        const value = parseExactJson(spaced);
        expect(value).not.toBeUndefined();
        expect(serializeKept(value ?? null)).toBe(JSON.stringify(JSON.parse(spaced)));
      }),
    );
  });

  it.each([
    "",
    "{",
    "[1,]",
    "{a:1}",
    "[1] x",
    "01",
    "1.",
    "+1",
    ".5",
    "'a'",
    '"a\nb"',
    '"\\x"',
    "tru",
    "NaN",
    '{"a":1,"a":2}',
    '{"a"}',
    "\u00a0[]",
  ])("refuses %j", (text) => {
    expect(parseExactJson(text)).toBeUndefined();
  });

  it("takes a text that is too deep for text", () => {
    expect(parseExactJson("[".repeat(100) + "]".repeat(100))).toBeDefined();
    expect(parseExactJson("[".repeat(100_000) + "]".repeat(100_000))).toBeUndefined();
  });

  it("takes __proto__ for a key like any other", () => {
    expect(Object.keys(parseExactJson('{"__proto__":{"a":1},"constructor":2}') ?? {})).toEqual([
      "__proto__",
      "constructor",
    ]);
  });

  it("keeps the escapes of strings", () => {
    expect(parseExactJson(String.raw`"\\\" \u00e9 \\\\"`)).toBe('\\" é \\\\');
  });
});

describe("numbers", () => {
  it.each([
    ["1", "1.0"],
    ["100", "1e2"],
    ["0", "-0.000"],
    ["0.1", "0.10"],
    ["12345678901234567890", "1.234567890123456789e19"],
    ["1e400", "10e399"],
  ])("%s and %s are the same", (one, other) => {
    expect(sameNumber(number(one), number(other))).toBe(true);
  });

  it.each([
    ["9007199254740993", "9007199254740992"],
    ["0.1", "0.1000000000000000055511151231257827"],
    ["1", "-1"],
    ["1e400", "1e401"],
    ["10", "100"],
  ])("%s and %s are not", (one, other) => {
    expect(sameNumber(number(one), number(other))).toBe(false);
  });
});
