import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import { collectRemarks } from "../../../src/json-schema/collect-remarks.js";
import { compareSchemas } from "../../../src/json-schema/compare-schemas.js";

const remarksOf = (schema: JsonValue, ...ignored: string[]) => collectRemarks(schema, new Set(ignored));
const text = { type: "string", description: "A." };
const properties = (of: JsonObject): JsonObject => ({ type: "object", properties: of });

describe("the remarks of a schema", () => {
  it.each<[string, JsonValue, JsonValue]>([
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
    ["allOf around", properties({ a: text }), properties({ a: { allOf: [text] } })],
    ["alternatives in another order", { anyOf: [text, { type: "null" }] }, { anyOf: [{ type: "null" }, text] }],
    ["a definition that nothing refers to", properties({}), { ...properties({}), $defs: { x: text } }],
    ["what is as good as not said", text, { ...text, deprecated: false, $comment: "no matter" }],
  ])("are the same with %s", (_, one, other) => {
    expect(remarksOf(one)).toEqual(remarksOf(other));
  });

  it.each<[string, JsonValue, JsonValue]>([
    ["other words", text, { ...text, description: "B." }],
    ["words of another property", properties({ a: text, b: {} }), properties({ a: {}, b: text })],
    ["words of the items", { type: "array", description: "A." }, { type: "array", items: text }],
    [
      "words of the other alternative",
      { anyOf: [text, { type: "null" }] },
      { anyOf: [{ type: "string" }, { type: "null", description: "A." }] },
    ],
    ["a keyword that nobody knows", text, { ...text, "x-hint": false }],
  ])("are others with %s", (_, one, other) => {
    expect(remarksOf(one)).not.toEqual(remarksOf(other));
  });

  it("leave out what is not wanted", () => {
    expect(remarksOf({ ...text, title: "T" }, "title")).toEqual(remarksOf(text));
  });

  it("end where a schema contains itself", () => {
    const tree = { $ref: "#/$defs/n", $defs: { n: { ...properties({ n: { $ref: "#/$defs/n" } }), description: "N" } } };
    expect(remarksOf(tree)?.size).toBe(1);
  });

  it.each(["allOf", "anyOf"])("are not counted to the end in a schema of %s that is made to explode", (keyword) => {
    const $defs: JsonObject = { d0: { type: "string", description: "A." } };
    for (let at = 1; at < 60; at++) {
      const part = { $ref: `#/$defs/d${String(at - 1)}` };
      $defs[`d${String(at)}`] = { [keyword]: [part, { ...part, title: "T" }] };
    }
    const schema = (more: JsonObject): JsonObject => ({
      anyOf: [{ $ref: "#/$defs/d59" }, { type: "null", ...more }],
      $defs,
    });
    expect(remarksOf(schema({}))).toBeUndefined();
    expect(compareSchemas(schema({}), schema({ description: "B." }), "input")).toHaveLength(1);
  });
});
