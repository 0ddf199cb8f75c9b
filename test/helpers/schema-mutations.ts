// Known changes of a schema at one place: each with the rule that must find it, and the rule for the way back.
import { isJsonObject, type JsonObject, type JsonValue } from "../../src/json/value.js";
import { pick, type Chance } from "./valid-value.js";

export interface Place {
  path: (string | number)[];
  schema: JsonObject;
}

export interface Mutation {
  name: string;
  /** Finds the change in an input; in an output where that is another rule. */
  rule: string;
  outputRule?: string;
  /** The rules for the way back. */
  back: string;
  outputBack?: string;
  /** Below the place; `back` where the finding of the way back is elsewhere. */
  at: (schema: JsonObject, changed: JsonObject) => (string | number)[];
  backAt?: (schema: JsonObject, changed: JsonObject) => (string | number)[];
  /** The schema changed; undefined where it does not fit. */
  change: (schema: JsonObject, chance: Chance) => JsonObject | undefined;
}

const DESCENDS = ["properties", "patternProperties"];

/** The places that every value passes: below `properties`, `items` and the like, not below choices and references. */
export function placesOf(schema: JsonValue, path: (string | number)[] = []): Place[] {
  if (!isJsonObject(schema)) return [];
  const below = Object.entries(schema).flatMap(([key, value]): Place[] => {
    if (DESCENDS.includes(key) && isJsonObject(value)) {
      return Object.entries(value).flatMap(([name, part]) => placesOf(part, [...path, key, name]));
    }
    return key === "items" || key === "additionalProperties" ? placesOf(value, [...path, key]) : [];
  });
  return [{ path, schema }, ...below];
}

/** All places of a document that are schemas, wherever they stand. */
export function allPlacesOf(schema: JsonValue, path: (string | number)[] = []): Place[] {
  if (Array.isArray(schema)) return schema.flatMap((part, at) => allPlacesOf(part, [...path, at]));
  if (!isJsonObject(schema)) return [];
  const below = Object.entries(schema).flatMap(([key, value]): Place[] => {
    if ([...DESCENDS, "$defs", "definitions"].includes(key) && isJsonObject(value)) {
      return Object.entries(value).flatMap(([name, part]) => allPlacesOf(part, [...path, key, name]));
    }
    const isSchema = [
      "items",
      "additionalProperties",
      "allOf",
      "anyOf",
      "oneOf",
      "not",
      "if",
      "else",
      "contains",
    ].includes(key);
    return isSchema ? allPlacesOf(value, [...path, key]) : [];
  });
  return [{ path, schema }, ...below];
}

/** A copy of the document with another schema at a place. */
export function replaceAt(document: JsonValue, path: readonly (string | number)[], schema: JsonValue): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return schema;
  if (Array.isArray(document)) {
    return document.map((part, at) => (at === key ? replaceAt(part, rest, schema) : part));
  }
  return isJsonObject(document) ? { ...document, [key]: replaceAt(document[key] ?? null, rest, schema) } : document;
}

const isPlain = (schema: JsonObject) =>
  !["enum", "const", "anyOf", "oneOf", "allOf", "$ref", "not", "if", "nullable"].some((key) => key in schema);
const isOf = (schema: JsonObject, ...types: string[]) =>
  isPlain(schema) && typeof schema["type"] === "string" && types.includes(schema["type"]);
const optional = (schema: JsonObject): string[] => {
  const { properties, required } = schema;
  const known = Array.isArray(required) ? required : [];
  return isJsonObject(properties)
    ? Object.keys(properties).filter((name) => !known.includes(name) && properties[name] !== false)
    : [];
};
const has = (schema: JsonObject, ...keys: string[]) => keys.some((key) => key in schema);
const number = (schema: JsonObject, key: string): number | undefined => {
  const value = schema[key];
  return typeof value === "number" ? value : undefined;
};
const added = (schema: JsonObject, key: string, value: JsonValue): JsonObject => ({
  ...schema,
  [key]: { ...(isJsonObject(schema[key]) ? schema[key] : {}), ...(isJsonObject(value) ? value : {}) },
});
const withRequired = (schema: JsonObject, name: string): JsonObject => ({
  ...schema,
  required: [...(Array.isArray(schema["required"]) ? schema["required"] : []), name],
});
const typed = (): [string] => ["type"];

