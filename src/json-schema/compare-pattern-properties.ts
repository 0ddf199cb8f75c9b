// Compares what two schemas say about properties whose names match a pattern.
import type { Comparison } from "./comparison.js";
import type { SchemaFinding } from "./schema-change.js";
import type { ObjectFacet } from "./shape.js";
import { pathOf, schemaOf, type Node } from "./source.js";

/** Compares `patternProperties`: a pattern by its text, never by what it matches. */
export function comparePatternProperties(comparison: Comparison, old: ObjectFacet, now: ObjectFacet): SchemaFinding[] {
  const patterns = new Set([...old.patterns.keys(), ...now.patterns.keys()]);
  return [...patterns].flatMap((pattern): SchemaFinding[] => {
    const [was, is] = [old.patterns.get(pattern), now.patterns.get(pattern)];
    if (was !== undefined && is !== undefined) return comparison.compare(was, is, "");
    if (was !== undefined) return [removed(comparison, pattern, was, now)];
    return is === undefined ? [] : [added(comparison, pattern, is, old)];
  });
}

function removed(comparison: Comparison, pattern: string, node: Node, now: ObjectFacet): SchemaFinding {
  const isTaken = comparison.isWithin(node, now.additional);
  return {
    rule: isTaken ? "pattern-property-removed-from-open" : "pattern-property-removed",
    path: pathOf(node, ""),
    before: schemaOf(node),
    message: `Properties that match "${pattern}" are no longer described.`,
  };
}

/** A name that matches was free before, or matched another pattern: all of that must still be accepted. */
function added(comparison: Comparison, pattern: string, node: Node, old: ObjectFacet): SchemaFinding {
  const isTaken = [old.additional, ...old.patterns.values()].every((earlier) => comparison.isWithin(earlier, node));
  return {
    rule: isTaken ? "pattern-property-added" : "pattern-property-claimed",
    path: pathOf(node, ""),
    after: schemaOf(node),
    message: `Properties that match "${pattern}" must follow a schema now.`,
  };
}
