// An input schema in; what it means, with and without its descriptions and optional parameters, out.
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";

/** How two input schemas differ for one who reads them to choose and call a tool. */
export type SchemaDifference = "same" | "docs" | "additive" | "reworded";

/**
 * Compares what two schemas mean. `additive`: all that is new are parameters that need not be given, named ones, or any
 * at all where `additionalProperties: false` is gone.
 */
export function compareSchemas(recorded: JsonValue, live: JsonValue): SchemaDifference {
  const [before, after] = [canonicalJson(recorded), canonicalJson(live)];
  if (before === after) return "same";
  const meaning = meaningOf(recorded);
  const present = meaningOf(live);
  if (canonicalJson(meaning) === canonicalJson(present)) return "docs";
  return canonicalJson(withoutNewOptions(meaning, present)) === canonicalJson(meaning) ? "additive" : "reworded";
}

/** Names that say nothing of what is taken. */
const SILENT = new Set(["$schema", "$id", "$comment", "title"]);
/** Keywords whose value is an object from names to schemas. */
const MAPS = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
/** Those of them that a schema may have more of without asking for more. */
const NAMED = new Set(["properties", "$defs", "definitions"]);
/** Keywords whose value is a set, written as an array. */
const SETS = new Set(["required", "enum", "type"]);
/** Keywords whose value is data. */
const DATA = new Set(["const", "default", "examples"]);

function meaningOf(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(meaningOf);
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]): [string, JsonValue][] => {
    if (SILENT.has(key)) return [];
    if (DATA.has(key)) return [[key, value]];
    if (MAPS.has(key) && isJsonObject(value)) return [[key, mapOf(value, meaningOf)]];
    if (SETS.has(key)) return setOf(key, value);
    if (key === "additionalProperties" && (value === true || isEmptyObject(value))) return [];
    return [[key, meaningOf(value)]];
  });
  return Object.fromEntries(entries);
}

function setOf(key: string, value: JsonValue): [string, JsonValue][] {
  const values = Array.isArray(value) ? value : [value];
  if (key === "required" && values.length === 0) return [];
  return [[key, values.toSorted((one, other) => (canonicalJson(one) < canonicalJson(other) ? -1 : 1))]];
}

function isEmptyObject(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function mapOf(map: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}

/** Keywords under which a schema that takes more may make the whole take less. */
const TURNING = new Set(["not", "if", "oneOf"]);

/** The present schema without properties that the recorded one has not, at every level that both have. */
function withoutNewOptions(recorded: JsonValue, present: JsonValue, turned = false): JsonValue {
  if (Array.isArray(recorded) && Array.isArray(present)) {
    return present.map((value, at) => withoutNewOptions(recorded[at] ?? null, value, turned));
  }
  if (!isJsonObject(recorded) || !isJsonObject(present)) return present;
  const entries = Object.entries(present).flatMap(([key, value]): [string, JsonValue][] => {
    if (DATA.has(key)) return [[key, value]];
    if (NAMED.has(key) && isJsonObject(value)) {
      const before = recorded[key];
      const known = isJsonObject(before) ? before : {};
      const kept = Object.entries(value)
        .filter(([name]) => Object.hasOwn(known, name))
        .map(([name, schema]): [string, JsonValue] => [name, withoutNewOptions(known[name] ?? null, schema, turned)]);
      return kept.length === 0 && before === undefined ? [] : [[key, Object.fromEntries(kept)]];
    }
    return [[key, withoutNewOptions(recorded[key] ?? null, value, turned || TURNING.has(key))]];
  });
  const wasClosed = recorded["additionalProperties"] === false && !Object.hasOwn(present, "additionalProperties");
  return Object.fromEntries([...entries, ...(wasClosed && !turned ? [["additionalProperties", false] as const] : [])]);
}
