// Finds the keys that an object may have at a place, from a schema and the value read with it.
import * as z from "zod";
import { isJsonObject } from "../json/value.js";
import type { ConfigPath } from "./config-path.js";

export interface KnownKeys {
  /** Keys of the object, in the schema's order. */
  here: string[];
  /** Where a key decides between several variants of the object: the other variants. */
  elsewhere: { name: string; keys: string[] }[];
}

/** The keys that `schema` allows at `path` in `value`. */
export function findKnownKeys(schema: z.core.$ZodType, value: unknown, path: ConfigPath): KnownKeys {
  const inner = unwrap(schema);
  const [next, ...rest] = path;
  if (inner instanceof z.ZodDiscriminatedUnion) {
    const key = inner.def.discriminator;
    const variants = inner.options.flatMap((option) => (option instanceof z.ZodObject ? [option] : []));
    const chosen = isJsonObject(value) ? value[key] : undefined;
    const fits = (variant: z.ZodObject): boolean => z.safeParse(variant.def.shape[key] ?? z.never(), chosen).success;
    const variant = variants.find(fits);
    if (variant === undefined) return { here: [], elsewhere: [] };
    const known = findKnownKeys(variant, value, path);
    if (next !== undefined) return known;
    return {
      ...known,
      elsewhere: variants
        .filter((other) => other !== variant)
        .map((other) => ({ name: nameVariant(other, key), keys: Object.keys(other.def.shape) })),
    };
  }
  if (inner instanceof z.ZodUnion) {
    const options = inner.options.map((option) => findKnownKeys(option, value, path));
    return { here: [...new Set(options.flatMap(({ here }) => here))], elsewhere: [] };
  }
  if (inner instanceof z.ZodObject) {
    if (next === undefined) return { here: Object.keys(inner.def.shape), elsewhere: [] };
    const member = inner.def.shape[String(next)];
    return member === undefined ? { here: [], elsewhere: [] } : findKnownKeys(member, memberOf(value, next), rest);
  }
  if (inner instanceof z.ZodArray && next !== undefined)
    return findKnownKeys(inner.element, memberOf(value, next), rest);
  return { here: [], elsewhere: [] };
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return unwrap(schema.unwrap());
  return schema;
}

/** `"transport": "shttp" or "sse"`. */
function nameVariant(variant: z.ZodObject, key: string): string {
  const tag = unwrap(variant.def.shape[key] ?? z.never());
  const values = tag instanceof z.ZodLiteral ? [...tag.values] : tag instanceof z.ZodEnum ? tag.options : [];
  return `"${key}": ${values.map((value) => JSON.stringify(value)).join(" or ")}`;
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  if (Array.isArray(value)) return typeof key === "number" ? value[key] : undefined;
  return isJsonObject(value) ? value[String(key)] : undefined;
}