/** A limit that is new, or tighter than the one that is there. */
function limit(
  types: string[],
  key: string,
  rule: string,
  tighter: (value: number | undefined, schema: JsonObject) => number | undefined,
): Mutation {
  return {
    name: `tighter ${key}`,
    rule: `${rule}-tightened`,
    back: `${rule}-loosened`,
    at: () => [key],
    change: (schema) => {
      if (!isOf(schema, ...types) || has(schema, "exclusiveMinimum", "exclusiveMaximum", "multipleOf"))
        return undefined;
      const value = tighter(number(schema, key), schema);
      return value === undefined ? undefined : { ...schema, [key]: value };
    },
  };
}

const low = (high: string) => (value: number | undefined, schema: JsonObject) =>
  (value ?? 0) + 1 <= (number(schema, high) ?? Infinity) ? (value ?? 0) + 1 : undefined;
const high = (lowest: string) => (value: number | undefined, schema: JsonObject) =>
  (value ?? 40) - 1 >= (number(schema, lowest) ?? 0) ? (value ?? 40) - 1 : undefined;

/** A keyword that is not there yet. */
function keyword(
  types: string[],
  key: string,
  value: JsonValue,
  rule: string,
  back: string,
  blockers: string[] = [],
): Mutation {
  return {
    name: `new ${key}`,
    rule,
    back,
    at: () => [key],
    change: (schema) =>
      isOf(schema, ...types) && !has(schema, key, ...blockers) ? { ...schema, [key]: value } : undefined,
  };
}

/** A remark, on any schema. */
function remark(key: string, value: JsonValue, rule: string, back = rule): Mutation {
  return {
    name: `new ${key}`,
    rule,
    back,
    at: () => [key],
    change: (schema) => (key in schema ? undefined : { ...schema, [key]: value }),
  };
}

const NEW = "brandNew";

