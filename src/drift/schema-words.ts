// An input schema as it was recorded and as it is in; what the difference is to one who reads it out.
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import { compareSchemas } from "../json-schema/compare-schemas.js";
import type { SchemaChange } from "../json-schema/schema-change.js";
import type { SchemaRuleId } from "../json-schema/schema-rules.js";

/** How two input schemas differ for one who reads them to choose and call a tool. */
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

/** Claude does not call by these. */
const SILENT: ReadonlySet<SchemaRuleId> = new Set([
  "schema-rewritten",
  "dialect-changed",
  "undeclared-properties-refused",
  "undeclared-properties-ignored",
]);

/** Arguments are objects by the protocol: a schema that leaves it out says the same. */
function ofObjects(schema: JsonValue): JsonValue {
  const saysNothing = isJsonObject(schema) && schema["type"] === undefined && schema["$ref"] === undefined;
  return saysNothing ? { ...schema, type: "object" } : schema;
}

const NEW_PROPERTY: ReadonlySet<SchemaRuleId> = new Set(["property-added", "property-added-to-closed"]);

function isNewOption({ rule, after }: SchemaChange): boolean {
  // Opened for values of some schema only, it still says what is wanted.
  return NEW_PROPERTY.has(rule) || (rule === "additional-properties-opened" && after === undefined);
}
