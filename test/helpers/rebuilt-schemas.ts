// Writes an input schema again as its author would in zod 3, zod 4, TypeBox and valibot, and what these make of it.
import { Type, type TSchema } from "@sinclair/typebox";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { z as z3 } from "zod-3";
import * as z4 from "zod";
import { zodToJsonSchema } from "zod-to-json-schema";
import { isJsonObject, type JsonObject, type JsonValue } from "../../src/json/value.js";

interface Rules {
  min?: number;
  max?: number;
  above?: number;
  below?: number;
  pattern?: string;
  format?: string;
}

/** What a schema can be written with; `T` is a schema of the library. */
interface Library<T> {
  text(rules: Rules): T;
  number(whole: boolean, rules: Rules): T;
  boolean(): T;
  nothing(): T;
  any(): T;
  values(values: string[]): T;
  literal(value: string | number | boolean): T;
  list(item: T, rules: Rules): T;
  object(parts: Record<string, T>): T;
  record(part: T): T;
  choice(parts: T[]): T;
  nullable(part: T): T;
  optional(part: T): T;
  described(part: T, text: string): T;
  defaulted(part: T, value: JsonValue): T;
  write(schema: T): unknown;
}

const EACH = [
  ["min", "min"],
  ["max", "max"],
  ["above", "gt"],
  ["below", "lt"],
] as const;

const zod3: Library<z3.ZodTypeAny> = {
  text: ({ min, max, pattern, format }) => {
    let schema = z3.string();
    if (min !== undefined) schema = schema.min(min);
    if (max !== undefined) schema = schema.max(max);
    if (pattern !== undefined) schema = schema.regex(new RegExp(pattern));
    if (format !== undefined) schema = FORMATS_3[format]?.(schema) ?? unwritable(`format ${format}`);
    return schema;
  },
  number: (whole, rules) => {
    let schema = whole ? z3.number().int() : z3.number();
    for (const [rule, method] of EACH) {
      const value = rules[rule];
      if (value !== undefined) schema = schema[method](value);
    }
    return schema;
  },
  boolean: () => z3.boolean(),
  nothing: () => z3.null(),
  any: () => z3.any(),
  values: (values) => z3.enum(filled(values)),
  literal: (value) => z3.literal(value),
  list: (item, { min, max }) => {
    let schema = z3.array(item);
    if (min !== undefined) schema = schema.min(min);
    if (max !== undefined) schema = schema.max(max);
    return schema;
  },
  object: (parts) => z3.object(parts),
  record: (part) => z3.record(part),
  choice: (parts) => z3.union(filled(parts, 2)),
  nullable: (part) => part.nullable(),
  optional: (part) => part.optional(),
  described: (part, text) => part.describe(text),
  defaulted: (part, value) => part.default(value),
  // As the MCP SDK calls it.
  write: (schema) => zodToJsonSchema(schema as never, { strictUnions: true, pipeStrategy: "input" }),
};

type Text3 = z3.ZodString;
const FORMATS_3: Record<string, (text: Text3) => Text3> = {
  uri: (text) => text.url(),
  email: (text) => text.email(),
  uuid: (text) => text.uuid(),
  date: (text) => text.date(),
  "date-time": (text) => text.datetime(),
  ipv4: (text) => text.ip({ version: "v4" }),
  ipv6: (text) => text.ip({ version: "v6" }),
};

const zod4 = (target: "draft-7" | "draft-2020-12"): Library<z4.ZodType> => ({
  text: ({ min, max, pattern, format }) => {
    const checks: z4.core.$ZodCheck<string>[] = [];
    if (min !== undefined) checks.push(z4.minLength(min));
    if (max !== undefined) checks.push(z4.maxLength(max));
    if (pattern !== undefined) checks.push(z4.regex(new RegExp(pattern)));
    const schema = format === undefined ? z4.string() : (FORMATS_4[format]?.() ?? unwritable(`format ${format}`));
    return schema.check(...checks);
  },
  number: (whole, rules) => {
    let schema: z4.ZodNumber = whole ? z4.number().int() : z4.number();
    for (const [rule, method] of EACH) {
      const value = rules[rule];
      if (value !== undefined) schema = schema[method](value);
    }
    return schema;
  },
  boolean: () => z4.boolean(),
  nothing: () => z4.null(),
  any: () => z4.any(),
  values: (values) => z4.enum(filled(values)),
  literal: (value) => z4.literal(value),
  list: (item, { min, max }) => {
    let schema = z4.array(item);
    if (min !== undefined) schema = schema.min(min);
    if (max !== undefined) schema = schema.max(max);
    return schema;
  },
  object: (parts) => z4.object(parts),
  record: (part) => z4.record(z4.string(), part),
  choice: (parts) => z4.union(parts),
  nullable: (part) => part.nullable(),
  optional: (part) => part.optional(),
  described: (part, text) => part.describe(text),
  defaulted: (part, value) => part.default(value),
  write: (schema) => z4.toJSONSchema(schema, { target, io: "input" }),
});

