// A schema and numbers between 0 and 1 in; a value that the schema most likely takes out. A validator has the last word.
import { isJsonObject, type JsonObject, type JsonValue } from "../../src/json/value.js";
import { parsePointer } from "../../src/json/pointer.js";

export interface Chance {
  /** Between 0 and 1, and another each time. */
  next(): number;
  /** Names to use where a schema invites names of the caller's own. */
  names: readonly string[];
}

/** A row of numbers that a seed decides (mulberry32). */
export function chanceOf(seed: number, names: readonly string[] = []): Chance {
  let state = seed | 0;
  return {
    names,
    next() {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    },
  };
}

export function pick<T>(chance: Chance, list: readonly T[]): T | undefined {
  return list[Math.floor(chance.next() * list.length)];
}

const TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"];
const TEXTS = [
  "",
  "a",
  "ab",
  "Berlin",
  "AB12",
  "X",
  "day",
  "a@b.de",
  "https://example.com/",
  "12",
  "a much longer text than most",
];
const NUMBERS = [0, 1, -1, 2, 3, 7, 10, 50, 0.5, -1.5, 100, 1e6, 2.25, -100, 1000];

/** A value for a schema of a document. It tries to reach the edges of what is allowed. */
export function valueFor(schema: JsonValue, document: JsonValue, chance: Chance, depth = 0): JsonValue {
  if (!isJsonObject(schema)) return anything(chance, depth);
  const flat = flatten(schema, document, chance, 0);
  if (flat["const"] !== undefined) return flat["const"];
  if (Array.isArray(flat["enum"])) return pick(chance, flat["enum"]) ?? null;
  const { type } = flat;
  const types = typeof type === "string" ? [type] : Array.isArray(type) ? type : implied(flat);
  const chosen = pick(chance, types);
  switch (typeof chosen === "string" ? chosen : "object") {
    case "null":
      return null;
    case "boolean":
      return chance.next() < 0.5;
    case "integer":
      return numberFor(flat, chance, true);
    case "number":
      return numberFor(flat, chance, false);
    case "string":
      return textFor(flat, chance);
    case "array":
      return listFor(flat, document, chance, depth);
    default:
      return objectFor(flat, document, chance, depth);
  }
}

/** Without a type a schema takes every one; those that it speaks of are the interesting ones. */
function implied(schema: JsonObject): string[] {
  if (schema["properties"] !== undefined || schema["required"] !== undefined)
    return [...TYPES, "object", "object", "object"];
  return TYPES;
}

/** References followed, all of `allOf` and one of each choice put in. */
function flatten(schema: JsonObject, document: JsonValue, chance: Chance, depth: number): JsonObject {
  if (depth > 8) return schema;
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  const parts: JsonValue[] = [own];
  if (typeof $ref === "string") parts.push(lookUp(document, $ref));
  if (Array.isArray(allOf)) parts.push(...allOf);
  for (const choice of [anyOf, oneOf]) if (Array.isArray(choice)) parts.push(pick(chance, choice) ?? true);
  return parts.reduce<JsonObject>((merged, part) => {
    const { $ref: below, allOf: all, anyOf: any, oneOf: one } = isJsonObject(part) ? part : {};
    const isPlain = [below, all, any, one].every((value) => value === undefined);
    return isJsonObject(part) ? merge(merged, isPlain ? part : flatten(part, document, chance, depth + 1)) : merged;
  }, {});
}

function merge(one: JsonObject, other: JsonObject): JsonObject {
  const merged: JsonObject = { ...one, ...other };
  for (const key of ["properties", "patternProperties"]) {
    const [left, right] = [one[key], other[key]];
    if (isJsonObject(left) && isJsonObject(right)) {
      const both = Object.keys(right).filter((name) => left[name] !== undefined);
      const joined = both.map((name): [string, JsonValue] => [
        name,
        { allOf: [left[name] ?? true, right[name] ?? true] },
      ]);
      merged[key] = { ...left, ...right, ...Object.fromEntries(joined) };
    }
  }
  const [left, right] = [one["required"], other["required"]];
  if (Array.isArray(left) && Array.isArray(right)) merged["required"] = [...left, ...right];
  return merged;
}

