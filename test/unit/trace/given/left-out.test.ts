import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { whySchemaRefused } from "../../../../src/trace/given/left-out.js";
import { findMalformed } from "../../../../src/trace/given/schema-form.js";
import { parseKept } from "../../../../src/json/kept-numbers.js";
import type { JsonObject, JsonValue } from "../../../../src/json/value.js";

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const isValid = (schema: JsonValue): boolean =>
  (typeof schema === "object" || typeof schema === "boolean") && ajv.validateSchema(schema as object) === true;

const KEYWORDS = [
  ..."$ref $comment $defs definitions prefixItems allOf anyOf oneOf items contains additionalProperties".split(" "),
  ..."propertyNames unevaluatedItems contentSchema not if then else properties patternProperties type enum".split(" "),
  ..."dependentSchemas examples multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength".split(" "),
  ..."minItems maxContains minProperties pattern format title description uniqueItems deprecated readOnly".split(" "),
  ..."required dependentRequired contentEncoding default const nullable x-odd $id $anchor".split(" "),
];
const { schema } = fc.letrec<{ schema: JsonValue }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthIdentifier: "schema" },
    fc.boolean(),
    fc.dictionary(
      fc.constantFrom(...KEYWORDS),
      fc.oneof(
        { weight: 4, arbitrary: tie("schema") },
        { weight: 2, arbitrary: fc.array(tie("schema"), { maxLength: 2 }) },
        { weight: 2, arbitrary: fc.dictionary(fc.constantFrom("a", "b", "type"), tie("schema"), { maxKeys: 2 }) },
        fc.constantFrom<JsonValue>(0, 1, -1, 1.5, "string", "any", "number", "a#b", "#x", "", null, true, false),
        fc.array(fc.constantFrom<JsonValue>("string", "null", "a", 1), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "b"), fc.array(fc.constantFrom<JsonValue>("a", "b", 1), { maxLength: 2 })),
      ),
      { maxKeys: 3 },
    ),
  ) as fc.Arbitrary<JsonValue>,
}));

describe("a schema that the Messages API refuses", () => {
  it("is malformed exactly where the metaschema of 2020-12 says so", () => {
    let malformed = 0;
    fc.assert(
      fc.property(schema, (given) => {
        const found = findMalformed(given);
        malformed += found === undefined ? 0 : 1;
        expect([found === undefined, found]).toEqual([isValid(given), found]);
      }),
      { numRuns: 2000 },
    );
    expect(malformed).toBeGreaterThan(100);
    expect(malformed).toBeLessThan(1900);
  });

  it.each<[string, JsonObject, string]>([
    ["boolean exclusiveMinimum", { properties: { a: { exclusiveMinimum: true } } }, "/properties/a/exclusiveMinimum"],
    ["boolean required", { properties: { a: { required: true } } }, "/properties/a/required"],
    ["items as a list", { properties: { a: { items: [{}] } } }, "/properties/a/items"],
    ["a type that is none", { properties: { a: { type: "file" } } }, "/properties/a/type"],
    [
      "deep in a list of choices",
      { properties: { a: { oneOf: [{}, { minLength: "1" }] } } },
      "/properties/a/oneOf/1/minLength",
    ],
  ])("says where: %s", (_, given, place) => {
    expect(whySchemaRefused({ type: "object", ...given })).toContain(`${place} is not`);
  });

  it.each<[string, JsonObject]>([
    ["older dialect by name only", { $schema: "http://json-schema.org/draft-07/schema#", definitions: { a: {} } }],
    ["choices below the top level", { properties: { a: { anyOf: [{}, {}] } } }],
    ["odd names below the top level", { properties: { a: { properties: { "b[]": {} } } } }],
    ["what is no keyword", { "x-anyOf": 1, properties: { type: { nullable: true } } }],
    ["property named like a keyword", { properties: { required: { type: "boolean" }, items: {}, anyOf: {} } }],
  ])("is none: %s", (_, given) => {
    expect(whySchemaRefused({ type: "object", ...given })).toBeUndefined();
  });

  it("is none for a number that keeps its digits", () => {
    const text =
      '{"type":"object","properties":{"a":{"maximum":9223372036854775807,"multipleOf":1.0,"maxLength":18446744073709551615}}}';
    expect(whySchemaRefused(parseKept(text) as JsonObject)).toBeUndefined();
    expect(
      whySchemaRefused(parseKept('{"type":"object","minProperties":-9223372036854775807}') as JsonObject),
    ).toBeDefined();
  });

  it("is found without an end of the stack, however deep it is", () => {
    let deep: JsonObject = { type: "nothing" };
    for (let at = 0; at < 100_000; at += 1) deep = { not: deep };
    expect(whySchemaRefused({ type: "object", not: deep })).toContain("is not a type");
  });
});
