import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import { compareSchemas } from "../../../src/json-schema/compare-schemas.js";
import { judgeSchemas } from "../../../src/drift/schema-words.js";

const text = { type: "string", description: "A." };
const properties = (of: JsonObject): JsonObject => ({ type: "object", properties: of });
const rulesOf = (one: JsonValue, other: JsonValue) => compareSchemas(one, other, "input").map(({ rule }) => rule);
const counted = (value: JsonValue) => ({ type: "integer", default: value });

describe("the remarks of a schema", () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      "a definition in place",
      properties({ a: text }),
      { ...properties({ a: { $ref: "#/$defs/x" } }), $defs: { x: text } },
    ],
    [
      "words beside a reference",
      properties({ a: text }),
      {
        ...properties({ a: { $ref: "#/$defs/x", description: "A." } }),
        $defs: { x: { type: "string" } },
      },
    ],
    [
      "a default in a definition",
      properties({ a: counted(5) }),
      { ...properties({ a: { $ref: "#/$defs/x" } }), $defs: { x: counted(5) } },
    ],
    ["allOf around", properties({ a: text }), properties({ a: { allOf: [text] } })],
    ["alternatives in another order", { anyOf: [text, { type: "null" }] }, { anyOf: [{ type: "null" }, text] }],
    [
      "words around or in what may also be null",
      properties({ a: { ...text, type: ["string", "null"] } }),
      properties({ a: { anyOf: [text, { type: "null" }] } }),
    ],
    ["a definition that nothing refers to", properties({}), { ...properties({}), $defs: { x: text } }],
    ["what is as good as not said", text, { ...text, deprecated: false }],
  ])("are the same with %s", (_, one, other) => {
    expect(rulesOf(one, other)).toEqual(["schema-rewritten"]);
    expect(rulesOf(other, one)).toEqual(["schema-rewritten"]);
    expect(judgeSchemas(one, other)).toBe("docs");
  });

  it.each<[string, JsonValue, JsonValue]>([
    ["other words", text, { ...text, description: "B." }],
    ["words of another property", properties({ a: text, b: {} }), properties({ a: {}, b: text })],
    ["words of the items", { type: "array", description: "A." }, { type: "array", items: text }],
    [
      "words of the other alternative",
      { anyOf: [text, { type: "integer" }] },
      { anyOf: [{ type: "string" }, { type: "integer", description: "A." }] },
    ],
    ["words of one of several types", { type: ["string", "integer"] }, { anyOf: [text, { type: "integer" }] }],
    ["words of items that were not described", { type: "array" }, { type: "array", items: { description: "A." } }],
    ["a keyword that nobody knows", text, { ...text, "x-hint": false }],
    [
      "another default in a definition",
      properties({ a: counted(5) }),
      { ...properties({ a: { $ref: "#/$defs/x" } }), $defs: { x: counted(6) } },
    ],
  ])("are others with %s", (_, one, other) => {
    for (const [before, after] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(rulesOf(before, after)).not.toEqual(["schema-rewritten"]);
      expect(rulesOf(before, after)).not.toEqual([]);
      expect(judgeSchemas(before, after)).toBe("reworded");
    }
  });

  it("end where a schema contains itself", () => {
    const tree = (words: string) => ({
      $ref: "#/$defs/n",
      $defs: { n: { ...properties({ n: { $ref: "#/$defs/n" } }), description: words } },
    });
    expect(rulesOf(tree("N"), tree("M"))).toEqual(["description-changed"]);
  });

  it.each(["allOf", "anyOf"])("are found in a schema of %s that refers to each definition twice", (keyword) => {
    const $defs: JsonObject = { d0: { type: "string", description: "A." } };
    for (let at = 1; at < 60; at++) {
      const part = { $ref: `#/$defs/d${String(at - 1)}` };
      $defs[`d${String(at)}`] = { [keyword]: [part, { ...part, title: "T" }] };
    }
    const schema = (more: JsonObject): JsonObject => ({
      anyOf: [{ $ref: "#/$defs/d59" }, { type: "integer", ...more }],
      $defs,
    });
    expect(rulesOf(schema({}), schema({ description: "B." }))).toHaveLength(1);
  });
});
