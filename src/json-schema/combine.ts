// Combines alternatives: what accepts a value of all of them, of any of them, or of nothing.
import { compareNumbers } from "../json/digits.js";
import { accepts, type ShapeOf } from "./accepts.js";
import { areApart } from "./disjoint.js";
import { tighterLimit } from "./read-facets.js";
import {
  buildWhole,
  edgeOf,
  isEnumeration,
  isWhole,
  propertyOf,
  type Alternative,
  type Extra,
  type Kind,
  type Limit,
  type LimitName,
  type ListFacet,
  type ObjectFacet,
  type Shape,
  type Values,
} from "./shape.js";
import type { Node } from "./source.js";

/** What both shapes accept; undefined where it is undecided, or falls into more than {@link MOST} alternatives. */
export function intersect(shapeOf: ShapeOf, one: Shape, other: Shape): Shape | undefined {
  const combined: Alternative[] = [];
  for (const left of one) {
    for (const right of other) {
      if (left.kind !== right.kind) continue;
      const both = isWhole(right) ? left : isWhole(left) ? right : intersectPair(left, right);
      if (both === undefined || combined.length >= MOST) return undefined;
      combined.push(both);
    }
  }
  return unite(shapeOf, combined);
}

const MOST = 64;

function intersectPair(one: Alternative, other: Alternative): Alternative | undefined {
  const object = intersectObjects(one.object, other.object);
  if (object === undefined) return undefined;
  return {
    kind: one.kind,
    path: other.path,
    schema: other.schema,
    values: intersectValues(one.values, other.values),
    integer: one.integer || other.integer,
    limits: intersectLimits(one.limits, other.limits),
    multiples: distinct([...one.multiples, ...other.multiples]),
    patterns: distinct([...one.patterns, ...other.patterns]),
    formats: distinct([...one.formats, ...other.formats]),
    unique: one.unique ?? other.unique,
    list: intersectLists(one.list, other.list),
    object,
    extras: [...one.extras, ...other.extras],
  };
}

function distinct<T extends { value: unknown }>(facets: T[]): T[] {
  return facets.filter(({ value }, at) => facets.findIndex((facet) => facet.value === value) === at);
}

function intersectValues(one: Values | undefined, other: Values | undefined): Values | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return { path: one.path, entries: new Map([...one.entries].filter(([text]) => other.entries.has(text))) };
}

function intersectLimits(one: Alternative["limits"], other: Alternative["limits"]): Map<LimitName, Limit> {
  const limits = new Map(one);
  for (const [name, limit] of other) {
    const known = limits.get(name);
    limits.set(name, known === undefined ? limit : tighterLimit(known, limit, name));
  }
  return limits;
}

function intersectLists(one: ListFacet, other: ListFacet): ListFacet {
  const [longer] = one.prefix.length >= other.prefix.length ? [one.prefix] : [other.prefix];
  return {
    prefix: longer.map((_, at) => [...(one.prefix[at] ?? one.rest), ...(other.prefix[at] ?? other.rest)]),
    rest: [...one.rest, ...other.rest],
    contains: [...one.contains, ...other.contains],
  };
}

/** Undefined where one object's patterns meet what the other says about all other names. */
function intersectObjects(one: ObjectFacet, other: ObjectFacet): ObjectFacet | undefined {
  if (one.patterns.size > 0 && other.additional.length > 0) return undefined;
  if (other.patterns.size > 0 && one.additional.length > 0) return undefined;
  const names = new Set([...one.properties.keys(), ...other.properties.keys()]);
  const patterns = new Map(one.patterns);
  for (const [pattern, node] of other.patterns) patterns.set(pattern, [...(patterns.get(pattern) ?? []), ...node]);
  const dependents = new Map(one.dependents);
  for (const [name, { value, path }] of other.dependents) {
    const known = dependents.get(name)?.value ?? [];
    dependents.set(name, { value: new Set([...known, ...value]), path });
  }
  return {
    required: new Map([...other.required, ...one.required]),
    properties: new Map(
      [...names].map((name): [string, Node] => [name, [...propertyOf(one, name), ...propertyOf(other, name)]]),
    ),
    patterns,
    additional: [...one.additional, ...other.additional],
    invites: one.invites || other.invites,
    known: new Set([...one.known, ...other.known]),
    names: [...one.names, ...other.names],
    dependents,
  };
}

