import { describe, expect, it } from "vitest";
import { compareSchemas } from "../../../src/json-schema/compare-schemas.js";
import type { SchemaDirection } from "../../../src/json-schema/rules/rule.js";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";

function told(before: JsonValue, after: JsonValue, direction: SchemaDirection = "input"): string[] {
  return compareSchemas(before, after, direction).map((change) => `${change.class} ${change.rule} ${change.path}`);
}

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "object", properties, ...more });
const text = { type: "string" };

describe("references", () => {
  const tree = (name: JsonObject, label = "node"): JsonObject => ({
    $ref: `#/$defs/${label}`,
    $defs: { [label]: object({ name, children: { type: "array", items: { $ref: `#/$defs/${label}` } } }) },
  });

  it("finds a change in a schema that contains itself once, where it is defined", () => {
    expect(told(tree(text), tree({ type: ["string", "null"] }))).toEqual([
      "compatible type-widened /$defs/node/properties/name/type",
    ]);
    expect(told(tree({ type: "number" }), tree({ type: "integer" }))).toEqual([
      "breaking type-narrowed /$defs/node/properties/name/type",
    ]);
  });

  it("does not mind the name of a definition", () => {
    expect(told(tree(text), tree(text, "branch"))).toEqual(["docs schema-rewritten "]);
    expect(told(tree(text), tree({ ...text, minLength: 1 }, "branch"))).toEqual([
      "breaking min-length-tightened /$defs/branch/properties/name/minLength",
    ]);
  });

  it("finds a change of a definition once, however often it is used", () => {
    const schema = (most: number) => ({
      ...object({ a: { $ref: "#/$defs/n" }, b: { $ref: "#/$defs/n" } }),
      $defs: { n: { type: "number", maximum: most } },
    });
    expect(told(schema(10), schema(5))).toEqual(["breaking maximum-tightened /$defs/n/maximum"]);
  });

  it("finds the remark of a definition that was written in place before", () => {
    const before = object({ a: { type: "string", description: "One" } });
    const after = { ...object({ a: { $ref: "#/$defs/a" } }), $defs: { a: { type: "string", description: "Two" } } };
    expect(told(before, after)).toEqual(["docs description-changed /$defs/a/description"]);
  });

  it.each([
    ["another address", { $ref: "https://example.com/b.json" }],
    ["no reference any more", text],
    ["a reference to nothing", { $ref: "#/$defs/none" }],
  ])("does not decide what another document says: %s", (_what, after) => {
    const [change, ...others] = compareSchemas(
      object({ a: { $ref: "https://example.com/a.json" } }),
      object({ a: after }),
      "input",
    );
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      rule: "undecided-changed",
      class: "breaking",
      note: expect.stringContaining("nothing is fetched"),
    });
  });

  it("takes the same address for the same schema", () => {
    const remote = { $ref: "https://example.com/a.json" };
    expect(told(object({ a: remote, b: text }), object({ a: remote, b: { type: "number" } }))).toEqual([
      "breaking type-changed /properties/b/type",
    ]);
  });

  it("ends where a schema is nothing but itself", () => {
    const loop: JsonObject = { $ref: "#/$defs/a", $defs: { a: { allOf: [{ $ref: "#/$defs/a" }] } } };
    expect(told(loop, { ...loop, title: "Loop" })).toEqual(["docs title-changed /title"]);
    expect(told({}, loop).join()).toContain("breaking");
  });
});

