// Compares the expected result of a direct tool test with a tool's answer: whether they match, or where they differ.
import { isNumber, sameNumber, type ExactNumber } from "../json/digits.js";
import { readLossless } from "../json/read-json.js";
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { CallOutcome } from "../trace/trace.js";
import { textBlocksOf } from "./result-text.js";
import { hasWords } from "./word-in-text.js";

export interface Mismatch {
  /** JSON pointer into the compared value. */
  at: string;
  expected: JsonValue;
  /** Absent where the answer has no value there. */
  actual?: JsonValue;
}

/** Relative to the expected number. */
const TOLERANCE = 1e-4;
/** As the only key of an object: a string that the answer's string must contain. */
const CONTAINS = "$contains";

/**
 * Returns everything that a result can mean: its structured content, its text, JSON in its text, and several text
 * blocks as a list.
 */
export function meaningsOf(outcome: CallOutcome): JsonValue[] {
  const structured =
    outcome.kind === "result" && isJsonObject(outcome.result) ? outcome.result["structuredContent"] : undefined;
  const blocks = textBlocksOf(outcome);
  const whole = blocks.join("\n");
  const parsed = blocks.map(parseText);
  const several = blocks.length > 1;
  return [
    ...(structured === undefined ? [] : [structured]),
    ...(blocks.length > 0 ? [parseText(whole), whole] : []),
    ...(several ? [...parsed, parsed] : []),
  ];
}

/** Undefined where one of the meanings matches, else how the first of them differs. */
export function compareExpectedResult(expected: JsonValue, outcome: CallOutcome): Mismatch | undefined {
  const mismatches: Mismatch[] = [];
  for (const meaning of meaningsOf(outcome)) {
    const mismatch = compareValues(expected, meaning, []);
    if (mismatch === undefined) return undefined;
    mismatches.push(mismatch);
  }
  const ofSameType = mismatches.find(({ at, actual }) => at !== "" || typeof actual === typeof expected);
  return ofSameType ?? mismatches[0] ?? { at: "", expected };
}

/**
 * Returns how a value differs from the expected one, or undefined. Whole numbers must be equal, other numbers within
 * 1e-4 of their size; a string is a substring (inside an object or array as whole words, the empty string only itself),
 * an object a subset; arrays have equal length and match element by element; everything else must be equal.
 */
function compareValues(
  expected: JsonValue,
  actual: JsonValue | undefined,
  path: readonly (string | number)[],
): Mismatch | undefined {
  const differs: Mismatch = {
    at: buildPointer(path),
    expected,
    ...(actual !== undefined && { actual }),
  };
  if (isNumber(expected) || isNumber(actual)) {
    return isNumber(expected) && isNumber(actual) && isNear(expected, actual) ? undefined : differs;
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs;
    return firstOf(expected.map((value, at) => () => compareValues(value, actual[at], [...path, at])));
  }
  if (isJsonObject(expected)) {
    const part = containedIn(expected);
    if (part !== undefined) return typeof actual === "string" && actual.includes(part) ? undefined : differs;
    if (!isJsonObject(actual)) return differs;
    return firstOf(
      Object.entries(expected).map(
        ([key, value]) =>
          () =>
            compareValues(value, Object.hasOwn(actual, key) ? actual[key] : undefined, [...path, key]),
      ),
    );
  }
  if (typeof expected === "string" && typeof actual === "string") {
    if (expected === actual) return undefined;
    const isThere = path.length > 0 ? hasWords(actual, expected) : expected !== "" && actual.includes(expected);
    return isThere ? undefined : differs;
  }
  return expected === actual ? undefined : differs;
}

/** Returns the string of `{ "$contains": "string" }`. */
function containedIn(expected: JsonObject): string | undefined {
  const part = expected[CONTAINS];
  return typeof part === "string" && Object.keys(expected).length === 1 ? part : undefined;
}

function firstOf(checks: readonly (() => Mismatch | undefined)[]): Mismatch | undefined {
  for (const check of checks) {
    const mismatch = check();
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

/** Whole numbers, and numbers that a double cannot hold, are compared digit by digit. */
function isNear(expected: ExactNumber, actual: ExactNumber): boolean {
  if (typeof expected !== "number" || typeof actual !== "number") return sameNumber(expected, actual);
  if (expected === actual) return true;
  return !Number.isInteger(expected) && Math.abs(expected - actual) <= TOLERANCE * Math.abs(expected);
}

function parseText(text: string): JsonValue {
  const value = readLossless(text);
  return value === undefined ? text : value;
}
