// Tells whether one JSON value contains another. Exact: no tolerance, no substrings.
import { canonicalJson } from "../json/canonical.js";
import { isNumber, sameNumber } from "../json/digits.js";
import { isJsonObject, type JsonValue } from "../json/value.js";

/** True where every field of `part` is in `whole`; arrays are of equal length and compared element by element. */
export function containsJson(whole: JsonValue | undefined, part: JsonValue): boolean {
  if (whole === undefined) return false;
  if (isNumber(whole) || isNumber(part)) return isNumber(whole) && isNumber(part) && sameNumber(whole, part);
  if (isJsonObject(part)) {
    return (
      isJsonObject(whole) &&
      Object.entries(part).every(([key, value]) => Object.hasOwn(whole, key) && containsJson(whole[key], value))
    );
  }
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) && whole.length === part.length && part.every((value, at) => containsJson(whole[at], value))
    );
  }
  return canonicalJson(whole) === canonicalJson(part);
}
