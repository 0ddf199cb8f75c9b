// Compares two JSON values line by line. Limited, so that a report is ready in time.
import { isJsonObject, isKeptNumber, type JsonValue } from "../../json/value.js";
import { Differ, type DiffResult } from "./differ.js";

/**
 * Most characters of both sides for which objects in lists are paired by equality; the cost grows with their square.
 */
const PAIRED = 8_000;
/** Most characters that are compared at all. */
const COMPARED = 100_000;
/** Characters that one report compares. */
const SHARE = 1_000_000;
export const DEEPEST = 100;

/** The recorded line and the present one next to it; the texts are JSON. */
export type LinePair = readonly [recorded: DiffResult, present: DiffResult | undefined];

/** Compares two values; undefined where one is absent, or where they are too large or too deep. */
export type ValueDiffer = (
  recorded: JsonValue | undefined,
  present: JsonValue | undefined,
) => readonly LinePair[] | undefined;

/** Creates a differ for one report: when the report has used its share, nothing more is compared. */
export function createValueDiffer(): ValueDiffer {
  let spent = 0;
  return (recorded, present) => {
    const size = sizeOf(recorded) + sizeOf(present);
    const fits = size <= COMPARED && spent + size <= SHARE && depthOf(recorded) < DEEPEST && depthOf(present) < DEEPEST;
    if (recorded === undefined || present === undefined || !fits) return undefined;
    const paired = size <= PAIRED && !sameLengths(recorded, present);
    spent += paired ? 4 * size : size;
    const differ = new Differ({
      detectCircular: false,
      arrayDiffMethod: "lcs",
      recursiveEqual: paired,
      preserveKeyOrder: "before",
    });
    const [left, right] = differ.diff(escapeKeys(recorded), escapeKeys(present));
    return left.map((line, at) => [line, right[at]] as const);
  };
}

/** True where objects in lists can be paired by their index, which shows a change inside of one. */
function sameLengths(recorded: JsonValue, present: JsonValue): boolean {
  if (Array.isArray(recorded) && Array.isArray(present)) {
    const hold = [...recorded, ...present].some((item) => typeof item === "object" && item !== null);
    if (hold && recorded.length !== present.length) return false;
    return recorded.every((item, at) => sameLengths(item, present[at] ?? null));
  }
  if (!isJsonObject(recorded) || !isJsonObject(present)) return true;
  return Object.entries(recorded).every(([key, item]) => sameLengths(item, present[key] ?? null));
}

/** The differ writes keys into JSON unescaped, and fails on a number that JSON cannot hold (`1e999` is read as one). */
function escapeKeys(json: JsonValue): JsonValue {
  if (typeof json === "number") return Number.isFinite(json) ? json : String(json);
  if (isKeptNumber(json)) return json.$number;
  if (Array.isArray(json)) return json.map(escapeKeys);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [JSON.stringify(key).slice(1, -1), escapeKeys(value)]),
  );
}

function sizeOf(json: JsonValue | undefined): number {
  if (json === undefined) return 0;
  return depthOf(json) < DEEPEST ? JSON.stringify(json).length : COMPARED + 1;
}

/** Without recursion: a recorded value may be deep enough to overflow the stack. */
export function depthOf(json: JsonValue | undefined): number {
  let depth = 0;
  let level: JsonValue[] = json === undefined ? [] : [json];
  while (level.length > 0 && depth < DEEPEST) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
    depth += 1;
  }
  return depth;
}
