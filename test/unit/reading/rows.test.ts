// Tests how values are read as lists of rows.
import type { JsonObject } from "../../../src/json/value.js";
import { describe, expect, it } from "vitest";
import { entriesOf, itemsOf, itemsOfBoth, rowsOfText } from "../../../src/reading/rows.js";

describe("what a text of one line lists", () => {
  it.each([
    ["Open: A, B and C.", ["A", "B", "C"]],
    ["A (1, new); B (2, old)", ["A (1, new)", "B (2, old)"]],
    ["A (1, new), B (2, old)", ["A (1, new)", "B (2, old)"]],
    ["<ul><li>A</li><li>B, b</li></ul>", ["<li>A</li>", "<li>B, b</li>"]],
    ["It costs 1,204.50 today.", []],
    ["a, b\nc, d", []],
  ])("is in %j %j", (text, items) => {
    expect(itemsOf(text)).toEqual(items);
  });

  it("has what is before and after it", () => {
    expect(itemsOfBoth("Open: A.", "Open: A, B.")).toEqual([
      ["Open: ", "A", "."],
      ["Open: ", "A", "B", "."],
    ]);
  });

  it.each([
    ["A, B and C", "A, B, C, D"],
    ["A, B and C", "A, B or D, E or F"],
    ["A, B", "A, B\nC"],
  ])("is in %j and %j not listed in the same way", (recorded, live) => {
    expect(itemsOfBoth(recorded, live)).toBeUndefined();
  });
});

it("reads a line that is JSON as its value", () => {
  expect(rowsOfText('2 rows\n{"id":1}\n[x]')).toEqual(["2 rows", { id: 1 }, "[x]"]);
});

describe("the entries of an object", () => {
  it("are in the order of their keys", () => {
    expect(entriesOf({ "A-10": { n: 1 }, "A-9": { n: 2 } })).toEqual([
      { key: "A-9", value: { n: 2 } },
      { key: "A-10", value: { n: 1 } },
    ]);
  });

  it.each<JsonObject>([{ name: "x", id4: "y" }, { a1: 1, a2: "text" }, { a1: { n: 1 }, a2: { n: 1, m: 2 } }, {}])(
    "are no list in %j",
    (value) => {
      expect(entriesOf(value)).toBeUndefined();
    },
  );
});