/** Changes that one rule finds at one place, and one other on the way back. */
export const MUTATIONS: Mutation[] = [
  {
    name: "an optional property is required",
    rule: "required-added",
    back: "required-removed",
    at: () => ["required"],
    change: (schema, chance) => {
      const name = pick(chance, optional(schema));
      return name === undefined || !isOf(schema, "object") ? undefined : withRequired(schema, name);
    },
  },
  {
    name: "a new optional property of an open object",
    rule: "property-added",
    back: "property-removed-from-open",
    at: () => ["properties", NEW],
    change: (schema) =>
      isOf(schema, "object") && !has(schema, "additionalProperties", "patternProperties")
        ? added(schema, "properties", { [NEW]: { type: "string" } })
        : undefined,
  },
  {
    name: "a new optional property of a closed object",
    rule: "property-added-to-closed",
    back: "property-removed",
    at: () => ["properties", NEW],
    change: (schema) =>
      isOf(schema, "object") && schema["additionalProperties"] === false && !has(schema, "patternProperties")
        ? added(schema, "properties", { [NEW]: { type: "string" } })
        : undefined,
  },
  {
    name: "a new property of a map",
    rule: "property-added-to-map",
    back: "property-removed-from-open",
    at: () => ["properties", NEW],
    change: (schema) => {
      const others = schema["additionalProperties"];
      const takesAll = others === true || (isJsonObject(others) && Object.keys(others).length === 0);
      return isOf(schema, "object") && takesAll && !has(schema, "patternProperties")
        ? added(schema, "properties", { [NEW]: { type: "string" } })
        : undefined;
    },
  },
  {
    name: "a new required property",
    rule: "required-property-added",
    outputRule: "property-added",
    back: "property-removed-from-open",
    outputBack: "guaranteed-property-removed",
    at: () => ["properties", NEW],
    change: (schema) =>
      isOf(schema, "object") && !has(schema, "additionalProperties", "patternProperties")
        ? withRequired(added(schema, "properties", { [NEW]: { type: "integer" } }), NEW)
        : undefined,
  },
  {
    name: "closed",
    rule: "undeclared-properties-refused",
    back: "undeclared-properties-ignored",
    at: () => ["additionalProperties"],
    change: (schema) =>
      isOf(schema, "object") && !has(schema, "additionalProperties", "patternProperties")
        ? { ...schema, additionalProperties: false }
        : undefined,
  },
  {
    name: "closed, where others were wanted",
    rule: "additional-properties-closed",
    back: "additional-properties-opened",
    at: () => ["additionalProperties"],
    change: (schema) =>
      isOf(schema, "object") && has(schema, "additionalProperties") && schema["additionalProperties"] !== false
        ? { ...schema, additionalProperties: false }
        : undefined,
  },
  {
    name: "a type more",
    rule: "type-widened",
    back: "type-narrowed",
    at: typed,
    change: (schema) => {
      const { type } = schema;
      return !isPlain(schema) || typeof type !== "string" || type === "null"
        ? undefined
        : { ...schema, type: [type, "null"] };
    },
  },
  {
    name: "integer to number",
    rule: "type-widened",
    back: "type-narrowed",
    at: typed,
    change: (schema) => (isOf(schema, "integer") ? { ...schema, type: "number" } : undefined),
  },
  {
    name: "another type",
    rule: "type-changed",
    back: "type-changed",
    at: typed,
    change: (schema) =>
      isOf(schema, "string", "number", "array", "integer") ? { ...schema, type: "boolean" } : undefined,
  },
  {
    name: "an enumerated value fewer",
    rule: "enum-value-removed",
    back: "enum-value-added",
    at: () => ["enum"],
    change: (schema, chance) => {
      const values = schema["enum"];
      if (!Array.isArray(values) || values.length < 3 || values.includes(null) || has(schema, "anyOf", "allOf"))
        return undefined;
      const gone = pick(chance, values);
      return { ...schema, enum: values.filter((value) => value !== gone) };
    },
  },
  {
    name: "enumerated",
    rule: "enum-added",
    back: "enum-removed",
    at: () => ["enum"],
    change: (schema) =>
      isOf(schema, "string") && !has(schema, "pattern", "format", "minLength", "maxLength")
        ? { ...schema, enum: ["one", "two"] }
        : undefined,
  },
  {
    name: "another constant",
    rule: "const-changed",
    back: "const-changed",
    at: () => ["const"],
    change: (schema) =>
      typeof schema["const"] === "string" && !has(schema, "anyOf")
        ? { ...schema, const: `${schema["const"]}-2` }
        : undefined,
  },
  limit(["number", "integer"], "minimum", "minimum", low("maximum")),
  limit(["number", "integer"], "maximum", "maximum", (value, schema) => {
    const top = (value ?? 1000) - 1;
    return top >= (number(schema, "minimum") ?? -Infinity) ? top : undefined;
  }),
  limit(["string"], "minLength", "min-length", low("maxLength")),
  limit(["string"], "maxLength", "max-length", high("minLength")),
  limit(["array"], "minItems", "min-items", low("maxItems")),
  limit(["array"], "maxItems", "max-items", high("minItems")),
  limit(["object"], "minProperties", "min-properties", low("maxProperties")),
  limit(["object"], "maxProperties", "max-properties", high("minProperties")),
  keyword(["number", "integer"], "multipleOf", 3, "multiple-of-tightened", "multiple-of-loosened"),
  keyword(["array"], "uniqueItems", true, "unique-items-added", "unique-items-removed"),
  keyword(["array"], "contains", { type: "string", minLength: 2 }, "contains-tightened", "contains-loosened"),
  keyword(["string"], "pattern", "^[a-z ]*$", "pattern-added", "pattern-removed"),
  keyword(["string"], "format", "email", "format-added", "format-removed"),
  {
    name: "another pattern",
    rule: "pattern-changed",
    back: "pattern-changed",
    at: () => ["pattern"],
    change: (schema) =>
      typeof schema["pattern"] === "string" && isPlain(schema)
        ? { ...schema, pattern: `(?:${schema["pattern"]})` }
        : undefined,
  },
  {
    name: "another format",
    rule: "format-changed",
    back: "format-changed",
    at: () => ["format"],
    change: (schema) =>
      typeof schema["format"] === "string" && isPlain(schema) ? { ...schema, format: "hostname" } : undefined,
  },
  {
    name: "names must match",
    rule: "pattern-added",
    back: "pattern-removed",
    at: () => ["propertyNames", "pattern"],
    change: (schema) =>
      isOf(schema, "object") && !has(schema, "propertyNames")
        ? { ...schema, propertyNames: { pattern: "^[a-z]" } }
        : undefined,
  },
  {
    name: "a property that goes with another",
    rule: "dependent-required-added",
    back: "dependent-required-removed",
    at: () => ["dependencies", NEW],
    change: (schema) =>
      isOf(schema, "object") && !has(schema, "dependencies")
        ? { ...schema, dependencies: { [NEW]: ["other"] } }
        : undefined,
  },
  keyword(["object"], "not", { required: ["forbidden"] }, "not-added", "not-removed"),
  {
    name: "a new condition",
    rule: "condition-added",
    back: "condition-removed",
    at: () => ["if"],
    change: (schema) =>
      isOf(schema, "object") ? { ...schema, if: { required: ["one"] }, else: { required: ["two"] } } : undefined,
  },
  {
    name: "names of a pattern described",
    rule: "pattern-property-claimed",
    back: "pattern-property-removed-from-open",
    at: () => ["patternProperties", "^y-"],
    change: (schema) =>
      isOf(schema, "object") && !has(schema, "additionalProperties", "patternProperties")
        ? { ...schema, patternProperties: { "^y-": { type: "string" } } }
        : undefined,
  },
  {
    name: "an alternative more",
    rule: "type-widened",
    back: "type-narrowed",
    at: () => ["anyOf"],
    change: (schema) => {
      const { anyOf } = schema;
      const isSimple =
        Array.isArray(anyOf) &&
        anyOf.every((part) => isJsonObject(part) && isOf(part, "string", "array", "null", "integer"));
      const fits = isSimple && !has(schema, "type", "allOf", "enum", "const");
      return fits ? { ...schema, anyOf: [...anyOf, { type: "boolean" }] } : undefined;
    },
  },
  remark("title", "A new title", "title-changed"),
  remark("description", "A new description", "description-changed"),
  remark("examples", [1], "examples-changed"),
  remark("default", 17, "default-added", "default-removed"),
  remark("deprecated", true, "deprecated-changed"),
  remark("readOnly", true, "read-only-changed"),
  remark("writeOnly", true, "write-only-changed"),
  remark("x-order", 5, "keyword-changed"),
  {
    name: "another default",
    rule: "default-changed",
    back: "default-changed",
    at: () => ["default"],
    change: (schema) => (has(schema, "default") ? { ...schema, default: "quite another" } : undefined),
  },
];

