// Compares the alternatives of one type where one side has several. First decides which became which: equal ones, then
// one within the other, then those at the same place.
import { isJsonObject, type JsonValue } from "../json/value.js";
import { compareAlternatives } from "./compare-alternatives.js";
import type { Comparison } from "./comparison.js";
import { haveOtherTags } from "./disjoint.js";
import { showValue, type SchemaFinding } from "./schema-change.js";
import { takesAll } from "./schema-rules.js";
import type { Alternative, Shape } from "./shape.js";

/** Compares alternatives of one type. */
export function compareMany(comparison: Comparison, before: Shape, after: Shape): SchemaFinding[] {
  const left = withoutEqual(comparison, before, after);
  if (left.old.length === 0 && left.now.length === 0) return [];
  const within = (one: Alternative, other: Alternative) => isWithin(comparison, one, other);
  // What other alternatives still accept, or accepted, is neither lost nor new.
  const lost = left.old.filter((one) => !after.some((other) => within(one, other)));
  const fresh = left.now.filter((one) => !before.some((other) => within(one, other)));
  const pairs = pairUp(comparison, left, lost, fresh);
  const paired = new Set(pairs.flat());
  return [
    ...pairs.flatMap(([old, now]) => compareBoth(comparison, old, now)),
    ...lost
      .filter((one) => !paired.has(one))
      .map((one): SchemaFinding => ({
        rule: "alternative-removed",
        ...tell("before", one),
        message: `An alternative is gone: ${showValue(nameOf(one))}.`,
      })),
    ...fresh
      .filter((one) => !paired.has(one))
      .map((one): SchemaFinding => ({
        rule: "alternative-added",
        ...tell("after", one),
        message: `There is a new alternative: ${showValue(nameOf(one))}.`,
      })),
  ];
}

function tell(side: "before" | "after", { path, schema }: Alternative) {
  return { path, [side]: schema };
}

function nameOf({ schema, kind }: Alternative): JsonValue {
  return isJsonObject(schema) ? (schema["title"] ?? schema["$ref"] ?? schema) : kind;
}

function withoutEqual(comparison: Comparison, before: Shape, after: Shape): { old: Alternative[]; now: Alternative[] } {
  const now = [...after];
  const old = before.filter((one, at) => {
    // The alternative at the same place is most likely the same one.
    const order = [after[at], ...now].filter((other) => other !== undefined && now.includes(other));
    const same = order.find((other) => other !== undefined && compareBoth(comparison, one, other).length === 0);
    if (same !== undefined) now.splice(now.indexOf(same), 1);
    return same === undefined;
  });
  return { old, now };
}

type Pair = readonly [old: Alternative, now: Alternative];

function pairUp(comparison: Comparison, left: { old: Shape; now: Shape }, lost: Shape, fresh: Shape): Pair[] {
  const pairs: Pair[] = [];
  const isFree = (one: Alternative) => !pairs.some((pair) => pair.includes(one));
  const pair = (olds: Shape, nows: Shape, fits: (old: Alternative, now: Alternative) => boolean) => {
    for (const old of olds) {
      const now = isFree(old) ? nows.find((other) => isFree(other) && fits(old, other)) : undefined;
      if (now !== undefined) pairs.push([old, now]);
    }
  };
  pair(left.old, fresh, (old, now) => isWithin(comparison, old, now));
  pair(lost, left.now, (old, now) => isWithin(comparison, now, old));
  const alike = (old: Alternative, now: Alternative) => !haveOtherTags(comparison.shapeOf, old, now);
  pair(lost, fresh, (old, now) => old.path === now.path && alike(old, now));
  if (lost.filter(isFree).length === fresh.filter(isFree).length) pair(lost, fresh, alike);
  return pairs;
}

function isWithin(comparison: Comparison, one: Alternative, other: Alternative): boolean {
  return compareBoth(comparison.strict, one, other).every(({ rule }) => takesAll(rule));
}

/** Whole numbers beside all numbers are part of the type only where there is one alternative. */
function compareBoth(comparison: Comparison, before: Alternative, after: Alternative): SchemaFinding[] {
  const found = compareAlternatives(comparison, before, after);
  if (before.integer === after.integer || before.values !== undefined || after.values !== undefined) return found;
  const [old, now] = [before, after].map(({ integer }) => (integer ? "integer" : "number"));
  const rule = after.integer ? "type-narrowed" : "type-widened";
  const message = `The type was "${old}" and is "${now}".`;
  return [{ rule, path: `${after.path}/type`, before: old, after: now, message }, ...found];
}