const FORMATS_4: Record<string, () => z4.ZodType<string>> = {
  uri: () => z4.url(),
  email: () => z4.email(),
  uuid: () => z4.uuid(),
  date: () => z4.iso.date(),
  "date-time": () => z4.iso.datetime(),
  ipv4: () => z4.ipv4(),
  ipv6: () => z4.ipv6(),
};

const typebox: Library<TSchema> = {
  text: ({ min, max, pattern, format }) => Type.String(given({ minLength: min, maxLength: max, pattern, format })),
  number: (whole, { min, max, above, below }) => {
    const rules = given({ minimum: min, maximum: max, exclusiveMinimum: above, exclusiveMaximum: below });
    return whole ? Type.Integer(rules) : Type.Number(rules);
  },
  boolean: () => Type.Boolean(),
  nothing: () => Type.Null(),
  any: () => Type.Any(),
  values: (values) => Type.Union(values.map((value) => Type.Literal(value))),
  literal: (value) => Type.Literal(value),
  list: (item, { min, max }) => Type.Array(item, given({ minItems: min, maxItems: max })),
  object: (parts) => Type.Object(parts),
  record: (part) => Type.Record(Type.String(), part),
  choice: (parts) => Type.Union(parts),
  nullable: (part) => Type.Union([part, Type.Null()]),
  optional: (part) => Type.Optional(part),
  described: (part, description) => ({ ...part, description }),
  defaulted: (part, value) => Type.Optional({ ...part, default: value }),
  write: (schema) => schema,
};

type Valibot = v.GenericSchema;
const valibot: Library<Valibot> = {
  text: ({ min, max, pattern, format }) => {
    const actions: v.PipeItem<string, string, never>[] = [];
    if (min !== undefined) actions.push(v.minLength(min) as never);
    if (max !== undefined) actions.push(v.maxLength(max) as never);
    if (pattern !== undefined) actions.push(v.regex(new RegExp(pattern)) as never);
    if (format !== undefined) actions.push((FORMATS_V[format]?.() ?? unwritable(`format ${format}`)) as never);
    return v.pipe(v.string(), ...(actions as [])) as Valibot;
  },
  number: (whole, { min, max, above, below }) => {
    const actions: unknown[] = whole ? [v.integer()] : [];
    if (min !== undefined) actions.push(v.minValue(min));
    if (max !== undefined) actions.push(v.maxValue(max));
    if (above !== undefined) actions.push(v.gtValue(above));
    if (below !== undefined) actions.push(v.ltValue(below));
    return v.pipe(v.number(), ...(actions as [])) as Valibot;
  },
  boolean: () => v.boolean(),
  nothing: () => v.null(),
  any: () => v.any(),
  values: (values) => v.picklist(values),
  literal: (value) => v.literal(value),
  list: (item, { min, max }) => {
    const actions: unknown[] = [];
    if (min !== undefined) actions.push(v.minLength(min));
    if (max !== undefined) actions.push(v.maxLength(max));
    return v.pipe(v.array(item), ...(actions as [])) as Valibot;
  },
  object: (parts) => v.object(parts),
  record: (part) => v.record(v.string(), part),
  choice: (parts) => v.union(parts),
  nullable: (part) => v.nullable(part),
  optional: (part) => v.optional(part),
  described: (part, text) => v.pipe(part, v.description(text)) as Valibot,
  defaulted: (part, value) => v.optional(part, value as never),
  write: (schema) => toJsonSchema(schema, { typeMode: "input", errorMode: "throw" }),
};

const FORMATS_V: Record<string, () => unknown> = {
  uri: () => v.url(),
  email: () => v.email(),
  uuid: () => v.uuid(),
  date: () => v.isoDate(),
  "date-time": () => v.isoTimestamp(),
  ipv4: () => v.ipv4(),
  ipv6: () => v.ipv6(),
};

/** Says that a schema cannot be written so. */
class Unwritable extends Error {}

function unwritable(what: string): never {
  throw new Unwritable(what);
}

function given<T extends object>(options: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}

function filled<T>(list: T[], least = 1): [T, T, ...T[]] {
  return list.length < least ? unwritable("too few values") : (list as [T, T, ...T[]]);
}

export const LIBRARIES = ["zod 3", "zod 4", "zod 4, 2020-12", "TypeBox", "valibot"] as const;
export type LibraryName = (typeof LIBRARIES)[number];

/** What a library makes of an input schema; the reason where it cannot be written so. */
export function rebuild(schema: JsonValue, library: LibraryName): { schema: JsonObject } | { why: string } {
  try {
    switch (library) {
      case "zod 3":
        return { schema: written(zod3, schema) };
      case "zod 4":
        return { schema: written(zod4("draft-7"), schema) };
      case "zod 4, 2020-12":
        return { schema: written(zod4("draft-2020-12"), schema) };
      case "TypeBox":
        return { schema: written(typebox, schema) };
      case "valibot":
        return { schema: written(valibot, schema) };
    }
  } catch (error) {
    if (error instanceof Unwritable) return { why: error.message };
    throw error;
  }
}

