// Lists every rule of the contract diff in one table, for docs/diff.md. Ids are stable.
import type { JsonValue } from "../json/value.js";
import { CONTRACT_RULES } from "../contract/rules.js";
import type { ContractClass } from "../contract/classes.js";
import type { SchemaDirection } from "../json-schema/rules/rule.js";
import { SCHEMA_RULES } from "../json-schema/schema-rules.js";

export interface DiffRule {
  /** One class, or one for what a caller sends and one for what it reads. */
  class: ContractClass | Record<SchemaDirection, ContractClass>;
  /** What was found, in one sentence. */
  summary: string;
  /** How it affects a caller, which is why it has its class. */
  why: string;
  /** From what to what; text for people, or two schemas. */
  example: string | { before: JsonValue; after: JsonValue };
  /** Set where a rule for schemas applies in one direction only. */
  only?: SchemaDirection;
}

/**
 * The rules for the contract around the schemas, and those for the schemas. Wording rules are in both: one id, one
 * meaning.
 */
export const DIFF_RULES: Readonly<Record<"contract" | "schema", Readonly<Record<string, DiffRule>>>> = {
  contract: CONTRACT_RULES,
  schema: SCHEMA_RULES,
};
