// Decides whether two JSON values are the same.
import { isJsonObject, type JsonValue } from "../json/value.js";

/** True for two JSON values that differ at most in the order of keys. */
export function areAlike(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((part, at) => areAlike(part, other[at] ?? null))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && areAlike(one[key] ?? null, other[key] ?? null))
  );
}
