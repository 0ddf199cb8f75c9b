import { describe, expect, it } from "vitest";
import { checkSchema } from "../../../src/json/schema-check.js";
import type { JsonValue } from "../../../src/json/value.js";

const object = (properties: JsonValue, more: Record<string, JsonValue> = {}): JsonValue => ({
  type: "object",
  properties,
  ...more,
});

describe("checkSchema", () => {
  it("names the place and the fault, without the wrappers around it", () => {
    const schema = object({ user: object({ age: { type: "integer" } }) }, { required: ["id"] });
    expect(checkSchema(schema, { user: { age: "old" } })).toEqual({
      kind: "invalid",
      problems: [
        'Instance does not have required property "id".',
        '/user/age: Instance type "string" is invalid. Expected "integer".',
      ],
    });
  });

  it("rejects undeclared properties only where the schema says so", () => {
    expect(checkSchema(object({ a: {} }), { b: 1 }).kind).toBe("valid");
    expect(checkSchema(object({ a: {} }, { additionalProperties: false }), { b: 1 })).toEqual({
      kind: "invalid",
      problems: ['Property "b" does not match additional properties schema.'],
    });
  });

  it("says something even where only a wrapper is wrong", () => {
    const check = checkSchema(object({ a: false }), { a: 1 });
    expect(check).toMatchObject({ kind: "invalid", problems: [expect.any(String), expect.any(String)] });
  });

  it("picks the dialect by $schema", () => {
    const exclusive = { minimum: 5, exclusiveMinimum: true };
    expect(checkSchema({ $schema: "http://json-schema.org/draft-04/schema#", ...exclusive }, 5).kind).toBe("invalid");
    const beside: JsonValue = { definitions: { s: { type: "string" } }, $ref: "#/definitions/s", minLength: 3 };
    expect(checkSchema({ $schema: "http://json-schema.org/draft-07/schema#", ...beside }, "a").kind).toBe("valid");
    expect(checkSchema({ $schema: "https://json-schema.org/draft/2020-12/schema", ...beside }, "a").kind).toBe(
      "invalid",
    );
    expect(checkSchema(beside, "a").kind).toBe("invalid");
  });

  it("takes format for an annotation, and a property called format for a property", () => {
    expect(checkSchema({ type: "string", format: "email" }, "nobody").kind).toBe("valid");
    expect(checkSchema(object({ format: { type: "string" } }), { format: 1 }).kind).toBe("invalid");
  });

  it.each<[string, JsonValue, JsonValue]>([
    ["no schema", "string", {}],
    ["a dialect that it does not know", { $schema: "http://json-schema.org/draft-03/schema#" }, {}],
    ["a reference to elsewhere", object({ a: { $ref: "https://example.com/s.json" } }), { a: 1 }],
    ["a reference in a circle", { $ref: "#" }, {}],
    ["a broken pattern", { type: "string", pattern: "(" }, "a"],
    ["a type that no dialect has", object({ a: { type: "any" } }), { a: 1 }],
    ["null in the place of a schema", object({ a: null }), { a: 1 }],
  ])("cannot tell with %s", (_, schema, value) => {
    expect(checkSchema(schema, value)).toMatchObject({ kind: "unknown", why: expect.stringMatching(/./) });
  });

  it("leaves the schema as it was", () => {
    const schema = object({ a: { type: "string", format: "date" } });
    const before = JSON.stringify(schema);
    checkSchema(schema, { a: "b" });
    checkSchema(schema, { a: "b" });
    expect(JSON.stringify(schema)).toBe(before);
    expect(Object.getOwnPropertyNames(schema)).toEqual(["type", "properties"]);
  });
});
