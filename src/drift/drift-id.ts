// A drift without its id in, its id out: the same for the same drift, today and tomorrow.
import { canonicalJson } from "../json/canonical.js";
import { hashText } from "../json/hash.js";
import type { Drift } from "../trace/drift.js";
import type { JsonValue } from "../json/value.js";

/** `d-` and eight hex digits, of workflow, place, class and both values. */
export function driftId(workflow: string, drift: Omit<Drift, "id">): string {
  const { part, step, call, tool, path } = drift.where;
  // Not the turn: a tool is gone for the first turn that calls it, and it is the same drift for the next.
  const place: JsonValue[] = [part, step ?? null, call ?? null, tool ?? null, path];
  const values: JsonValue[] = [has(drift.recorded), has(drift.present)];
  return hashId([workflow, place, drift.class, values]);
}

/** The id of whatever can be accepted: `d-` and eight hex digits of what makes it the same. */
export function hashId(parts: JsonValue[]): string {
  return `d-${hashText(canonicalJson(parts)).slice(0, 8)}`;
}

/** Nothing there and null there are two things. */
export function has(value: JsonValue | undefined): JsonValue {
  return value === undefined ? [] : [value];
}
