// A drift without its id in, its id out: the same for the same drift, today and tomorrow.
import { canonicalJson } from "../json/canonical.js";
import { hashText } from "../json/hash.js";
import type { Drift, DriftPlace } from "./drift.js";
import type { JsonValue } from "../json/value.js";

/**
 * `d-` and eight hex digits, of workflow, place, class and both values. What the server says of itself is the same drift
 * for every workflow of a suite that meets it; where it breaks their calls, so is why.
 */
export function driftId(workflow: string, drift: Omit<Drift, "id">): string {
  if (!isOfContract(drift.where)) return hashId([workflow, ...partsOf(drift)]);
  // One workflow may send an argument that is not declared any more, and the other another one.
  return hashId(["contract", ...partsOf(drift), ...(drift.class === "breaking" ? [drift.note ?? null] : [])]);
}

/** The id that drift of the contract had while each workflow accepted it for itself. */
export function formerDriftId(workflow: string, drift: Omit<Drift, "id">): string {
  return hashId([workflow, ...partsOf(drift)]);
}

/** True of what the server says of itself, whichever workflow meets it. */
export function isOfContract({ part }: Pick<DriftPlace, "part">): boolean {
  return part === "tool" || part === "instructions" || part === "server";
}

function partsOf({ where, class: kind, recorded, present }: Omit<Drift, "id">): JsonValue[] {
  const { part, step, call, tool, path } = where;
  // Not the turn: a tool is gone for the first turn that calls it, and it is the same drift for the next.
  const place: JsonValue[] = [part, step ?? null, call ?? null, tool ?? null, path];
  return [place, kind, [has(recorded), has(present)]];
}

/** True where place, class and both values are the same. */
export function isSameDrift(one: Omit<Drift, "id">, other: Omit<Drift, "id">): boolean {
  return one.where.call === other.where.call && canonicalJson(partsOf(one)) === canonicalJson(partsOf(other));
}

/** The id of whatever can be accepted: `d-` and eight hex digits of what makes it the same. */
export function hashId(parts: JsonValue[]): string {
  return `d-${hashText(canonicalJson(parts)).slice(0, 8)}`;
}

/** Nothing there and null there are two things. */
export function has(value: JsonValue | undefined): JsonValue {
  return value === undefined ? [] : [value];
}
