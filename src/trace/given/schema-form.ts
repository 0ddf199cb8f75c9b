// Says why a value is not a JSON Schema of draft 2020-12: the rules of its metaschema without formats.
// Must not know what a tool is.
import { buildPointer } from "../../json/pointer.js";
import { isJsonObject, type JsonValue } from "../../json/value.js";

/** From a place up to the root. Copying the path for each place would take too long in a deep schema. */
type Path = { key: string | number; up: Path } | undefined;
/** Returns undefined for a valid value, else what is expected; adds the schemas inside it to the list to check. */
type Rule = (value: JsonValue, path: Path, schemas: Place[]) => string | undefined;

/** The last parts of a deeper place are enough to find it. */
const LONGEST_POINTER = 20;

interface Place {
  schema: JsonValue;
  path: Path;
}

const is =
  (expected: string, fits: (value: JsonValue) => boolean): Rule =>
  (value) =>
    fits(value) ? undefined : expected;

const schema: Rule = (value, path, schemas) => {
  if (typeof value !== "boolean" && !(isJsonObject(value) && digitsOf(value) === undefined)) return "a schema";
  schemas.push({ schema: value, path });
  return undefined;
};
const schemaList: Rule = (value, path, schemas) => {
  if (!Array.isArray(value) || value.length === 0) return "a list of schemas that is not empty";
  for (const [at, one] of value.entries()) {
    const expected = schema(one, { key: at, up: path }, schemas);
    if (expected !== undefined) return "a list of schemas";
  }
  return undefined;
};
const each =
  (rule: Rule, expected: string): Rule =>
  (value, path, schemas) => {
    if (!isJsonObject(value)) return expected;
    const fits = Object.entries(value).every(([key, one]) => rule(one, { key, up: path }, schemas) === undefined);
    return fits ? undefined : expected;
  };

const isTextList = (value: JsonValue): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string") && new Set(value).size === value.length;
const TYPES = new Set<JsonValue>(["array", "boolean", "integer", "null", "number", "object", "string"]);
const isType = (value: JsonValue): boolean =>
  Array.isArray(value)
    ? value.length > 0 && isTextList(value) && value.every((one) => TYPES.has(one))
    : TYPES.has(value);

const text = is("a string", (value) => typeof value === "string");
const bool = is("true or false", (value) => typeof value === "boolean");
const list = is("a list", (value) => Array.isArray(value));
const number = is("a number", (value) => numberOf(value) !== undefined);
const count = is("a whole number that is not negative", (value) => {
  const found = numberOf(value) ?? Number.NaN;
  return Number.isInteger(found) && found >= 0;
});
const textList = is("a list of different strings", isTextList);
const schemas = each(schema, "an object of schemas");
const matching = (pattern: RegExp): Rule =>
  is(`a string like ${pattern.source}`, (value) => typeof value === "string" && pattern.test(value));

const KEYWORDS = new Map<string, Rule>([
  ["$id", matching(/^[^#]*#?$/)],
  ["$schema", text],
  ["$ref", text],
  ["$dynamicRef", text],
  ["$anchor", matching(/^[A-Za-z_][-A-Za-z0-9._]*$/)],
  ["$dynamicAnchor", matching(/^[A-Za-z_][-A-Za-z0-9._]*$/)],
  ["$comment", text],
  ["$defs", schemas],
  ["definitions", schemas],
  ["prefixItems", schemaList],
  ["allOf", schemaList],
  ["anyOf", schemaList],
  ["oneOf", schemaList],
  ["items", schema],
  ["contains", schema],
  ["additionalProperties", schema],
  ["propertyNames", schema],
  ["unevaluatedItems", schema],
  ["unevaluatedProperties", schema],
  ["contentSchema", schema],
  ["not", schema],
  ["if", schema],
  ["then", schema],
  ["else", schema],
  ["properties", schemas],
  ["patternProperties", schemas],
  ["dependentSchemas", schemas],
  ["type", is("a type, or a list of types", isType)],
  ["enum", list],
  ["examples", list],
  ["multipleOf", is("a number above 0", (value) => (numberOf(value) ?? 0) > 0)],
  ["maximum", number],
  ["exclusiveMaximum", number],
  ["minimum", number],
  ["exclusiveMinimum", number],
  ["maxLength", count],
  ["minLength", count],
  ["maxItems", count],
  ["minItems", count],
  ["maxContains", count],
  ["minContains", count],
  ["maxProperties", count],
  ["minProperties", count],
  ["pattern", text],
  ["format", text],
  ["title", text],
  ["description", text],
  ["contentEncoding", text],
  ["contentMediaType", text],
  ["uniqueItems", bool],
  ["deprecated", bool],
  ["readOnly", bool],
  ["writeOnly", bool],
  ["required", textList],
  ["dependentRequired", each(textList, "an object of lists of strings")],
]);

/** Returns the first place that breaks a rule: "/properties/a/exclusiveMinimum is not a number". */
export function findMalformed(root: JsonValue): string | undefined {
  const open: Place[] = [];
  if (schema(root, undefined, open) !== undefined) return "it is not a schema";
  // A list instead of recursion: a hostile schema may be nested to any depth.
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isJsonObject(next.schema)) continue;
    for (const [keyword, value] of Object.entries(next.schema)) {
      const path: Path = { key: keyword, up: next.path };
      const expected = KEYWORDS.get(keyword)?.(value, path, open);
      if (expected !== undefined) return `${pointerTo(path)} is not ${expected}`;
    }
  }
  return undefined;
}

function pointerTo(path: Path): string {
  const keys: (string | number)[] = [];
  for (let at = path; at !== undefined && keys.length < LONGEST_POINTER; at = at.up) keys.push(at.key);
  return buildPointer(keys.toReversed());
}

function numberOf(value: JsonValue): number | undefined {
  if (typeof value === "number") return value;
  const digits = isJsonObject(value) ? digitsOf(value) : undefined;
  return digits === undefined ? undefined : Number(digits);
}

/** A number that keeps its digits is an object with only this key, see json/kept-numbers.ts. */
function digitsOf(value: JsonValue): string | undefined {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return undefined;
  const { $number: digits } = value;
  return typeof digits === "string" && digits !== "" && !Number.isNaN(Number(digits)) ? digits : undefined;
}
