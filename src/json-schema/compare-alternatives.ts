// Compares two alternatives of one type.
import { accepts } from "./accepts.js";
import { compareExtras } from "./compare-extras.js";
import { compareListTypes } from "./compare-lists.js";
import { compareObjects } from "./compare-objects.js";
import { compareScalars } from "./compare-scalars.js";
import type { Comparison } from "./comparison.js";
import { showValue, type SchemaFinding } from "./schema-change.js";
import { isEnumeration, type Alternative, type Values } from "./shape.js";

/** Everything that differs, except whether numbers are whole, which is part of their type. */
export function compareAlternatives(comparison: Comparison, before: Alternative, after: Alternative): SchemaFinding[] {
  comparison.work.pay(1 + before.object.properties.size + after.object.properties.size);
  if (before.values !== undefined || after.values !== undefined) return compareEnumerated(comparison, before, after);
  return compareRules(comparison, before, after);
}

function compareRules(comparison: Comparison, before: Alternative, after: Alternative): SchemaFinding[] {
  return [
    ...compareScalars(before, after),
    ...(before.kind === "array" ? compareListTypes(comparison, before, after) : []),
    ...(before.kind === "object" ? compareObjects(comparison, before, after) : []),
    ...compareExtras(comparison, before.extras, after.extras),
  ];
}

function compareEnumerated(comparison: Comparison, before: Alternative, after: Alternative): SchemaFinding[] {
  const [old, now] = [before.values, after.values];
  if (old !== undefined && now !== undefined) {
    const found = compareValues(old, now);
    // If other rules remain beside the values, it is undecided which of the values follow them.
    return isEnumeration(after) ? found : [...found, ...compareRules(comparison, before, after)];
  }
  const values = old ?? now;
  if (values === undefined) return [];
  const other = old === undefined ? before : after;
  const refused = [...values.entries.values()].filter((value) => accepts(comparison.shapeOf, other, value) !== "yes");
  const list = [...values.entries.values()];
  const place = { path: values.path, ...(old === undefined ? { after: list } : { before: list }) };
  if (refused.length > 0) {
    const where = old === undefined ? "were" : "are";
    return [
      {
        rule: "enum-replaced",
        ...place,
        message: `Of the values ${refused.map(showValue).join(", ")} ${where} not taken without the enumeration.`,
      },
    ];
  }
  return old === undefined
    ? [{ rule: "enum-added", ...place, message: "Only some values are taken now." }]
    : [{ rule: "enum-removed", ...place, message: "Not only some values are taken now." }];
}

/** Compares two lists of values, whatever their order. */
export function compareValues(old: Values, now: Values): SchemaFinding[] {
  const gone = [...old.entries].filter(([text]) => !now.entries.has(text)).map(([, value]) => value);
  const more = [...now.entries].filter(([text]) => !old.entries.has(text)).map(([, value]) => value);
  if (gone.length > 0 && more.length > 0 && old.entries.size === 1 && now.entries.size === 1) {
    const [before, after] = [gone[0], more[0]];
    return [
      {
        rule: "const-changed",
        path: now.path,
        before,
        after,
        message: `It must be ${showValue(after)}, where it was ${showValue(before)}.`,
      },
    ];
  }
  const found: SchemaFinding[] = [];
  if (gone.length > 0) {
    found.push({
      rule: "enum-value-removed",
      path: now.path,
      before: gone,
      message: `No longer among the values: ${gone.map(showValue).join(", ")}.`,
    });
  }
  if (more.length > 0) {
    found.push({
      rule: "enum-value-added",
      path: now.path,
      after: more,
      message: `New among the values: ${more.map(showValue).join(", ")}.`,
    });
  }
  return found;
}