describe("alternatives", () => {
  const tagged = (tag: string, more: JsonObject = {}) =>
    object({ type: { const: tag }, ...more }, { required: ["type"] });

  it("finds a change in the branch that it is in, wherever the branch stands", () => {
    const before = { oneOf: [tagged("a"), tagged("b", { n: { type: "number" } }), tagged("c")] };
    const after = { oneOf: [tagged("x"), tagged("c"), tagged("b", { n: { type: "integer" } }), tagged("a")] };
    expect(told(before, after)).toEqual([
      "breaking type-narrowed /oneOf/2/properties/n/type",
      "compatible alternative-added /oneOf/0",
    ]);
  });

  it("takes a name for listed that a branch lists which may hold at the same time", () => {
    const before = { anyOf: [object({ n: text }), object({})] };
    expect(told(before, object({ n: text }))).toContainEqual("breaking property-added-to-map /properties/n");
    const [a, b] = [tagged("a", { n: text }), tagged("b")];
    expect(told({ anyOf: [a, b] }, { anyOf: [a, tagged("b", { n: text })] })).toEqual([
      "compatible property-added /anyOf/1/properties/n",
    ]);
  });

  it("finds branches that are gone and new", () => {
    expect(told({ anyOf: [tagged("a"), tagged("b")] }, { anyOf: [tagged("a"), tagged("c")] })).toEqual([
      "breaking alternative-removed /anyOf/1",
      "compatible alternative-added /anyOf/1",
    ]);
  });

  it("does not miss a branch that another takes", () => {
    const wide = object({ n: { type: "number" } });
    expect(
      told(
        { anyOf: [wide, object({ n: { type: "integer" } }), { type: "string" }] },
        { anyOf: [wide, { type: "string" }] },
      ),
    ).toEqual(["docs schema-rewritten /anyOf"]);
  });

  it.each<[string, JsonValue, JsonValue]>([
    [
      "null as a branch or as a type",
      { type: ["string", "null"], minLength: 2 },
      { anyOf: [{ type: "string", minLength: 2 }, { type: "null" }] },
    ],
    ["null as OpenAPI says it", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["constants or an enumeration", { enum: ["a", "b"] }, { anyOf: [{ const: "a" }, { const: "b" }] }],
    [
      "one of branches that are never both right",
      { anyOf: [tagged("a"), tagged("b")] },
      { oneOf: [tagged("a"), tagged("b")] },
    ],
    ["an enumeration in all its types", { enum: [true, false, null] }, { type: ["boolean", "null"] }],
    ["values that nothing else would take", { type: "string", enum: ["a", 1] }, { enum: ["a"] }],
    [
      "parts or a whole",
      object({ a: text, b: text }, { required: ["b", "a"] }),
      { allOf: [object({ a: text }, { required: ["a"] }), object({ b: text }, { required: ["b"] })] },
    ],
    ["an exclusive bound of whole numbers", { type: "integer", exclusiveMinimum: 0 }, { type: "integer", minimum: 1 }],
    [
      "an exclusive bound as draft 4 wrote it",
      { type: "number", exclusiveMinimum: true, minimum: 0 },
      { type: "number", exclusiveMinimum: 0 },
    ],
    ["whole numbers or multiples of one", { type: ["integer", "number"] }, { type: "number" }],
    [
      "a tuple as draft 7 wrote it",
      { type: "array", items: [text, text], additionalItems: false },
      { type: "array", prefixItems: [text, text], items: false },
    ],
    [
      "definitions under their older name",
      { $ref: "#/definitions/a", definitions: { a: text } },
      { $ref: "#/$defs/a", $defs: { a: text } },
    ],
    ["nothing at all", false, { not: {} }],
    ["nothing, since no number is left", { type: "integer", minimum: 5, maximum: 4 }, { enum: [] }],
    [
      "closed by what is evaluated",
      { ...object({ a: text }), additionalProperties: false },
      { allOf: [object({ a: text })], type: "object", unevaluatedProperties: false },
    ],
    [
      "not what it is not",
      { type: ["string", "number"] },
      { type: ["string", "number", "null"], not: { type: "null" } },
    ],
  ])("means the same: %s", (_what, before, after) => {
    for (const direction of ["input", "output"] as const) {
      expect(told(before, after, direction)).toEqual([expect.stringMatching(/^docs schema-rewritten /)]);
      expect(told(after, before, direction)).toEqual([expect.stringMatching(/^docs schema-rewritten /)]);
    }
  });
});

describe("types", () => {
  const inObject = (a: JsonObject) => object({ a }, { required: ["a"] });

  it.each<[string, JsonObject, JsonObject]>([
    ["null", { type: "string" }, { type: ["string", "null"] }],
    ["null, as an alternative", { type: "string" }, { anyOf: [{ type: "string" }, { type: "null" }] }],
    ["null, as OpenAPI says it", { type: "string" }, { type: "string", nullable: true }],
    ["null beside an enumeration", { enum: ["x", "y"] }, { enum: ["x", "y", null] }],
    ["another type", { type: "string" }, { type: ["string", "number"] }],
    ["any type", { type: "string" }, {}],
    ["broken numbers", { type: "integer" }, { type: "number" }],
    ["another type of items", { type: "array", items: text }, { type: "array", items: { type: ["string", "null"] } }],
  ])("that come to what is read are breaking: %s", (_, one, other) => {
    const [output, input] = (["output", "input"] as const).map((side) => told(inObject(one), inObject(other), side));
    expect(output?.join()).toMatch(/^breaking type-widened [^,]*$/);
    expect(input?.join()).toMatch(/^compatible type-widened [^,]*$/);
    expect(told(inObject(other), inObject(one), "output").join()).toMatch(/^compatible type-narrowed /);
  });

  it("of what is read stay as they are with a new value", () => {
    expect(told(inObject({ enum: ["x"] }), inObject({ enum: ["x", "y"] }), "output").join()).toMatch(/^risky /);
  });

  it("are whole numbers, too, as multiples of 1", () => {
    const whole = { type: "number", multipleOf: 1 };
    expect(told({ type: "integer" }, whole)).toEqual([expect.stringMatching(/^docs schema-rewritten /)]);
    expect(told(whole, { type: "integer", multipleOf: 1 })).toEqual([expect.stringMatching(/^docs schema-rewritten /)]);
    expect(told({ type: "integer", minimum: 1 }, { ...whole, exclusiveMinimum: 0 }).join()).toMatch(/^docs /);
    expect(told({ type: "number" }, whole).join()).toMatch(/^breaking type-narrowed [^,]*$/);
    expect(told({ type: ["integer", "null"] }, { anyOf: [whole, { type: "null" }] }).join()).toMatch(/^docs /);
  });
});

describe("properties", () => {
  it("are no longer guaranteed to a reader", () => {
    const [before, after] = [object({ a: text }, { required: ["a"] }), object({ a: text })];
    expect(told(before, after, "output")).toEqual(["breaking required-removed /required"]);
    expect(told(before, after, "input")).toEqual(["compatible required-removed /required"]);
    expect(told(before, object({}), "output")).toEqual(["breaking guaranteed-property-removed /properties/a"]);
  });

  it("are free to callers who were invited to send them", () => {
    const map = { type: "object", additionalProperties: { type: "string" } };
    expect(told(map, { ...map, properties: { n: { type: "string" } } })).toEqual([
      "compatible property-added /properties/n",
    ]);
    expect(told(map, { ...map, properties: { n: { type: "number" } } })).toEqual([
      "breaking property-added-to-map /properties/n",
    ]);
    expect(told({ ...map, properties: { n: { type: "number" } } }, map)).toEqual([
      "breaking property-removed /properties/n",
    ]);
  });

  it("compares what a pattern of names asks of those that are listed", () => {
    const patterns = (type: string) => ({ patternProperties: { "^x": { type } } });
    expect(told(object({ xa: {} }, patterns("string")), object({ xa: {} }, patterns("number")))).toEqual([
      "breaking type-changed /patternProperties/^x/type",
    ]);
  });

  it("finds names that every object of JavaScript has", () => {
    const odd: JsonValue = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"toString":{"type":"string"}}}',
    );
    expect(told(object({}), odd)).toEqual([
      "compatible property-added /properties/__proto__",
      "compatible property-added /properties/toString",
    ]);
    expect(told(odd, object({ constructor: { title: "C" } }))).toHaveLength(3);
  });

  it("finds a name with a slash", () => {
    expect(told(object({ "a/b": text }), object({}))).toEqual(["risky property-removed-from-open /properties/a~1b"]);
  });

  it("finds what is nested deep, at its own place only", () => {
    const nest = (inner: JsonObject): JsonObject =>
      object({ a: { type: "array", items: object({ b: { anyOf: [inner, { type: "null" }] } }) } });
    expect(told(nest(object({ c: text })), nest(object({ c: text }, { required: ["c"] })))).toEqual([
      "breaking required-added /properties/a/items/properties/b/anyOf/0/required",
    ]);
  });
});

