// An input schema as it was recorded and as it is in; what the difference is to one who reads it out.
import { canonicalJson } from "../json/canonical.js";
import { parsePointer } from "../json/pointer.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import { collectRemarks } from "../json-schema/collect-remarks.js";
import { compareSchemas } from "../json-schema/compare-schemas.js";
import type { SchemaChange } from "../json-schema/schema-change.js";
import { SCHEMA_RULES, type SchemaRuleId } from "../json-schema/schema-rules.js";

/** How two input schemas differ for one who reads them to choose and call a tool. */
export type SchemaDifference = "same" | "docs" | "additive" | "reworded";

/**
 * Compares what two schemas mean. `docs`: it is only written in another way. `additive`: all that is new are parameters
 * that need not be given, named ones, or any at all where `additionalProperties: false` is gone. Whatever else is taken
 * now that was not, or said of a parameter, may let Claude call it otherwise: `reworded`.
 */
export function judgeSchemas(recorded: JsonValue, live: JsonValue): SchemaDifference {
  if (canonicalJson(recorded) === canonicalJson(live)) return "same";
  const changes = compareSchemas(ofObjects(recorded), ofObjects(live), "input").filter(({ rule }) =>
    countsAsMeaning(rule),
  );
  if (!changes.every(isNewOption)) return "reworded";
  const rest = changes.reduce((schema, { path }) => withoutPlace(schema, parsePointer(path) ?? []), live);
  if (!haveSameRemarks(recorded, rest)) return "reworded";
  return changes.length === 0 ? "docs" : "additive";
}

/** Arguments are objects by the protocol: a schema that leaves it out says the same. */
function ofObjects(schema: JsonValue): JsonValue {
  const saysNothing = isJsonObject(schema) && schema["type"] === undefined && schema["$ref"] === undefined;
  return saysNothing ? { ...schema, type: "object" } : schema;
}

/** What is only said of values is compared apart, wherever it is written. */
function countsAsMeaning(rule: SchemaRuleId): boolean {
  return SCHEMA_RULES[rule].effect !== "annotates";
}

const NEW_PROPERTY: ReadonlySet<SchemaRuleId> = new Set(["property-added", "property-added-to-closed"]);

function isNewOption({ rule, after }: SchemaChange): boolean {
  // Opened for values of some schema only, it still says what is wanted.
  return NEW_PROPERTY.has(rule) || (rule === "additional-properties-opened" && after === undefined);
}

/** Names that Claude does not call by. */
const NO_WORDS: ReadonlySet<string> = new Set(["$schema", "title"]);

function haveSameRemarks(one: JsonValue, other: JsonValue): boolean {
  const [before, after] = [collectRemarks(one, NO_WORDS), collectRemarks(other, NO_WORDS)];
  if (before === undefined || after === undefined || before.size !== after.size) return false;
  return [...before].every((remark) => after.has(remark));
}

function withoutPlace(value: JsonValue, [key, ...path]: readonly string[]): JsonValue {
  if (key === undefined) return value;
  if (Array.isArray(value)) return value.map((part, at) => (String(at) === key ? withoutPlace(part, path) : part));
  const part = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  if (!isJsonObject(value) || part === undefined) return value;
  if (path.length > 0) return { ...value, [key]: withoutPlace(part, path) };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
