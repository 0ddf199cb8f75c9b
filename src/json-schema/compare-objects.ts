// Compares the properties of two alternatives for objects, and which are required.
import { buildPointer } from "../json/pointer.js";
import type { Comparison } from "./comparison.js";
import { isOptionInEffect } from "./option-in-effect.js";
import { comparePatternProperties } from "./compare-pattern-properties.js";
import type { SchemaFinding } from "./schema-change.js";
import type { SchemaRuleId } from "./schema-rules.js";
import { propertyOf, type Alternative, type ObjectFacet } from "./shape.js";
import { pathOf, schemaOf, standIn, type Node } from "./source.js";

/** Compares properties, `required`, all other properties, their names, and dependencies. */
export function compareObjects(comparison: Comparison, before: Alternative, after: Alternative): SchemaFinding[] {
  const [old, now] = [before.object, after.object];
  const names = new Set([
    ...old.properties.keys(),
    ...now.properties.keys(),
    ...old.required.keys(),
    ...now.required.keys(),
  ]);
  return [
    ...[...names].flatMap((name) => compareProperty(comparison, before, after, name)),
    ...compareAdditional(comparison, old, now, after.path),
    ...comparePatternProperties(comparison, old, now),
    ...compareNames(comparison, old.names, now.names, after.path),
    ...compareDependents(old, now),
  ];
}

function compareProperty(
  comparison: Comparison,
  before: Alternative,
  after: Alternative,
  name: string,
): SchemaFinding[] {
  const [old, now] = [before.object, after.object];
  const [had, has] = [declares(comparison, old, name), declares(comparison, now, name)];
  const path = after.path + buildPointer(["properties", name]);
  if (had && !has) return removed(comparison, old, now, name);
  if (!had && has) return added(comparison, old, now, name);
  const required = compareRequired(old, now, name);
  if (!old.properties.has(name) && !now.properties.has(name)) return required;
  return [...required, ...comparison.compare(propertyOf(old, name), propertyOf(now, name), path)];
}

/** A property with the schema `false` must not be present. */
function declares(comparison: Comparison, facet: ObjectFacet, name: string): boolean {
  return facet.properties.has(name) && comparison.shapeOf(propertyOf(facet, name)).length > 0;
}

function compareRequired(old: ObjectFacet, now: ObjectFacet, name: string): SchemaFinding[] {
  const [was, is] = [old.required.get(name), now.required.get(name)];
  if ((was === undefined) === (is === undefined)) return [];
  return is === undefined
    ? [{ rule: "required-removed", path: was ?? "", before: name, message: `"${name}" is optional now.` }]
    : [{ rule: "required-added", path: is, after: name, message: `"${name}" is required now.` }];
}

function removed(comparison: Comparison, old: ObjectFacet, now: ObjectFacet, name: string): SchemaFinding[] {
  const node = propertyOf(old, name);
  const isTaken = comparison.isWithin(node, propertyOf(now, name));
  const lost = old.required.has(name) && !now.required.has(name);
  const place = { path: pathOf(old.properties.get(name) ?? [], ""), before: schemaOf(node) };
  const rule: SchemaRuleId =
    comparison.direction === "output" && lost
      ? "guaranteed-property-removed"
      : isTaken
        ? "property-removed-from-open"
        : "property-removed";
  const message = isTaken
    ? `The property "${name}" is no longer listed; what is sent in it is not checked any more.`
    : `The property "${name}" is gone, and what was sent in it is refused.`;
  const told: SchemaFinding = {
    rule,
    ...place,
    message: comparison.direction === "output" ? `The property "${name}" is gone.` : message,
  };
  return lost ? [told] : [told, ...compareRequired(old, now, name)];
}

function added(comparison: Comparison, old: ObjectFacet, now: ObjectFacet, name: string): SchemaFinding[] {
  const node = propertyOf(now, name);
  const place = { path: pathOf(now.properties.get(name) ?? [], ""), after: schemaOf(node) };
  const isNew = now.required.has(name) && !old.required.has(name);
  if (comparison.direction === "input" && isNew) {
    return [
      { rule: "required-property-added", ...place, message: `There is a new property "${name}", and it is required.` },
    ];
  }
  const found: SchemaFinding = {
    rule: ruleOfAdded(comparison, old, node, name),
    ...place,
    message: `There is a new property "${name}"${isNew ? ", and it is always there" : ""}.`,
  };
  return isNew ? [found] : [found, ...compareRequired(old, now, name)];
}

function ruleOfAdded(comparison: Comparison, old: ObjectFacet, node: Node, name: string): SchemaRuleId {
  const earlier = propertyOf(old, name);
  const isInEffect = comparison.direction === "input" && isOptionInEffect(name, node);
  if (comparison.shapeOf(earlier).length === 0) {
    return isInEffect ? "option-added-in-effect" : "property-added-to-closed";
  }
  const isKnown = old.required.has(name) || old.known.has(name);
  const invited = old.invites || isKnown || earlier !== old.additional;
  if (invited && !comparison.isWithin(earlier, node)) return "property-added-to-map";
  return isInEffect ? "option-added-in-effect" : "property-added";
}

function compareAdditional(comparison: Comparison, old: ObjectFacet, now: ObjectFacet, path: string): SchemaFinding[] {
  const [wasClosed, isClosed] = [old, now].map(({ additional }) => comparison.shapeOf(additional).length === 0);
  if (wasClosed === isClosed) return comparison.compare(old.additional, now.additional, `${path}/additionalProperties`);
  const closed = isClosed === true;
  // Callers were not told about other properties: whether a generator writes that they are refused is a habit of its
  // own.
  const open = closed ? old : now;
  const rule: SchemaRuleId =
    open.invites || open.known.size > 0
      ? `additional-properties-${closed ? "closed" : "opened"}`
      : `undeclared-properties-${closed ? "refused" : "ignored"}`;
  return [
    {
      rule,
      path: pathOf(closed ? now.additional : old.additional, path),
      before: schemaOf(old.additional),
      after: schemaOf(now.additional),
      message: `Other properties are ${closed ? "refused" : "taken"} now.`,
    },
  ];
}

/** A name is always a string, so nothing else needs to be compared. */
function compareNames(comparison: Comparison, old: Node, now: Node, path: string): SchemaFinding[] {
  const source = now[0] ?? old[0];
  if (source === undefined) return [];
  const text = (node: Node): Node => [...node, standIn(node[0] ?? source, { type: "string" }, "name")];
  return comparison.compare(text(old), text(now), `${path}/propertyNames`);
}

function compareDependents(old: ObjectFacet, now: ObjectFacet): SchemaFinding[] {
  const names = new Set([...old.dependents.keys(), ...now.dependents.keys()]);
  return [...names].flatMap((name): SchemaFinding[] => {
    const [was, is] = [old.dependents.get(name), now.dependents.get(name)];
    const gone = [...(was?.value ?? [])].filter((other) => is?.value.has(other) !== true);
    const more = [...(is?.value ?? [])].filter((other) => was?.value.has(other) !== true);
    const path = `${is?.path ?? was?.path}${buildPointer([name])}`;
    const list = (of: string[]) => of.map((other) => `"${other}"`).join(", ");
    return [
      ...(gone.length === 0
        ? []
        : [
            {
              rule: "dependent-required-removed",
              path,
              before: gone,
              message: `With "${name}" it need no longer have ${list(gone)}.`,
            } as const,
          ]),
      ...(more.length === 0
        ? []
        : [
            {
              rule: "dependent-required-added",
              path,
              after: more,
              message: `With "${name}" it must also have ${list(more)} now.`,
            } as const,
          ]),
    ];
  });
}