/** What any of the alternatives accepts, without those that accept nothing or no more than another. */
export function unite(shapeOf: ShapeOf, alternatives: Shape): Shape {
  const possible = alternatives.map((alternative) => withoutRefused(shapeOf, alternative)).filter((o) => !isEmpty(o));
  const single: Alternative[] = [];
  for (const alternative of possible) {
    const whole = possible.find((other) => other.kind === alternative.kind && isWhole(other));
    if (whole === undefined || whole === alternative) single.push(withKnown(shapeOf, alternative, possible));
  }
  return mergeEnumerations(shapeOf, single);
}

function withKnown(shapeOf: ShapeOf, alternative: Alternative, all: Shape): Alternative {
  const others = all.filter(({ kind }) => kind === "object" && alternative.kind === "object");
  if (others.length < 2) return alternative;
  const { object } = alternative;
  const names = others
    .filter((other) => other !== alternative && !areApart(shapeOf, alternative, other))
    .flatMap((other) => [...other.object.properties.keys(), ...other.object.known]);
  const known = new Set([...object.known, ...names.filter((name) => !object.properties.has(name))]);
  return known.size === object.known.size ? alternative : { ...alternative, object: { ...object, known } };
}

/** How many values a type has. */
const COUNTS: Partial<Record<Kind, number>> = { null: 1, boolean: 2 };

/** The named values that also follow the other rules; where that is certain, the other rules add nothing. */
function withoutRefused(shapeOf: ShapeOf, alternative: Alternative): Alternative {
  const { values } = alternative;
  if (values === undefined) return alternative;
  const answers = [...values.entries].map(([text, value]) => ({
    text,
    value,
    is: accepts(shapeOf, alternative, value),
  }));
  const kept = answers.filter(({ is }) => is !== "no").map(({ text, value }): [string, typeof value] => [text, value]);
  const left = { path: values.path, entries: new Map(kept) };
  if (answers.some(({ is }) => is === "unknown")) return { ...alternative, values: left };
  const whole = buildWhole(alternative.kind, alternative);
  const isAll = left.entries.size === COUNTS[alternative.kind];
  return isAll ? whole : { ...whole, values: left };
}

function isEmpty(alternative: Alternative): boolean {
  if (alternative.values?.entries.size === 0) return true;
  const { limits, integer, object } = alternative;
  const pairs: [LimitName, LimitName][] = [
    ["minimum", "maximum"],
    ["minLength", "maxLength"],
    ["minItems", "maxItems"],
    ["minProperties", "maxProperties"],
  ];
  const crossed = pairs.some(([lowName, highName]) => {
    const [lowest, highest] = [limits.get(lowName), limits.get(highName)];
    if (lowest === undefined || highest === undefined) return false;
    const [low, high] = [edgeOf(lowest, lowName, integer), edgeOf(highest, highName, integer)];
    const compared = compareNumbers(low.value, high.value);
    return compared > 0 || (compared === 0 && (low.exclusive || high.exclusive));
  });
  return crossed || [...object.required.keys()].some((name) => isFalse(propertyOf(object, name)));
}

/** Decided without following references, so that a schema that contains itself does no harm. */
function isFalse(node: Node): boolean {
  return node.some((source) => source.schema === false);
}

function mergeEnumerations(shapeOf: ShapeOf, shape: Shape): Shape {
  const rest = shape.filter((alternative) => !isEnumeration(alternative));
  const merged = new Map<string, Alternative>();
  for (const alternative of shape) {
    if (!isEnumeration(alternative)) continue;
    const known = merged.get(alternative.kind)?.values;
    const others = rest.filter((other) => other.kind === alternative.kind);
    const own = [...alternative.values.entries].filter(
      ([, value]) => !others.some((other) => accepts(shapeOf, other, value) === "yes"),
    );
    if (own.length === 0) continue;
    const path = commonPath(known?.path ?? alternative.values.path, alternative.values.path);
    merged.set(alternative.kind, {
      ...alternative,
      values: { path, entries: new Map([...(known?.entries ?? []), ...own]) },
    });
  }
  return [...rest, ...merged.values()];
}

/** Where both have values: keep those in branches of one `anyOf`. */
function commonPath(one: string, other: string): string {
  const [left, right] = [one.split("/"), other.split("/")];
  const end = left.findIndex((part, at) => part !== right[at]);
  return end < 0 ? one : left.slice(0, end).join("/");
}

/** Adds the extra to every alternative. */
export function withExtra(shape: Shape, extra: Extra): Shape {
  return shape.map((alternative) => ({ ...alternative, extras: [...alternative.extras, extra] }));
}
