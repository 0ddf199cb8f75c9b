// Only a check that surely ends soon is made without a watch.
import { describe, expect, it } from "vitest";
import { isQuick, partsOfSchema } from "../../../src/json/quick-check.js";
import { checkSchema } from "../../../src/json/schema-check.js";

const city = { type: "object", properties: { city: { type: "string", minLength: 1 } }, required: ["city"] };

describe("a quick check", () => {
  it("is that of a usual call", () => {
    expect(isQuick(partsOfSchema(city), { city: "Turin" })).toBe(true);
    expect(checkSchema(city, { city: "" }).kind).toBe("invalid");
  });

  it.each([
    ["a pattern", { type: "string", pattern: "a" }],
    ["patterns of keys", { patternProperties: { a: {} } }],
    ["a reference", { anyOf: [{ $ref: "#/$defs/a" }], $defs: { a: {} } }],
    ["all items compared with each other", { properties: { list: { uniqueItems: true } } }],
  ])("is never one with %s", (_, schema) => {
    expect(isQuick(partsOfSchema(schema), "")).toBe(false);
  });

  it("is never one of a large value or a large schema", () => {
    expect(
      isQuick(
        1,
        Array.from({ length: 30_000 }, () => 1),
      ),
    ).toBe(false);
    expect(isQuick(1, "x".repeat(3_000_000))).toBe(false);
    expect(isQuick(15_000, [1, 2, 3])).toBe(false);
    const large = { anyOf: Array.from({ length: 2000 }, () => city) };
    expect(isQuick(partsOfSchema(large), { city: "Turin" })).toBe(false);
  });

  it("counts a value that is deeper than a stack", () => {
    let deep: unknown[] = [];
    for (let level = 0; level < 50_000; level++) deep = [deep];
    expect(isQuick(1, JSON.parse("[]"))).toBe(true);
    expect(isQuick(1, deep as never)).toBe(false);
  });
});