describe("schemas that are not as they should be", () => {
  it.each<[string, JsonValue]>([
    ["text", "object"],
    ["an unknown type", { type: "text" }],
    ["a broken pattern", { type: "string", pattern: "(" }],
    ["a list", [1]],
  ])("counts a change to %s as breaking", (_what, broken) => {
    expect(told({ type: "string" }, broken).join()).toMatch(/^breaking /);
    expect(told(broken, structuredClone(broken))).toEqual([]);
  });

  it("does not compare what is too deep, and says so", () => {
    let deep: JsonObject = { type: "string" };
    for (let level = 0; level < 5000; level++) deep = { not: deep };
    expect(compareSchemas(deep, { type: "string" }, "input")).toMatchObject([
      { class: "breaking", note: "Cannot be decided: It is too deep." },
    ]);
  });

  it("ends with a schema that is made to explode", () => {
    const choice = (name: string) => ({
      anyOf: Array.from({ length: 10 }, (_, at) => object({ [`${name}${at}`]: text }, { required: [`${name}${at}`] })),
    });
    const bomb = (most: number) => ({ allOf: Array.from("abcdefghij").map(choice), maxProperties: most });
    expect(told(bomb(5), bomb(4)).join()).toContain("breaking");
    const chain = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `d${at}`,
        { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
      ]),
    );
    const doubling = (type: string): JsonObject => ({ $ref: "#/$defs/d0", $defs: { ...chain, d60: { type } } });
    expect(told(doubling("string"), doubling("number")).join()).toContain("breaking");
  });
});
