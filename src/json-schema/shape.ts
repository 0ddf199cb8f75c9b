// Defines what a schema accepts, as alternatives of one JSON type each: the form in which two schemas are compared.
import { canonicalJson } from "../json/canonical.js";
import { wholeFrom, wholeTo, type ExactNumber } from "../json/digits.js";
import type { jsonType, JsonValue } from "../json/value.js";
import { matchesPattern } from "./pattern.js";
import type { Node } from "./source.js";
import { Undecidable } from "./undecidable.js";

export type Kind = ReturnType<typeof jsonType>;
export const KINDS: readonly Kind[] = ["null", "boolean", "number", "string", "array", "object"];

/** A shape accepts a value if one of its alternatives does. Without alternatives, nothing is accepted. */
export type Shape = readonly Alternative[];

export const LIMITS = {
  minimum: { kind: "number", rule: "minimum", end: "low" },
  maximum: { kind: "number", rule: "maximum", end: "high" },
  minLength: { kind: "string", rule: "min-length", end: "low" },
  maxLength: { kind: "string", rule: "max-length", end: "high" },
  minItems: { kind: "array", rule: "min-items", end: "low" },
  maxItems: { kind: "array", rule: "max-items", end: "high" },
  minProperties: { kind: "object", rule: "min-properties", end: "low" },
  maxProperties: { kind: "object", rule: "max-properties", end: "high" },
} as const;
export type LimitName = keyof typeof LIMITS;

export interface Limit {
  value: ExactNumber;
  exclusive: boolean;
  path: string;
}

export interface Located<T> {
  value: T;
  path: string;
}

export interface Values {
  path: string;
  entries: ReadonlyMap<string, JsonValue>;
}

export interface Alternative {
  kind: Kind;
  /** The schema that it is written in. */
  path: string;
  schema: JsonValue;
  /** Where only these values are accepted, by their canonical text. */
  values: Values | undefined;
  /** For numbers: only whole ones. */
  integer: boolean;
  limits: ReadonlyMap<LimitName, Limit>;
  multiples: readonly Located<ExactNumber>[];
  patterns: readonly Located<string>[];
  formats: readonly Located<string>[];
  /** The place of `uniqueItems`. */
  unique: string | undefined;
  list: ListFacet;
  object: ObjectFacet;
  extras: readonly Extra[];
}

export interface ListFacet {
  /** By position. */
  prefix: readonly Node[];
  /** All items after them. */
  rest: Node;
  contains: readonly Contains[];
}

export interface Contains {
  node: Node;
  min: number;
  max: number;
  path: string;
}

export interface ObjectFacet {
  /** The place of each `required`. */
  required: ReadonlyMap<string, string>;
  properties: ReadonlyMap<string, Node>;
  /** By regular expression. */
  patterns: ReadonlyMap<string, Node>;
  /** All other properties. */
  additional: Node;
  /** Callers were told that they may send other properties: `additionalProperties` is written there. */
  invites: boolean;
  /** Names that another alternative mentions, which a value may follow at the same time. */
  known: ReadonlySet<string>;
  /** For the names themselves. */
  names: Node;
  dependents: ReadonlyMap<string, Located<ReadonlySet<string>>>;
}

/** Further conditions, most of which can be compared only in part. */
export type Extra =
  | { type: "not"; node: Node; path: string }
  | { type: "if"; test: Node; whenTrue: Node; whenFalse: Node; path: string; value: JsonValue }
  | {
      type: "opaque";
      keyword: string;
      /** Equal texts mean the same. */
      text: string;
      path: string;
      value: JsonValue;
      why: string;
    };

const NO_LIST: ListFacet = { prefix: [], rest: [], contains: [] };
const NO_OBJECT: ObjectFacet = {
  required: new Map(),
  properties: new Map(),
  patterns: new Map(),
  additional: [],
  invites: false,
  known: new Set(),
  names: [],
  dependents: new Map(),
};

/** An alternative that accepts every value of a type. */
export function buildWhole(kind: Kind, { path, schema }: Pick<Alternative, "path" | "schema">): Alternative {
  return {
    kind,
    path,
    schema,
    values: undefined,
    integer: false,
    limits: new Map(),
    multiples: [],
    patterns: [],
    formats: [],
    unique: undefined,
    list: NO_LIST,
    object: NO_OBJECT,
    extras: [],
  };
}

/** True for an alternative that accepts every value of its type, as far as its parts show. */
export function isWhole(alternative: Alternative): boolean {
  return alternative.values === undefined && isBare(alternative);
}

/** True for one that accepts only a few named values, and all of them. */
export function isEnumeration(alternative: Alternative): alternative is Alternative & { values: Values } {
  return alternative.values !== undefined && isBare(alternative);
}

function isBare({ integer, unique, limits, multiples, patterns, formats, extras, list, object }: Alternative): boolean {
  return (
    !integer &&
    !object.invites &&
    unique === undefined &&
    [multiples, patterns, formats, extras].every((some) => some.length === 0) &&
    [list.prefix, list.rest, list.contains, object.additional, object.names].every((some) => some.length === 0) &&
    [limits, object.required, object.properties, object.patterns, object.known].every((some) => some.size === 0) &&
    object.dependents.size === 0
  );
}

/** A limit, and its effect for whole numbers. */
export function edgeOf(limit: Limit, name: LimitName, integer: boolean): { value: ExactNumber; exclusive: boolean } {
  if (!integer) return limit;
  const { value, exclusive } = limit;
  const edge = LIMITS[name].end === "low" ? wholeFrom(value, exclusive) : wholeTo(value, exclusive);
  return { value: edge, exclusive: false };
}

/** Values by their canonical text. */
export function buildValues(values: readonly JsonValue[]): Map<string, JsonValue> {
  return new Map(values.map((value) => [canonicalJson(value), value]));
}

/** The schema for an object's property of this name. */
export function propertyOf(facet: ObjectFacet, name: string): Node {
  const declared = facet.properties.get(name);
  const matching = [...facet.patterns].filter(([pattern]) => isNamedBy(pattern, name));
  const nodes = [...(declared === undefined ? [] : [declared]), ...matching.map(([, node]) => node)];
  return nodes.length === 0 ? facet.additional : nodes.flat();
}

function isNamedBy(pattern: string, name: string): boolean {
  const is = matchesPattern(pattern, name);
  if (is === undefined) throw new Undecidable("Whether a name matches a pattern cannot be told in time.");
  return is;
}
