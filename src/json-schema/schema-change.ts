// Defines a difference between two schemas: as a rule finds it, and with its class.
import { serializeKept } from "../json/kept-numbers.js";
import type { JsonValue } from "../json/value.js";
import type { SchemaClass } from "./rules/rule.js";
import type { SchemaRuleId } from "./schema-rules.js";

/** What a rule found, before the direction gives it a class. */
export interface SchemaFinding {
  rule: SchemaRuleId;
  /** JSON pointer into the new schema; into the old one where the new has nothing there. */
  path: string;
  /** Absent where there was nothing. */
  before?: JsonValue | undefined;
  after?: JsonValue | undefined;
  /** One sentence for people. */
  message: string;
  /** What could not be decided, and why. */
  note?: string | undefined;
}

/** A difference between two versions of a schema, and its effect on a caller. */
export interface SchemaChange extends SchemaFinding {
  class: SchemaClass;
}

/** A value as a message shows it. */
export function showValue(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  const text = serializeKept(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
