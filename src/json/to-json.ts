// Copies a typed value of plain data as a JSON value, without keys that are undefined.
import type { JsonValue } from "./value.js";

/** A copy as JSON. Throws TypeError for what JSON cannot represent: functions, symbols, bigints. */
export function toJson(value: unknown): JsonValue {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== "object") throw new TypeError(`${typeof value} is no JSON`);
  const present = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(present.map(([key, part]) => [key, toJson(part)]));
}
