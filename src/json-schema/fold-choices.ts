// Findings in; those out that are not only the echo of another: a changed `oneOf` is seen in its alternatives, too.
import type { SchemaFinding } from "./schema-change.js";
import type { SchemaDirection } from "./rules/rule.js";
import { SCHEMA_RULES, type SchemaRuleId } from "./schema-rules.js";

/** What says no more than that the list of alternatives is another. */
const ECHOES: ReadonlySet<SchemaRuleId> = new Set(["alternative-added", "type-widened", "enum-value-added"]);

/** Keeps of a changed `oneOf` that overlaps either the breaking change in it or, without one, that it cannot be decided. */
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
