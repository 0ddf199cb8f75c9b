// Removes findings that only repeat another one: a changed `oneOf` also shows in its alternatives.
import type { SchemaFinding } from "./schema-change.js";
import type { SchemaDirection } from "./rules/rule.js";
import { SCHEMA_RULES, type SchemaRuleId } from "./schema-rules.js";

/** Findings that say only that the list of alternatives changed. */
const ECHOES: ReadonlySet<SchemaRuleId> = new Set(["alternative-added", "type-widened", "enum-value-added"]);

/**
 * For a changed `oneOf` that overlaps, keeps either the breaking change in it or, without one, that it cannot be
 * decided.
 */
export function foldChoices(findings: readonly SchemaFinding[], direction: SchemaDirection): SchemaFinding[] {
  const dropped = new Set<SchemaFinding>();
  for (const choice of findings) {
    if (choice.rule !== "one-of-changed") continue;
    const below = findings.filter(
      ({ rule, path }) => rule !== "one-of-changed" && `${path}/`.startsWith(`${choice.path}/`),
    );
    if (below.some(({ rule }) => SCHEMA_RULES[rule].class[direction] === "breaking")) dropped.add(choice);
    else for (const finding of below) if (ECHOES.has(finding.rule)) dropped.add(finding);
  }
  return findings.filter((finding) => !dropped.has(finding));
}