function lookUp(document: JsonValue, reference: string): JsonValue {
  let value: JsonValue = document;
  for (const part of parsePointer(decodeURIComponent(reference.slice(1))) ?? []) {
    const below: JsonValue | undefined = Array.isArray(value)
      ? value[Number(part)]
      : isJsonObject(value)
        ? value[part]
        : undefined;
    value = below ?? true;
  }
  return value;
}

function anything(chance: Chance, depth: number): JsonValue {
  const texts: JsonValue[] = [null, true, false, ...NUMBERS, ...TEXTS];
  return depth > 3 || chance.next() < 0.8 ? (pick(chance, texts) ?? null) : { any: [anything(chance, depth + 1)] };
}

function numberFor(schema: JsonObject, chance: Chance, whole: boolean): number {
  const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].flatMap((key) => {
    const value = schema[key];
    return typeof value === "number" ? [value, value + 1, value - 1, value + 0.5, value * 2] : [];
  });
  const from = bounds.length > 0 && chance.next() < 0.8 ? bounds : NUMBERS;
  const number = pick(chance, from) ?? 0;
  return whole ? Math.round(number) : number;
}

function textFor(schema: JsonObject, chance: Chance): string {
  const { minLength, maxLength } = schema;
  const text = pick(chance, TEXTS) ?? "";
  if (chance.next() < 0.3 && typeof maxLength === "number" && maxLength < 2000) return "x".repeat(maxLength);
  if (typeof minLength === "number" && text.length < minLength) return text + "x".repeat(minLength - text.length);
  return text;
}

function listFor(schema: JsonObject, document: JsonValue, chance: Chance, depth: number): JsonValue[] {
  const { items, prefixItems, minItems, maxItems, contains } = schema;
  const prefix = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const rest = Array.isArray(items) ? (schema["additionalItems"] ?? true) : (items ?? true);
  const least = typeof minItems === "number" ? minItems : 0;
  const more = Math.floor(chance.next() * 4);
  const most = typeof maxItems === "number" ? maxItems : rest === false ? prefix.length : Infinity;
  const length = depth > 5 ? least : Math.min(chance.next() < 0.2 && most < 50 ? most : least + more, most);
  const list = Array.from({ length }, (_, at) => valueFor(prefix[at] ?? rest, document, chance, depth + 1));
  if (contains !== undefined && list.length > 0)
    list[list.length - 1] = valueFor(contains, document, chance, depth + 1);
  return list;
}

function objectFor(schema: JsonObject, document: JsonValue, chance: Chance, depth: number): JsonObject {
  const { properties, required, additionalProperties: others, patternProperties } = schema;
  const declared = isJsonObject(properties) ? properties : {};
  const needed = new Set(Array.isArray(required) ? required.filter((name) => typeof name === "string") : []);
  const likely = depth > 4 ? 0 : chance.next();
  const value: JsonObject = {};
  for (const [name, part] of Object.entries(declared)) {
    if (needed.has(name) || (part !== false && chance.next() < likely))
      value[name] = valueFor(part, document, chance, depth + 1);
  }
  for (const name of needed) if (!(name in value)) value[name] = valueFor(others ?? true, document, chance, depth + 1);
  if (others !== false && chance.next() < 0.3) {
    const name = others === undefined ? "an unlisted name" : (pick(chance, chance.names) ?? "MY_NAME");
    if (!(name in declared)) value[name] = valueFor(others ?? true, document, chance, depth + 1);
  }
  const [pattern] = Object.entries(isJsonObject(patternProperties) ? patternProperties : {});
  if (pattern !== undefined && chance.next() < 0.5) value["x-mine"] = valueFor(pattern[1], document, chance, depth + 1);
  return value;
}
