// Finds, among recorded values, the one most like a requested value, and where the two differ. Pure.
import { canonicalJson } from "../json/canonical.js";
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonValue } from "../json/value.js";

export interface Nearest<T> {
  candidate: T;
  /** JSON pointers, down to the leaves; `/` for the whole value. */
  places: string[];
}

/** Returns the candidate with the fewest differing places, the first of several; undefined without candidates. */
export function findNearest<T>(
  asked: JsonValue,
  candidates: Iterable<T>,
  valueOf: (candidate: T) => JsonValue,
): Nearest<T> | undefined {
  let nearest: Nearest<T> | undefined;
  for (const candidate of candidates) {
    const places = differingPlaces(valueOf(candidate), asked);
    if (nearest === undefined || places.length < nearest.places.length) nearest = { candidate, places };
  }
  return nearest;
}

/** Returns pointers to where two values differ, down to the leaves. */
export function differingPlaces(one: JsonValue, other: JsonValue, path: (string | number)[] = []): string[] {
  if (canonicalJson(one) === canonicalJson(other)) return [];
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return one.flatMap((item, index) => differingPlaces(item, other[index] ?? null, [...path, index]));
  }
  if (isJsonObject(one) && isJsonObject(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return keys.flatMap((key) => {
      const [left, right] = [ownOf(one, key), ownOf(other, key)];
      // A field that only one side has differs, even where it is null.
      if (left === undefined || right === undefined) return [buildPointer([...path, key])];
      return differingPlaces(left, right, [...path, key]);
    });
  }
  return [buildPointer(path) || "/"];
}

function ownOf(object: { [key: string]: JsonValue }, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
