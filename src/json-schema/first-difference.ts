// Finds the one place of two values that contains all differences, and the values there.
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { canonicalJson } from "../json/canonical.js";

/** The deepest place that holds all differences of two JSON values. */
export function firstDifference(
  before: JsonValue,
  after: JsonValue,
): { path: string; before?: JsonValue; after?: JsonValue } {
  const only = isJsonObject(before) && isJsonObject(after) ? onlyDifference(before, after) : undefined;
  if (only === undefined) return { path: "", before, after };
  const [old, now] = [before, after].map((value) => (isJsonObject(value) ? value[only] : undefined));
  if (old === undefined || now === undefined) {
    const values = { ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) };
    return { path: buildPointer([only]), ...values };
  }
  const below = firstDifference(old, now);
  return { ...below, path: buildPointer([only]) + below.path };
}

function onlyDifference(before: JsonObject, after: JsonObject): string | undefined {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const others = keys.filter((key) => textOf(before[key]) !== textOf(after[key]));
  return others.length === 1 ? others[0] : undefined;
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? "" : canonicalJson(value);
}
