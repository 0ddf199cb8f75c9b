import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeExpectedState, hasExpectedState } from "../../../src/metrics/expected-state.js";
import { bestOf } from "../../helpers/best-of.js";

describe("an expected state that is a number", () => {
  it.each([
    "42",
    "The answer is 42.",
    "42!",
    "42.0",
    "42.00",
    "42%",
    "42 %",
    "$42",
    "€42",
    "(42)",
    "x=42",
    "x=42,y=1",
    "a: 42, b",
    "5 + 37 = 42",
    "from 10-42",
    "10\u201342",
    "+42",
    "42km",
    "42nd",
    "item_42",
    "item42",
    "#42",
    "**42**",
    "42/100",
    "1920x42",
    "42x10",
    "[1,42,3]",
    "[42,100]",
    "41,42,7",
    "7,42,foo",
    "first, 42, last",
    "items.42",
    "items[42]",
    "4.2e1",
    '{"a":[42,100]}',
    '{"sum":42}',
    '{"sum":"42"}',
    '{"text":"it\\n42"}',
    '{"42":"yes"}',
    '{"answer":42.0}',
    "two lines\n42\nand more",
  ])("42 stands in %s", (text) => {
    expect(hasExpectedState("42", text)).toBe(true);
  });

  it.each([
    "",
    "142",
    "421",
    "-42",
    "x = -42",
    "\u221242",
    "-$42",
    "$-42",
    "US$-42",
    "42.5",
    "42.05",
    "0.42",
    ".42",
    " .42",
    "42,000",
    "42,000.50",
    "1,42,000",
    "41,42,100",
    "42\u00a0000",
    "42'000",
    "42,5 %",
    "1.42.3",
    "192.168.42.1",
    "10:42",
    "10:42:07",
    "2024-01-42",
    "555-42-1234",
    "3f42a9",
    "42a0",
    "0x42",
    "042",
    "4 2",
    "42e5",
    '{"sum":-42}',
    '{"sum":42.5}',
    '{"sum":420}',
    '{"text":"\\u00421"}',
    '{"42":false}',
    'said {"42": null}',
  ])("42 does not stand in %s", (text) => {
    expect(hasExpectedState("42", text)).toBe(false);
  });

  it.each([
    ["-42", "it is -42", true],
    ["-42", "10-42", false],
    ["-42", "42", false],
    ["-42", '{"t":-42}', true],
    ["1234", "1,234", true],
    ["1,234", "1234", true],
    ["1,234", "total 1,234.00", true],
    ["1234", "1,234,567", false],
    ["42.5", "42.50", true],
    ["42.5", "42.51", false],
    ["42.0", "42", true],
    ["007", "agent 007", true],
    ["007", "7", false],
    ["7", "007", false],
    ["2024", "2024-01-15", true],
    ["2024", "2024-01-15T10:00:00Z", true],
    ["15", "2024-01-15", false],
    ["$42", "costs $42.00", true],
    ["$42", "costs $421", false],
    ["$42", "costs 42", false],
    ["$42", "costs -$42", false],
    ["42%", "42 % of it", true],
    ["42%", "42 of it", false],
    ["42%", "142%", false],
    ["0", "0 items", true],
    ["0", "10", false],
    ["0", '{"count":0}', true],
    ["9007199254740993", '{"id":9007199254740993}', true],
    ["9007199254740993", '{"id":9007199254740992}', false],
    ["1000000", "1_000_000", false],
    [" 42 ", "42", true],
  ])("%s in %s: %s", (expected, text, stands) => {
    expect(hasExpectedState(expected, text)).toBe(stands);
  });

  it("no integer is found in the text of another", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.constantFrom("", " ", "is: ", "(", "=", "\n"), (a, b, before) => {
        expect(hasExpectedState(String(a), `${before}${b}`)).toBe(a === b);
        expect(hasExpectedState(String(a), JSON.stringify({ value: b, list: [b, b] }))).toBe(a === b);
      }),
      {
        numRuns: 500,
        examples: [
          [5, 55, ""],
          [55, 5, " "],
        ],
      },
    );
  });
});

describe("an expected state that is a text", () => {
  it.each([
    ["Reservation Confirmed", "your RESERVATION confirmed today", true],
    ["42 apples", "there are 42 apples", true],
    ["success", "Success!", true],
    ["success", '{"success":true}', true],
    ["success", '{"success": false}', false],
    ["success", '{"success":null}', false],
    ["success", '{"success": 0}', false],
    ["success", '{"success": 0.0}', false],
    ["success", '{"success":""}', false],
    ["success", '{"success": [ ]}', false],
    ["success", '{"success": {}}', false],
    ["success", '{"success": 0.5}', true],
    ["success", '{"success": false, "note": "success after all"}', true],
    ["success", '{"old":{"success":false},"success":true}', true],
    ["success", 'Result: {"success": false}', false],
    ["success", "{'success': False}", false],
    ["success", "{'success': None, 'x': 1}", false],
    ["success", "success: false", false],
    ["success", "- **Success:** false", false],
    ["success", "ok\nsuccess: false\nmore", false],
    ["success", "success: falsehood", true],
    ["success", "success = 0", false],
    ["success", '"{\\"success\\": false}"', false],
    ["success", '{"text":"{\\"success\\": false}"}', false],
    ["errors: 0", "Errors: 0", true],
    ['"success": false', '{"success": false}', true],
    ["false", '{"success": false}', true],
    ["\u00e9t\u00e9", "E\u0301te\u0301", true],
    ['say "hi"', '{"text":"please say \\"hi\\""}', true],
    ["\\", '{"text":"\\"quoted\\""}', false],
    ["n42", '{"text":"a\\n42"}', false],
    ["straße", "STRASSE", false],
  ])("%s in %s: %s", (expected, text, stands) => {
    expect(hasExpectedState(expected, text)).toBe(stands);
  });

  it("every text is found in itself, whatever is around it", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        fc.pre(!/\d|[:="'\u007b\u005b]/.test(text) && text.trim() !== "");
        expect(hasExpectedState(text, `before ${text} after`)).toBe(true);
      }),
    );
  });

  it("reads a megabyte with many quotes quickly", () => {
    const text = `"a' b": `.repeat(130_000);
    const look = (): void => expect(hasExpectedState("success", `${text}"success": false`)).toBe(false);
    expect(bestOf(2000, look)).toBeLessThan(2000);
  });
});

describe("an expected state with a form", () => {
  it.each([
    [{ regex: "^order \\d+$" }, "Order 42", true],
    [{ regex: "^order \\d+$" }, "Order 42 is here", false],
    [{ regex: "succ.ss" }, '{"success":false}', false],
    [{ regex: "succ.ss" }, '{"success":true}', true],
    [{ equals: "Done" }, "  done\n", true],
    [{ equals: "Done" }, "done.", false],
  ])("%j in %s: %s", (expected, text, stands) => {
    expect(hasExpectedState(expected, text)).toBe(stands);
  });

  it("is described as people write it", () => {
    expect(describeExpectedState("42")).toBe('"42"');
    expect(describeExpectedState({ regex: "4\\d" })).toBe("/4\\d/");
    expect(describeExpectedState({ equals: "a" })).toBe('exactly "a"');
  });
});
