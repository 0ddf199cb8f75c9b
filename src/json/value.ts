// Defines JSON values: their types, and the tests that most code needs.

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** True for a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A number that a double cannot hold, with its digits: see kept-numbers.ts. */
// A type, not an interface, so that it is a JsonObject too.
export type KeptNumber = { $number: string };

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** True of `{ $number: "9007199254740993" }`. */
export function isKeptNumber(value: unknown): value is KeptNumber {
  if (!isJsonObject(value)) return false;
  const digits = value["$number"];
  return typeof digits === "string" && NUMBER.test(digits) && Object.keys(value).length === 1;
}

/** The value's JSON type: `null`, `boolean`, `number`, `string`, `array` or `object`. */
export function jsonType(value: JsonValue): "null" | "boolean" | "number" | "string" | "array" | "object" {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  if (type === "boolean" || type === "number" || type === "string") return type;
  return isKeptNumber(value) ? "number" : "object";
}
