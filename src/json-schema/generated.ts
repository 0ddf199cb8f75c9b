// Knows what schema generators write in addition to what an author asked for, without further meaning.
import * as z from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";

/** True for the limits that zod 4 writes for every whole number: those of JavaScript's safe integers. */
export function isLimitOfWholeNumbers(name: string, value: JsonValue | undefined): boolean {
  if (name === "maximum") return value === Number.MAX_SAFE_INTEGER;
  return name === "minimum" && value === Number.MIN_SAFE_INTEGER;
}

/** True for `propertyNames` that require no more than that a name is a name. */
export function takesAnyName(schema: JsonValue | undefined): boolean {
  if (!isJsonObject(schema)) return schema === undefined || schema === true;
  return Object.keys(schema).every((key) => key === "type") && (schema["type"] ?? "string") === "string";
}

const ANY_NAME: ReadonlySet<string> = new Set(["", "^", "$", ".*", "^.*", ".*$", "^.*$", "^(.*)$", "(.*)"]);

/** True for a pattern that every name matches, as TypeBox writes for a record. */
export function matchesAnyName(pattern: string): boolean {
  return ANY_NAME.has(pattern);
}

let patterns: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** True for a pattern that zod writes beside a format, and that only repeats the format. */
export function isPatternOfFormat(schema: JsonObject): boolean {
  const { format, pattern } = schema;
  if (typeof format !== "string" || typeof pattern !== "string") return false;
  patterns ??= collectPatterns();
  return patterns.get(format)?.has(pattern) === true;
}

/** Written by older versions. */
const FORMER: readonly [format: string, pattern: string][] = [
  ["email", "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$"],
];

function collectPatterns(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (format: unknown, pattern: unknown): void => {
    if (typeof format !== "string" || typeof pattern !== "string") return;
    const known = found.get(format) ?? new Set<string>();
    found.set(format, known.add(pattern));
  };
  const names = [z.email(), z.uuid(), z.guid(), z.uuidv4(), z.uuidv6(), z.uuidv7(), z.nanoid(), z.cuid(), z.cuid2()];
  const ids = [z.ulid(), z.xid(), z.ksuid(), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.e164(), z.emoji()];
  const times = [z.iso.date(), z.iso.datetime(), z.iso.datetime({ offset: true }), z.iso.time(), z.iso.duration()];
  for (const text of [...names, ...ids, ...times, z.base64(), z.base64url()]) {
    const { format, pattern } = z.toJSONSchema(text);
    add(format, pattern);
  }
  for (const [format, pattern] of FORMER) add(format, pattern);
  return found;
}