const REMARKS = ["title", "description", "default", "examples", "$schema", "$defs", "definitions", "format"];

/** The same meaning in other words. */
export const REWRITINGS: { name: string; change: (schema: JsonObject) => JsonObject | undefined }[] = [
  {
    name: "type as a list",
    change: (schema) => (typeof schema["type"] === "string" ? { ...schema, type: [schema["type"]] } : undefined),
  },
  {
    name: "types as alternatives",
    change: ({ type, ...rest }) =>
      Array.isArray(type) && !has(rest, "anyOf") ? { ...rest, anyOf: type.map((name) => ({ type: name })) } : undefined,
  },
  {
    name: "alternatives in another order",
    change: (schema) =>
      Array.isArray(schema["anyOf"]) && schema["anyOf"].length > 1
        ? { ...schema, anyOf: schema["anyOf"].toReversed() }
        : undefined,
  },
  {
    name: "all of one",
    change: (schema) => {
      const split = (wanted: boolean) =>
        Object.fromEntries(
          Object.entries(schema).filter(([key]) => (REMARKS.includes(key) || key.startsWith("x-")) === wanted),
        );
      // A reference from outside would lead to nothing.
      return has(schema, "allOf", "$ref", "format") || JSON.stringify(schema).includes('"$ref"')
        ? undefined
        : { ...split(true), allOf: [split(false)] };
    },
  },
  {
    name: "a constant as a list of one",
    change: ({ const: value, ...rest }) => (value === undefined ? undefined : { ...rest, enum: [value] }),
  },
  {
    name: "values as constants",
    change: ({ enum: values, ...rest }) =>
      Array.isArray(values) && !has(rest, "anyOf")
        ? { ...rest, anyOf: values.map((value) => ({ const: value })) }
        : undefined,
  },
  {
    name: "whole numbers from the next one on",
    change: ({ minimum, ...rest }) =>
      typeof minimum === "number" && rest["type"] === "integer" && Number.isInteger(minimum)
        ? { ...rest, exclusiveMinimum: minimum - 1 }
        : undefined,
  },
  {
    name: "open in so many words",
    change: (schema) =>
      schema["type"] === "object" && !has(schema, "additionalProperties")
        ? { ...schema, additionalProperties: {} }
        : undefined,
  },
  {
    name: "nothing required in so many words",
    change: (schema) =>
      schema["type"] === "object" && !has(schema, "required") ? { ...schema, required: [] } : undefined,
  },
  {
    name: "the least of nothing",
    change: (schema) =>
      schema["type"] === "string" && !has(schema, "minLength") ? { ...schema, minLength: 0 } : undefined,
  },
  {
    name: "not what it cannot be",
    change: (schema) => (isOf(schema, "string") ? { ...schema, not: { type: "integer" } } : undefined),
  },
  {
    name: "if it is so, or else nothing",
    change: (schema) => (isOf(schema, "string") ? { ...schema, minimum: 5, items: false } : undefined),
  },
];
