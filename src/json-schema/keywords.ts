// Groups the keywords of JSON Schema by the kind of their values.
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";

/** The value is a schema; of `items` it may be a list of them, too. */
export const ONE_SCHEMA: ReadonlySet<string> = new Set(
  (
    "additionalProperties propertyNames unevaluatedProperties items additionalItems contains unevaluatedItems " +
    "not if then else"
  ).split(" "),
);
/** The value is a list of schemas, whose order has no meaning in the first three. */
export const SCHEMA_LIST: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems", "items"]);
export const UNORDERED: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf"]);
/** The value is an object from names to schemas, or for `dependencies` also to lists of names. */
export const SCHEMA_MAP: ReadonlySet<string> = new Set(
  "properties patternProperties dependentSchemas dependencies".split(" "),
);
/** Definitions: they have an effect only where a reference leads to them. */
export const DEFINITIONS: ReadonlySet<string> = new Set(["$defs", "definitions"]);
/** The value is a list whose order has no meaning. */
export const SETS: ReadonlySet<string> = new Set(["required", "enum", "type"]);
/** Other keywords that say which values are accepted. */
export const ASSERTIONS: ReadonlySet<string> = new Set(
  (
    "type nullable enum const format pattern minLength maxLength multipleOf minimum maximum exclusiveMinimum " +
    "exclusiveMaximum minItems maxItems uniqueItems minContains maxContains required minProperties maxProperties " +
    "dependentRequired"
  ).split(" "),
);
/** Keywords without an effect of their own. */
export const SILENT: ReadonlySet<string> = new Set("$id $anchor $dynamicAnchor $vocabulary id".split(" "));

const FLAGS: ReadonlySet<string> = new Set(["deprecated", "readOnly", "writeOnly"]);

/** True for a value that equals leaving the keyword out, such as `deprecated: false`. */
export function isImplied(keyword: string, value: JsonValue): boolean {
  return value === false && FLAGS.has(keyword);
}

/** Keywords that the drafts up to 7 do not have. */
const LATER =
  "prefixItems minContains maxContains dependentRequired dependentSchemas unevaluatedProperties unevaluatedItems".split(
    " ",
  );

/** The schema without keywords that its document's dialect does not have. */
export function inDialect(schema: JsonObject, document: JsonValue): JsonObject {
  const dialect = isJsonObject(document) ? document["$schema"] : undefined;
  if (typeof dialect !== "string" || !/\/draft-0[3-7]\//.test(dialect)) return schema;
  if (!LATER.some((key) => key in schema)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !LATER.includes(key)));
}

/** Keywords that lead to another schema. */
export const REFERENCES: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "$recursiveRef"]);

/** The schema with its keys and unordered lists sorted: equal texts differ in nothing that matters. */
export function orderedText(schema: JsonValue): string {
  return canonicalJson(inOrder(schema));
}

function inOrder(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return Array.isArray(schema) ? schema.map(inOrder) : schema;
  return mapEntries(schema, (key, value) => {
    if (SETS.has(key) && Array.isArray(value)) return sorted(value);
    if (SCHEMA_LIST.has(key) && Array.isArray(value)) return value.map(inOrder);
    if ((SCHEMA_MAP.has(key) || DEFINITIONS.has(key)) && isJsonObject(value)) {
      return mapEntries(value, (_name, part) => (Array.isArray(part) ? sorted(part) : inOrder(part)));
    }
    return ONE_SCHEMA.has(key) ? inOrder(value) : value;
  });
}

function sorted(values: readonly JsonValue[]): JsonValue[] {
  return values
    .map((value) => ({ value, text: canonicalJson(value) }))
    .toSorted((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ value }) => value);
}

function mapEntries(object: JsonObject, change: (key: string, value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));
}
