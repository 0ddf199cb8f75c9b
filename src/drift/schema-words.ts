// Classifies the difference between a recorded and a present input schema, as the model that reads it would see it.
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import { compareSchemas } from "../json-schema/compare-schemas.js";
import type { SchemaChange } from "../json-schema/schema-change.js";
import type { SchemaRuleId } from "../json-schema/schema-rules.js";

/** How two input schemas differ for a model that reads them to choose and call a tool. */
export type SchemaDifference = "same" | "docs" | "additive" | "reworded";

/**
 * Compares what two schemas mean. `docs`: it is only written in another way. `additive`: all that is new are parameters
 * that need not be given, named ones, or any at all where `additionalProperties: false` is gone. Whatever else is taken
 * now that was not, or said of a parameter, may let Claude call it otherwise: `reworded`.
 */
export function judgeSchemas(recorded: JsonValue, live: JsonValue, tool?: string): SchemaDifference {
  if (canonicalJson(recorded) === canonicalJson(live)) return "same";
  const changes = compareSchemas(ofObjects(recorded), ofObjects(live), "input", tool).filter(
    ({ rule }) => !SILENT.has(rule),
  );
  if (changes.length === 0) return "docs";
  return changes.every(isNewOption) ? "additive" : "reworded";
}

/** Rules that do not affect how Claude calls. */
const SILENT: ReadonlySet<SchemaRuleId> = new Set([
  "schema-rewritten",
  "dialect-changed",
  "undeclared-properties-refused",
  "undeclared-properties-ignored",
]);

/** Arguments are objects by the protocol, so a schema without `type` means the same. */
function ofObjects(schema: JsonValue): JsonValue {
  const saysNothing = isJsonObject(schema) && schema["type"] === undefined && schema["$ref"] === undefined;
  return saysNothing ? { ...schema, type: "object" } : schema;
}

const NEW_PROPERTY: ReadonlySet<SchemaRuleId> = new Set(["property-added", "property-added-to-closed"]);

function isNewOption({ rule, after }: SchemaChange): boolean {
  // An object opened only for values of some schema still says what it expects.
  return NEW_PROPERTY.has(rule) || (rule === "additional-properties-opened" && after === undefined);
}
