import { describe, expect, it } from "vitest";
import { judgeSchemas } from "../../../src/drift/schema-words.js";
import { compareSchemas } from "../../../src/json-schema/compare-schemas.js";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";

type Change = Record<string, JsonValue>;

/** A schema that refers to itself in so many properties, and what is at its end. */
const self = (times: number, leaf: Change): JsonObject => ({
  type: "object",
  properties: {
    ...Object.fromEntries(Array.from({ length: times }, (_, at) => [`p${at}`, { $ref: "#" }])),
    leaf,
  },
});
/** So many definitions that all refer to all of them. */
const web = (count: number, leaf: Change, wrap: (part: JsonObject) => JsonObject = (part) => part): JsonObject => {
  const names = Array.from({ length: count }, (_, at) => `d${at}`);
  const properties = Object.fromEntries(names.map((name) => [name, wrap({ $ref: `#/$defs/${name}` })]));
  const one = (at: number): JsonObject => ({
    type: "object",
    properties: { ...properties, own: at === count - 1 ? leaf : { type: "integer" } },
    required: [`d${at}`],
  });
  return { ...one(0), $defs: Object.fromEntries(names.map((name, at) => [name, one(at)])) };
};
const list = (part: JsonObject): JsonObject => ({ type: "array", items: part });
const orNull = (part: JsonObject): JsonObject => ({ anyOf: [part, { type: "null" }] });
const orText = (part: JsonObject): JsonObject => ({
  anyOf: [part, { type: "object", properties: { text: {} }, required: ["text"] }],
});
const SHAPES: [string, (leaf: Change) => JsonObject][] = [
  ["one self-reference", (leaf) => self(1, leaf)],
  ["six self-references", (leaf) => self(6, leaf)],
  ["a hundred self-references", (leaf) => self(100, leaf)],
  ["six definitions of each other", (leaf) => web(6, leaf)],
  ["six definitions of lists of each other", (leaf) => web(6, leaf, list)],
  ["twelve definitions of each other or null", (leaf) => web(12, leaf, orNull)],
  ["five definitions of each other or another object", (leaf) => web(5, leaf, orText)],
  ["thirty definitions of each other", (leaf) => web(30, leaf)],
];

describe("a schema that refers to itself", () => {
  it.each(SHAPES)("%s: only words differ", (_, build) => {
    const [before, after] = [build({ type: "string" }), build({ type: "string", description: "New." })];
    expect(told(before, after)).toEqual(["docs description-changed"]);
    expect(judgeSchemas(before, after)).toBe("reworded");
    expect(compareSchemas(before, structuredClone(before), "input")).toEqual([]);
  });

  it.each(SHAPES)("%s: a value is taken no more", (_, build) => {
    const [before, after] = [build({ type: ["string", "null"] }), build({ type: "string" })];
    expect(told(before, after)).toEqual(["breaking type-narrowed"]);
    expect(told(after, before)).toEqual(["compatible type-widened"]);
  });

  it.each(SHAPES)("%s: an option more", (_, build) => {
    const [before, after] = [build({ type: "object" }), build({ type: "object", properties: { more: {} } })];
    expect(told(before, after)).toEqual(["compatible property-added"]);
    expect(judgeSchemas(before, after)).toBe("additive");
  });
});

describe("a schema that is made to explode", () => {
  const doubled = (keyword: string, leaf: Change): JsonObject => {
    const $defs: JsonObject = { d0: leaf };
    for (let at = 1; at < 80; at++) {
      $defs[`d${at}`] = {
        [keyword]: [{ $ref: `#/$defs/d${at - 1}` }, { properties: { [`p${at}`]: { $ref: `#/$defs/d${at - 1}` } } }],
      };
    }
    return { $ref: "#/$defs/d79", $defs };
  };

  it.each(["allOf", "anyOf", "oneOf"])(
    "by %s is compared or called undecided, the same in both directions",
    (keyword) => {
      const [before, after] = [
        doubled(keyword, { type: "object", properties: { a: {} } }),
        doubled(keyword, { type: "object" }),
      ];
      for (const direction of ["input", "output"] as const) {
        expect(compareSchemas(before, after, direction).length).toBeGreaterThan(0);
        expect(compareSchemas(after, before, direction).length).toBeGreaterThan(0);
      }
      expect(judgeSchemas(before, after)).toBe("reworded");
    },
  );

  it("by a product of alternatives ends in a bounded number of steps", () => {
    const choice = (at: number): JsonObject => ({
      anyOf: Array.from({ length: 8 }, (_, of) => ({
        type: "object",
        properties: { [`k${at}`]: { const: of } },
        required: [`k${at}`],
      })),
    });
    const product = (count: number, more: JsonObject): JsonObject => ({
      allOf: [...Array.from({ length: count }, (_, at) => choice(at)), more],
    });
    expect(
      compareSchemas(product(8, {}), product(8, { required: ["x"] }), "input").map((change) => change.class),
    ).toContain("breaking");
  });
});

function told(before: JsonValue, after: JsonValue): string[] {
  return compareSchemas(before, after, "input").map((change) => `${change.class} ${change.rule}`);
}
