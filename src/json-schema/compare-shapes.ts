// Compares the types of two shapes, and their alternatives of the same type.
import { compareAlternatives, compareValues } from "./compare-alternatives.js";
import type { Comparison } from "./comparison.js";
import { REFERENCES } from "./keywords.js";
import { showValue, type SchemaFinding } from "./schema-change.js";
import { compareMany } from "./compare-many.js";
import { isEnumeration, isWhole, KINDS, type Alternative, type Kind, type Shape, type Values } from "./shape.js";
import type { JsonValue } from "../json/value.js";

/** Compares two shapes; `typePath` is where their types are written. */
export function compareShapes(comparison: Comparison, before: Shape, after: Shape, typePath: string): SchemaFinding[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (old !== undefined && now !== undefined) {
    return [...compareTypes(before.filter(isNull), after.filter(isNull), typePath), ...compareValues(old, now)];
  }
  const unread = compareUnread(before, after);
  if (unread !== undefined) return [unread];
  return [
    ...compareTypes(before, after, typePath),
    ...KINDS.flatMap((kind) => compareKind(comparison, ofKind(before, kind), ofKind(after, kind))),
  ];
}

/** The values, where a shape accepts only those and null. */
function valuesOf(shape: Shape): Values | undefined {
  const others = shape.filter((alternative) => !isNull(alternative));
  const entries = new Map<string, JsonValue>();
  if (!shape.every((alternative) => isEnumeration(alternative) || isWhole(alternative))) return undefined;
  for (const alternative of others) {
    if (!isEnumeration(alternative)) return undefined;
    for (const [text, value] of alternative.values.entries) entries.set(text, value);
  }
  const path = others[0]?.values?.path;
  return path === undefined ? undefined : { path, entries };
}

function isNull({ kind }: Alternative): boolean {
  return kind === "null";
}

function ofKind(shape: Shape, kind: Kind): Alternative[] {
  return shape.filter((alternative) => alternative.kind === kind);
}

/** A schema that cannot be read, or is written elsewhere, on one side: nothing else of the two can be compared. */
function compareUnread(before: Shape, after: Shape): SchemaFinding | undefined {
  const [old, now] = [unreadOf(before), unreadOf(after)];
  if (old?.text === now?.text) return undefined;
  return {
    rule: "undecided-changed",
    path: now?.path ?? old?.path ?? "",
    before: old?.value,
    after: now?.value,
    message: "The schema is another.",
    note: `Cannot be decided: ${now?.why ?? old?.why}`,
  };
}

const WHOLE: ReadonlySet<string> = new Set(["", "type", ...REFERENCES]);

function unreadOf(shape: Shape) {
  const unread = shape[0]?.extras.flatMap((extra) =>
    extra.type === "opaque" && WHOLE.has(extra.keyword) ? extra : [],
  );
  return unread?.find((extra) => shape.every(({ extras }) => extras.includes(extra)));
}

function compareTypes(before: Shape, after: Shape, path: string): SchemaFinding[] {
  // Whether numbers are whole is reported here only where each side says one thing about numbers.
  const numbers = [before, after].map((shape) => ofKind(shape, "number"));
  const apart = numbers.some((some) => some.length === 0) || numbers.every(isOneRule);
  const [old, now] = [typesOf(before, apart), typesOf(after, apart)];
  const gone = [...old].filter((type) => !now.has(type) && !(type === "integer" && now.has("number")));
  const more = [...now].filter((type) => !old.has(type) && !(type === "integer" && old.has("number")));
  if (gone.length === 0 && more.length === 0) return [];
  const rule = more.length === 0 ? "type-narrowed" : gone.length === 0 ? "type-widened" : "type-changed";
  const message = `The type was ${tell(old)} and is ${tell(now)}.`;
  return [{ rule, path, before: valueOf(old), after: valueOf(now), message }];
}

function isOneRule(alternatives: Alternative[]): boolean {
  return alternatives.length === 1 && alternatives[0]?.values === undefined;
}

function typesOf(shape: Shape, tellsIntegers: boolean): Set<string> {
  return new Set(shape.map(({ kind, integer }) => (integer && tellsIntegers ? "integer" : kind)));
}

/** The types as `type` would list them; undefined for all types. */
function valueOf(types: ReadonlySet<string>): JsonValue | undefined {
  const names = [...types].toSorted();
  if (names.length === KINDS.length && !types.has("integer")) return undefined;
  return names.length === 1 ? names[0] : names;
}

function tell(types: ReadonlySet<string>): string {
  const value = valueOf(types);
  if (value === undefined) return "not given";
  return Array.isArray(value) && value.length === 0 ? "none at all" : showValue(value);
}

function compareKind(comparison: Comparison, before: Alternative[], after: Alternative[]): SchemaFinding[] {
  const [old, now] = [before[0], after[0]];
  if (old === undefined || now === undefined) return [];
  if (before.length === 1 && after.length === 1) return compareAlternatives(comparison, old, now);
  return compareMany(comparison, before, after);
}
