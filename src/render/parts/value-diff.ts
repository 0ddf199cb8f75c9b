// Two JSON values in; the lines of both, each with what became of it, out. Bounded, so that a report is made in time.
import Differ, { type DiffResult } from "json-diff-kit/differ.js";
import { isJsonObject, isKeptNumber, type JsonValue } from "../../json/value.js";

/** Characters of both sides up to which objects in lists are paired by being equal; it grows with their square. */
const PAIRED = 8_000;
/** Up to which there is a comparison at all. */
const COMPARED = 100_000;
/** Characters that one report compares. */
const SHARE = 1_000_000;
export const DEEPEST = 100;

/** The recorded line and the present one beside it; the texts are JSON. */
export type LinePair = readonly [recorded: DiffResult, present: DiffResult | undefined];

/** From two values to their lines; undefined where one is absent, or where they are too large or too deep. */
export type ValueDiffer = (
  recorded: JsonValue | undefined,
  present: JsonValue | undefined,
) => readonly LinePair[] | undefined;

/** A differ for one report: when the report has had its share, there are no more comparisons. */
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

/** True where objects in lists can be paired by their place in the list, which shows a change inside of one. */
function sameLengths(recorded: JsonValue, present: JsonValue): boolean {
  if (Array.isArray(recorded) && Array.isArray(present)) {
    const hold = [...recorded, ...present].some((item) => typeof item === "object" && item !== null);
    if (hold && recorded.length !== present.length) return false;
    return recorded.every((item, at) => sameLengths(item, present[at] ?? null));
  }
  if (!isJsonObject(recorded) || !isJsonObject(present)) return true;
  return Object.entries(recorded).every(([key, item]) => sameLengths(item, present[key] ?? null));
}

/** The differ writes keys into JSON as they are, and fails on a number that JSON cannot hold (`1e999` is read as one). */
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

/** Without recursion: a recorded value may be deep enough to end the stack. */
export function depthOf(json: JsonValue | undefined): number {
  let depth = 0;
  let level: JsonValue[] = json === undefined ? [] : [json];
  while (level.length > 0 && depth < DEEPEST) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
    depth += 1;
  }
  return depth;
}
