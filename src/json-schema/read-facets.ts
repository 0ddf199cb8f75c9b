// Reads what a schema's own keywords require, for each JSON type that it accepts. References and combinations are added
// elsewhere.
import { compareNumbers, isNumber, type ExactNumber } from "../json/digits.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { isLimitOfWholeNumbers, isPatternOfFormat, matchesAnyName, takesAnyName } from "./generated.js";
import type { Meanings } from "./meanings.js";
import { buildPattern } from "./pattern.js";
import {
  buildWhole,
  KINDS,
  LIMITS,
  type Alternative,
  type Contains,
  type Extra,
  type Kind,
  type Limit,
  type LimitName,
  type ListFacet,
  type Located,
  type ObjectFacet,
} from "./shape.js";
import { partOf, standIn, type Node, type SchemaSource } from "./source.js";

/** The alternatives that the keywords of a schema leave, at most one for each type. */
export function readFacets(source: SchemaSource, schema: JsonObject, meanings: Meanings): Alternative[] {
  const { path } = source;
  const types = typesOf(schema);
  if (types === undefined) {
    const unread = unreadable(source, schema, "type", meanings);
    return KINDS.map((kind) => ({ ...buildWhole(kind, source), extras: [unread] }));
  }
  return KINDS.filter((kind) => types.has(kind) || (kind === "number" && types.has("integer"))).map((kind) => ({
    ...buildWhole(kind, source),
    integer: kind === "number" && isWhole(types, schema),
    limits: limitsOf(kind === "number" ? withoutGenerated(schema) : schema, kind, path),
    ...(kind === "number" ? { multiples: multiplesOf(schema, path), formats: formatsOf(schema, path) } : {}),
    ...(kind === "string" ? { ...patternsOf(source, schema, meanings), formats: formatsOf(schema, path) } : {}),
    ...(kind === "array"
      ? { list: listOf(source, schema), unique: schema["uniqueItems"] === true ? `${path}/uniqueItems` : undefined }
      : {}),
    ...(kind === "object" ? { object: objectOf(source, schema), extras: objectExtras(source, schema, meanings) } : {}),
  }));
}

function isWhole(types: ReadonlySet<string>, schema: JsonObject): boolean {
  return !types.has("number") || schema["multipleOf"] === 1;
}

/** The schema of a number without the limits that zod writes for every whole number. */
function withoutGenerated(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key, value]) => !isLimitOfWholeNumbers(key, value)));
}

function unreadable(source: SchemaSource, schema: JsonObject, keyword: string, meanings: Meanings): Extra {
  const [value, path] = [schema[keyword] ?? null, `${source.path}/${keyword}`];
  const why = `The ${keyword} is not written as JSON Schema asks.`;
  return { type: "opaque", keyword, text: meanings.textOf(source), path, value, why };
}

/** The names of the types; undefined where they cannot be read. */
function typesOf(schema: JsonObject): Set<string> | undefined {
  const { type, nullable } = schema;
  if (type === undefined) return new Set(KINDS);
  const named = Array.isArray(type) ? type : [type];
  const known = new Set<string>([...KINDS, "integer"]);
  const types = new Set<string>();
  for (const name of named) {
    if (typeof name !== "string" || !known.has(name)) return undefined;
    types.add(name);
  }
  // OpenAPI's way to write null; the validators that servers use support it.
  if (nullable === true) types.add("null");
  return types;
}

const EXCLUSIVE: Partial<Record<LimitName, string>> = { minimum: "exclusiveMinimum", maximum: "exclusiveMaximum" };

function limitsOf(schema: JsonObject, kind: Kind, path: string): Map<LimitName, Limit> {
  const limits = new Map<LimitName, Limit>();
  for (const name of NAMES.get(kind) ?? []) {
    const limit = limitOf(schema, name, path);
    if (limit !== undefined) limits.set(name, limit);
  }
  return limits;
}

const NAMES = new Map(KINDS.map((kind): [Kind, readonly LimitName[]] => [kind, namesOf(kind)]));

function namesOf(kind: Kind): LimitName[] {
  const names: LimitName[] = [];
  let name: LimitName;
  for (name in LIMITS) if (LIMITS[name].kind === kind) names.push(name);
  return names;
}

function limitOf(schema: JsonObject, name: LimitName, path: string): Limit | undefined {
  const other = EXCLUSIVE[name];
  const [value, exclusive] = [schema[name], other === undefined ? undefined : schema[other]];
  // Draft 4 wrote `exclusiveMinimum: true` beside the minimum, and some servers still do.
  const plain = isNumber(value) ? { value, exclusive: exclusive === true, path: `${path}/${name}` } : undefined;
  const strict = isNumber(exclusive) ? { value: exclusive, exclusive: true, path: `${path}/${other}` } : undefined;
  const limit = plain === undefined || strict === undefined ? (plain ?? strict) : tighterLimit(plain, strict, name);
  const saysNothing =
    LIMITS[name].end === "low" && LIMITS[name].kind !== "number" && compareNumbers(limit?.value ?? 0, 0) <= 0;
  return saysNothing ? undefined : limit;
}

/** The stricter of two limits of one name. */
export function tighterLimit(one: Limit, other: Limit, name: LimitName): Limit {
  const compared = compareNumbers(one.value, other.value);
  if (compared === 0) return one.exclusive ? one : other;
  return compared > 0 === (LIMITS[name].end === "low") ? one : other;
}

