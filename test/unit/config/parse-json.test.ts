import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../../src/config/parse-json.js";
import { McpvalsError } from "../../../src/errors.js";

function faultOf(text: string): McpvalsError {
  try {
    parseJson(text, "x.json");
  } catch (error) {
    if (error instanceof McpvalsError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("parseJson", () => {
  it.each([
    ['{\n  "a": 1,\n  "b": tru\n}', "x.json:3:8: expected a value"],
    ['{\n  "a": 1,\n}', 'x.json:2:9: a comma before "}"'],
    ["[1, 2,]", 'x.json:1:6: a comma before "]"'],
    ['{ "a": 1 // one\n}', "x.json:1:10: a comment"],
    ["{ 'a': 1 }", "x.json:1:3: single quotes"],
    ["{ a: 1 }", "x.json:1:3: expected a key in double quotes"],
    ['{ "a" 1 }', 'x.json:1:7: expected ":"'],
    ['{ "a": 1 "b": 2 }', 'x.json:1:10: expected "," or "}"'],
    ['{ "a": [1', 'x.json:1:10: the file ends where "," or "]" is expected'],
    ["", "x.json:1:1: the file ends where a value is expected"],
    ["{} {}", "x.json:1:4: text after the end"],
    ['{ "a": "x\ny" }', "x.json:1:8: a string that does not end"],
    ['{ "a": "\\x" }', "x.json:1:8: a string that does not end, or holds a control character or a wrong escape"],
    ['{ "a": 01 }', 'x.json:1:9: expected "," or "}"'],
  ])("says place and fault of %j", (text, message) => {
    const fault = faultOf(text);
    expect(fault.code).toBe("CONFIG_INVALID");
    expect(fault.message).toContain(message);
  });

  it("shows the line with a mark under the fault", () => {
    expect(faultOf('{\r\n\t"name": oops\r\n}').evidence).toBe('2 |  "name": oops\n             ^');
  });

  it("refuses a key that is given twice, because one would be dropped", () => {
    const fault = faultOf('{\n  "a": { "x": 1 },\n  "b": { "x": 1,\n "\\u0078": 2 } }');
    expect(fault.message).toContain('x.json:4:2: the key "\\u0078" is given twice; the first is on line 3');
  });

  it("passes over a byte order mark", () => {
    expect(parseJson('\uFEFF{"a":1}', "x.json")).toEqual({ a: 1 });
  });

  it("refuses what is nested too deep, in place of running out of stack", () => {
    expect(faultOf("[".repeat(100_000)).message).toContain("nested deeper");
  });

  it("takes every JSON value as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 2, "\t"), (text, space) => {
        const spaced = JSON.stringify(JSON.parse(text), null, space);
        expect(parseJson(spaced, "x.json")).toEqual(JSON.parse(text));
      }),
    );
  });

  it("refuses exactly what JSON.parse refuses", () => {
    // Too few pieces for two equal keys, in which they differ on purpose.
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      '"a"',
      '"b"',
      '"',
      "1",
      "-",
      ".5",
      "e3",
      "true",
      "nul",
      " ",
      "\n",
      "\\",
      "\u0001",
      "\u00a0",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
        const text = pieces.join("");
        expect(attempt(() => parseJson(text, "x.json"))).toEqual(attempt(() => JSON.parse(text)));
      }),
      { numRuns: 5000 },
    );
  });
});

function attempt(parse: () => unknown): unknown {
  try {
    return { value: parse() };
  } catch {
    return "refused";
  }
}
