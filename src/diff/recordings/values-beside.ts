// Finds the places where two JSON values differ, with both values.
import { canonicalJson } from "../../json/canonical.js";
import { buildPointer } from "../../json/pointer.js";
import { isJsonObject, type JsonValue } from "../../json/value.js";

export interface ValueDifference {
  /** A JSON pointer. */
  path: string;
  /** Absent where there was no value. */
  before?: JsonValue;
  after?: JsonValue;
}

/** Returns the smallest parts that differ, in the order of the values. Arrays are compared element by element. */
export function diffValues(before: JsonValue | undefined, after: JsonValue | undefined): ValueDifference[] {
  const found: ValueDifference[] = [];
  compare(before, after, [], found);
  return found;
}

function compare(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: readonly (string | number)[],
  found: ValueDifference[],
): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let at = 0; at < Math.max(before.length, after.length); at++) {
      compare(before[at], after[at], [...path, at], found);
    }
  } else if (isJsonObject(before) && isJsonObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare(own(before, key), own(after, key), [...path, key], found);
    }
  } else if (before === undefined || after === undefined || canonicalJson(before) !== canonicalJson(after)) {
    found.push({
      path: buildPointer(path),
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    });
  }
}

function own(object: { [key: string]: JsonValue }, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