function multiplesOf(schema: JsonObject, path: string): Located<ExactNumber>[] {
  const value = schema["multipleOf"];
  // Multiples of 1 are the whole numbers, which is a type of its own.
  return isNumber(value) && compareNumbers(value, 0) > 0 && value !== 1 ? [{ value, path: `${path}/multipleOf` }] : [];
}

function formatsOf(schema: JsonObject, path: string): Located<string>[] {
  const value = schema["format"];
  return typeof value === "string" ? [{ value, path: `${path}/format` }] : [];
}

function patternsOf(
  source: SchemaSource,
  schema: JsonObject,
  meanings: Meanings,
): Pick<Alternative, "patterns" | "extras"> {
  const value = schema["pattern"];
  if (value === undefined || isPatternOfFormat(schema)) return { patterns: [], extras: [] };
  if (typeof value !== "string" || buildPattern(value) === undefined) {
    return { patterns: [], extras: [unreadable(source, schema, "pattern", meanings)] };
  }
  return { patterns: [{ value, path: `${source.path}/pattern` }], extras: [] };
}

function listOf(source: SchemaSource, schema: JsonObject): ListFacet {
  const { items, prefixItems, additionalItems, contains, minContains = 1, maxContains } = schema;
  const tuple = Array.isArray(prefixItems) ? { key: "prefixItems", parts: prefixItems } : tupleOf(items);
  const rest = Array.isArray(items) ? { key: "additionalItems", part: additionalItems } : { key: "items", part: items };
  const min = typeof minContains === "number" ? minContains : 1;
  const max = typeof maxContains === "number" ? maxContains : Infinity;
  const wanted: Contains[] =
    contains === undefined || (min <= 0 && max === Infinity)
      ? []
      : [{ node: [partOf(source, contains, "contains")], min, max, path: `${source.path}/contains` }];
  return {
    prefix: tuple.parts.map((part, at): Node => [partOf(source, part, tuple.key, at)]),
    rest: nodeOf(source, rest.part, rest.key),
    contains: wanted,
  };
}

function tupleOf(items: JsonValue | undefined): { key: string; parts: JsonValue[] } {
  return { key: "items", parts: Array.isArray(items) ? items : [] };
}

/** A schema that accepts everything has no source, so that it equals a missing one. */
export function nodeOf(source: SchemaSource, schema: JsonValue | undefined, ...keys: string[]): Node {
  const saysNothing =
    schema === undefined || schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);
  return saysNothing ? [] : [partOf(source, schema, ...keys)];
}

function objectOf(source: SchemaSource, schema: JsonObject): ObjectFacet {
  const { required, properties, patternProperties, additionalProperties, propertyNames, dependentRequired } = schema;
  const all = Object.entries(isJsonObject(patternProperties) ? patternProperties : {})
    .filter(([pattern]) => buildPattern(pattern) !== undefined)
    .map(([pattern, part]): [string, Node] => [pattern, [partOf(source, part, "patternProperties", pattern)]]);
  const ofAnyName = all.filter(([pattern]) => matchesAnyName(pattern)).flatMap(([, node]) => node);
  const patterns = all.filter(([pattern]) => !matchesAnyName(pattern));
  const declared = Object.entries(isJsonObject(properties) ? properties : {});
  const withAny = (node: Node): Node => [...node, ...ofAnyName];
  // Where a pattern matches every name, there are no other properties.
  const others = nodeOf(source, additionalProperties, "additionalProperties");
  return {
    required: new Map(strings(required).map((name) => [name, `${source.path}/required`])),
    properties: new Map(declared.map(([name, part]) => [name, withAny([partOf(source, part, "properties", name)])])),
    patterns: new Map(patterns.map(([pattern, node]) => [pattern, withAny(node)])),
    additional: ofAnyName.length > 0 ? ofAnyName : others,
    invites: additionalProperties !== undefined || ofAnyName.length > 0,
    known: new Set(),
    names: takesAnyName(propertyNames) ? [] : nodeOf(source, propertyNames, "propertyNames"),
    dependents: new Map([
      ...dependentsOf(schema["dependencies"], `${source.path}/dependencies`),
      ...dependentsOf(dependentRequired, `${source.path}/dependentRequired`),
    ]),
  };
}

function dependentsOf(value: JsonValue | undefined, path: string): [string, Located<ReadonlySet<string>>][] {
  return Object.entries(isJsonObject(value) ? value : {})
    .filter(([, names]) => Array.isArray(names) && names.length > 0)
    .map(([name, names]) => [name, { value: new Set(strings(names)), path }]);
}

function strings(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** A dependent schema is a condition on one property; a pattern that cannot be read stays unchanged. */
function objectExtras(source: SchemaSource, schema: JsonObject, meanings: Meanings): Extra[] {
  const extras: Extra[] = [];
  for (const key of ["dependentSchemas", "dependencies"]) {
    const map = schema[key];
    for (const [name, value] of Object.entries(isJsonObject(map) ? map : {})) {
      if (Array.isArray(value)) continue;
      const then = partOf(source, value, key, name);
      const test = standIn(then, { type: "object", required: [name] }, "is-there");
      extras.push({ type: "if", test: [test], whenTrue: [then], whenFalse: [], path: then.path, value });
    }
  }
  const patterns = schema["patternProperties"];
  const broken = Object.keys(isJsonObject(patterns) ? patterns : {}).filter((o) => buildPattern(o) === undefined);
  return broken.length === 0 ? extras : [...extras, unreadable(source, schema, "patternProperties", meanings)];
}
