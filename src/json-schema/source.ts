// Locates a schema inside its document, and follows its references. Looks up nothing outside the document.
import { buildPointer, parsePointer } from "../json/pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";

/** A schema and its place. */
interface Place {
  schema: JsonValue;
  /** JSON pointer into the document. */
  path: string;
}

export interface SchemaSource extends Place {
  /** The text that distinguishes the sources of two documents. */
  side: string;
  /** The target of `#`: the document, or the nearest surrounding schema with an `$id` of its own. */
  root: Place;
  document: JsonValue;
  /** Named where the document does not contain it and it only represents something at its place. */
  aside: string;
}

/** The schemas that a value must follow, all of them. Without any, every value is accepted. */
export type Node = readonly SchemaSource[];

/** The whole of a document. */
export function buildSource(document: JsonValue, side: string): SchemaSource {
  return { schema: document, path: "", side, root: { schema: document, path: "" }, document, aside: "" };
}

/** A schema further down, below the keys that lead to it. */
export function partOf(source: SchemaSource, schema: JsonValue, ...keys: (string | number)[]): SchemaSource {
  return at(source, { schema, path: source.path + buildPointer(keys) }, source.root);
}

/** A schema that the document does not contain, and that represents something at `source`. */
export function standIn(source: SchemaSource, schema: JsonValue, aside: string): SchemaSource {
  return { ...source, schema, aside };
}

/** The same text for the same schemas, however they are reached. */
export function nodeKeyOf(node: Node): string {
  const keys = node.map(({ side, aside, path }) => `${side}${aside}:${path}`);
  return keys.length < 2 ? (keys[0] ?? "") : [...new Set(keys)].toSorted().join(" ");
}

/** The same node without schemas that only refer to another one. */
export function straighten(node: Node): Node {
  return node.some(isReference) ? node.map(endOf) : node;
}

function isReference({ schema }: SchemaSource): boolean {
  if (!isJsonObject(schema) || typeof schema["$ref"] !== "string") return false;
  for (const key in schema) if (key !== "$ref") return false;
  return true;
}

function endOf(start: SchemaSource): SchemaSource {
  let source = start;
  for (let step = 0; step < 20 && isReference(source); step++) {
    const reference = isJsonObject(source.schema) ? source.schema["$ref"] : undefined;
    const target = typeof reference === "string" ? resolveReference(source, reference) : undefined;
    if (target === undefined) return source;
    source = target;
  }
  return source;
}

/** The place of a node; `fallback` for one without sources. */
export function pathOf(node: Node, fallback: string): string {
  return node[0]?.path ?? fallback;
}

/** The text of a node; undefined for one without sources. */
export function schemaOf(node: Node): JsonValue | undefined {
  const [first, ...others] = node;
  return others.length === 0 ? first?.schema : { allOf: node.map((source) => source.schema) };
}

type Target = Pick<SchemaSource, "schema" | "path" | "root">;
const targets = new WeakMap<object, Map<string, Target | undefined>>();

/** The schema that a reference leads to; undefined where it leads out of the document or to nothing. */
export function resolveReference(source: SchemaSource, reference: string): SchemaSource | undefined {
  const { document, root } = source;
  if (typeof document !== "object" || document === null) return undefined;
  const known = targets.get(document) ?? new Map<string, Target | undefined>();
  targets.set(document, known);
  const key = `${reference} ${root.path}`;
  if (!known.has(key)) known.set(key, findTarget(source, reference));
  const target = known.get(key);
  return target === undefined ? undefined : { ...source, ...target, aside: "" };
}

function findTarget({ root: own, document }: SchemaSource, reference: string): Target | undefined {
  const hash = reference.indexOf("#");
  const address = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? "" : reference.slice(hash + 1);
  const root = address === "" ? own : findPlace({ schema: document, path: "" }, hasId(address));
  if (root === undefined) return undefined;
  if (fragment === "" || fragment.startsWith("/")) return follow(root, fragment);
  const place = findPlace(root, hasAnchor(fragment));
  return place === undefined ? undefined : inRoot(place, root);
}

function at(source: SchemaSource, place: Place, root: Place): SchemaSource {
  return { ...source, ...inRoot(place, root), aside: "" };
}

function inRoot({ schema, path }: Place, root: Place): Target {
  return { schema, path, root: isResource(schema) ? { schema, path } : root };
}

function follow(start: Place, fragment: string): Target | undefined {
  const parts = parsePointer(decode(fragment));
  if (parts === undefined) return undefined;
  let [place, root] = [start, start];
  for (const part of parts) {
    const schema = stepInto(place.schema, part);
    if (schema === undefined) return undefined;
    place = { schema, path: place.path + buildPointer([part]) };
    if (isResource(schema)) root = place;
  }
  return inRoot(place, root);
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function stepInto(value: JsonValue, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function isResource(schema: JsonValue): boolean {
  return isJsonObject(schema) && typeof schema["$id"] === "string" && !schema["$id"].startsWith("#");
}

function hasId(address: string): (schema: JsonObject) => boolean {
  return (schema) => typeof schema["$id"] === "string" && schema["$id"].replace(/#$/, "") === address;
}

function hasAnchor(name: string): (schema: JsonObject) => boolean {
  return (schema) => [schema["$anchor"], schema["$dynamicAnchor"]].includes(name) || schema["$id"] === `#${name}`;
}

function findPlace({ schema, path }: Place, isWanted: (schema: JsonObject) => boolean): Place | undefined {
  if (isJsonObject(schema) && isWanted(schema)) return { schema, path };
  if (typeof schema !== "object" || schema === null) return undefined;
  for (const [key, value] of Object.entries(schema)) {
    const found = findPlace({ schema: value, path: path + buildPointer([key]) }, isWanted);
    if (found !== undefined) return found;
  }
  return undefined;
}
