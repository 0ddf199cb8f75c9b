// Lists every rule of the schema comparison, by its id. The ids are stable; docs/diff.md holds the same table.
import { OBJECT_RULES } from "./rules/object-rules.js";
import { OTHER_RULES } from "./rules/other-rules.js";
import type { SchemaRule } from "./rules/rule.js";
import { VALUE_RULES } from "./rules/value-rules.js";

export type SchemaRuleId = keyof typeof OBJECT_RULES | keyof typeof VALUE_RULES | keyof typeof OTHER_RULES;

export const SCHEMA_RULES: Readonly<Record<SchemaRuleId, SchemaRule>> = {
  ...OBJECT_RULES,
  ...VALUE_RULES,
  ...OTHER_RULES,
};

/** True for a rule after whose change everything that was accepted before still is. */
export function takesAll(id: SchemaRuleId): boolean {
  const { effect } = SCHEMA_RULES[id];
  return effect === "widens" || effect === "annotates";
}
