import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLossless } from "../../../src/json/kept-numbers.js";
import { checkSchema } from "../../../src/json/schema-check.js";
import { compareSchemas } from "../../../src/json-schema/compare-schemas.js";

const rulesOf = (before: string, after: string): string[] =>
  compareSchemas(parseLossless(before), parseLossless(after), "input").map(({ rule }) => rule);
const check = (schema: string, value: string) => checkSchema(parseLossless(schema), parseLossless(value));

describe("limits that a double cannot hold", () => {
  it.each([
    ['{"maximum":9007199254740993}', '{"maximum":9007199254740992}', "maximum-tightened"],
    ['{"maximum":9007199254740992}', '{"maximum":9007199254740993}', "maximum-loosened"],
    ['{"exclusiveMinimum":9007199254740992}', '{"exclusiveMinimum":9007199254740993}', "minimum-tightened"],
    ['{"minimum":0.1000000000000000055}', '{"minimum":0.1}', "minimum-loosened"],
    ['{"maximum":1e400}', '{"maximum":1e401}', "maximum-loosened"],
    ['{"const":9007199254740993}', '{"const":9007199254740992}', "const-changed"],
    ['{"enum":[1,9007199254740993]}', '{"enum":[1]}', "enum-value-removed"],
    ['{"default":9007199254740993}', '{"default":9007199254740992}', "default-changed"],
    ['{"multipleOf":9007199254740993}', '{"multipleOf":18014398509481986}', "multiple-of-tightened"],
    ['{"type":"number","multipleOf":0.1}', '{"type":"number","multipleOf":0.01}', "multiple-of-loosened"],
  ])("%s to %s is %s", (before, after, rule) => {
    expect(rulesOf(before, after)).toEqual([rule]);
    expect(rulesOf(before, before)).toEqual([]);
  });

  it("are the same however they are written, and for whole numbers the next one is the same edge", () => {
    expect(rulesOf('{"maximum":9007199254740993}', '{"maximum":9007199254740993.0}')).toEqual([]);
    const [before, after] = ['"exclusiveMaximum":9007199254740994', '"maximum":9007199254740993'];
    expect(rulesOf(`{"type":"integer",${before}}`, `{"type":"integer",${after}}`)).toEqual(["schema-rewritten"]);
    expect(rulesOf(`{"type":"number",${before}}`, `{"type":"number",${after}}`)).toEqual(["maximum-tightened"]);
  });
});

describe("a value is checked against them", () => {
  it.each([
    ['{"maximum":9007199254740993}', "9007199254740993", true],
    ['{"maximum":9007199254740992}', "9007199254740993", false],
    ['{"exclusiveMaximum":9007199254740993}', "9007199254740993", false],
    ['{"type":"integer"}', "9007199254740993", true],
    ['{"type":"integer"}', "9007199254740993.5", false],
    ['{"type":"number"}', "1e400", true],
    ['{"type":"integer"}', "1e400", true],
    ['{"type":"object"}', "9007199254740993", false],
    ['{"type":"string"}', "9007199254740993", false],
    ['{"const":{"id":9007199254740993}}', '{"id":9007199254740992}', false],
    ['{"const":{"id":9007199254740993}}', '{"id":9007199254740993.0}', true],
    ['{"enum":[9007199254740993]}', "9007199254740992", false],
    ['{"multipleOf":10}', "9007199254740993", false],
    ['{"multipleOf":10}', "90071992547409930", true],
    ['{"uniqueItems":true}', "[9007199254740993,9007199254740992]", true],
    ['{"minItems":2}', "[9007199254740993]", false],
    ['{"minLength":3,"maximum":9007199254740993}', '"ab"', false],
    ['{"properties":{"const":{"maximum":9007199254740993}}}', '{"const":9007199254740994}', false],
    ['{"properties":{"minimum":{"type":"string"}},"maximum":9007199254740993}', '{"minimum":"x"}', true],
  ])("%s %s: %s", (schema, value, valid) => {
    expect(check(schema, value).kind).toBe(valid ? "valid" : "invalid");
  });

  it("and is told by its digits", () => {
    expect(check('{"properties":{"id":{"maximum":9007199254740992}}}', '{"id":9007199254740993}')).toEqual({
      kind: "invalid",
      problems: ["/id: 9007199254740993 is greater than 9007199254740992."],
    });
  });
});

it("what doubles hold is told the same beside a number that they do not hold", () => {
  const limit = fc.record(
    {
      type: fc.constantFrom("integer", "number", "string"),
      minimum: fc.integer({ min: -3, max: 3 }),
      exclusiveMaximum: fc.integer({ min: -3, max: 3 }),
      multipleOf: fc.integer({ min: 1, max: 3 }),
      enum: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
  const value = fc.oneof(fc.integer({ min: -4, max: 4 }), fc.constantFrom(0.5, -1.5, "x", null));
  fc.assert(
    fc.property(limit, value, (schema, one) => {
      const alone = checkSchema({ properties: { v: { ...schema } } }, { v: one }).kind;
      const beside = { v: one, long: { $number: "9007199254740993" } };
      expect(checkSchema({ properties: { v: { ...schema } } }, beside).kind).toBe(alone);
    }),
    { numRuns: 500 },
  );
});
