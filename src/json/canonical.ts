// Writes a JSON value as one text, whatever the order of its keys: for keys, hashes and equality.
import { canonicalNumber, readNumber } from "./digits.js";
import { isJsonObject, isKeptNumber, type JsonValue } from "./value.js";

/**
 * Compact JSON with the keys of every object sorted by UTF-16 code units, and one notation for each number. A number
 * that was kept only for its notation (`{ $number: "1.0" }`) still has another text than 1.
 */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const number = isKeptNumber(value) ? readNumber(value.$number) : undefined;
  if (isKeptNumber(number)) return canonicalNumber(number);
  if (isJsonObject(value)) {
    const entries = Object.keys(value)
      .toSorted()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
    return `{${entries.join(",")}}`;
  }
  return JSON.stringify(value);
}