function written<T>(library: Library<T>, schema: JsonValue): JsonObject {
  return JSON.parse(JSON.stringify(library.write(build(library, schema)))) as JsonObject;
}

const KNOWN = new Set(
  (
    "type title description default properties required anyOf $schema additionalProperties items enum const minimum " +
    "maximum minItems maxItems minLength maxLength format pattern exclusiveMinimum exclusiveMaximum"
  ).split(" "),
);

function build<T>(library: Library<T>, schema: JsonValue): T {
  if (!isJsonObject(schema)) return schema === true ? library.any() : unwritable("a schema that is none");
  for (const key of Object.keys(schema)) if (!KNOWN.has(key)) unwritable(key);
  const { description, default: standard } = schema;
  const bare = buildBare(library, schema);
  const described = typeof description === "string" ? library.described(bare, description) : bare;
  // Some authors write it where the schema takes no null, which no library writes.
  if (standard === undefined || (standard === null && !takesNull(schema))) return described;
  return library.defaulted(described, standard);
}

function buildBare<T>(library: Library<T>, schema: JsonObject): T {
  const { type, anyOf, enum: values, const: only } = schema;
  if (Array.isArray(type)) {
    const types = type.filter((name) => name !== "null");
    if (types.length !== 1 || types.length === type.length) unwritable("types");
    return library.nullable(buildBare(library, { ...schema, type: types[0] ?? null }));
  }
  if (Array.isArray(anyOf)) {
    const parts = anyOf.filter((part) => !(isJsonObject(part) && part["type"] === "null"));
    const built = parts.map((part) => build(library, part));
    const one = built.length === 1 && built[0] !== undefined ? built[0] : library.choice(filled(built, 2));
    return parts.length === anyOf.length ? one : library.nullable(one);
  }
  if (only !== undefined) return isPlain(only) ? library.literal(only) : unwritable("const");
  if (values !== undefined) {
    const texts = Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
    if (!Array.isArray(values) || texts.length !== values.length || new Set(texts).size < texts.length) {
      unwritable("enum");
    }
    const [first] = texts;
    return texts.length === 1 && first !== undefined ? library.literal(first) : library.values(texts);
  }
  switch (typeof type === "string" || type === undefined ? type : "") {
    case "string":
      return library.text(rulesOf(schema, "minLength", "maxLength"));
    case "number":
    case "integer":
      return library.number(type === "integer", rulesOf(schema, "minimum", "maximum"));
    case "boolean":
      return library.boolean();
    case "null":
      return library.nothing();
    case "array":
      return library.list(build(library, schema["items"] ?? true), rulesOf(schema, "minItems", "maxItems"));
    case "object":
      return buildObject(library, schema);
    case undefined:
      return schema["format"] === undefined ? library.any() : unwritable("a format without a type");
    default:
      return unwritable("type");
  }
}

function takesNull({ type, anyOf }: JsonObject): boolean {
  const types = [type ?? []].flat();
  return (
    types.includes("null") || (Array.isArray(anyOf) && anyOf.some((part) => isJsonObject(part) && takesNull(part)))
  );
}

function isPlain(value: JsonValue): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function rulesOf(schema: JsonObject, min: string, max: string): Rules {
  const number = (key: string) => (typeof schema[key] === "number" ? schema[key] : undefined);
  const text = (key: string) => (typeof schema[key] === "string" ? schema[key] : undefined);
  return {
    ...given({
      min: schema["exclusiveMinimum"] === true ? undefined : number(min),
      max: schema["exclusiveMaximum"] === true ? undefined : number(max),
      above: schema["exclusiveMinimum"] === true ? number(min) : number("exclusiveMinimum"),
      below: schema["exclusiveMaximum"] === true ? number(max) : number("exclusiveMaximum"),
      pattern: text("pattern"),
      format: text("format"),
    }),
  } as Rules;
}

function buildObject<T>(library: Library<T>, schema: JsonObject): T {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (!isJsonObject(properties)) return unwritable("properties");
  const names = Object.keys(properties);
  if (isJsonObject(additionalProperties)) {
    return names.length > 0
      ? unwritable("a map with properties")
      : library.record(build(library, additionalProperties));
  }
  if (additionalProperties === true) return names.length > 0 ? unwritable("open") : library.record(library.any());
  const parts = names.map((name): [string, T] => {
    const part = properties[name] ?? true;
    const isRequired = Array.isArray(required) && required.includes(name);
    const hasDefault =
      isJsonObject(part) && part["default"] !== undefined && (part["default"] !== null || takesNull(part));
    if (isRequired && hasDefault) return unwritable("a default that is never used");
    const built = build(library, part);
    return [name, isRequired || hasDefault ? built : library.optional(built)];
  });
  return library.object(Object.fromEntries(parts));
}
