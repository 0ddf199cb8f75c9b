// Computes the id of a drift: the same drift always gets the same id.
import { canonicalJson } from "../json/canonical.js";
import { hashText } from "../json/hash.js";
import type { Drift, DriftPlace } from "./drift.js";
import type { JsonValue } from "../json/value.js";

/**
 * Returns `d-` and eight hex digits: a hash of workflow, place, class and both values. A drift of the contract has one
 * id in all workflows of a suite; a breaking one also hashes its note, which says whose calls break.
 */
export function driftId(workflow: string, drift: Omit<Drift, "id">): string {
  if (!isOfContract(drift.where)) return hashId([workflow, ...partsOf(drift)]);
  // Two workflows may send different arguments that are no longer declared.
  return hashId(["contract", ...partsOf(drift), ...(drift.class === "breaking" ? [drift.note ?? null] : [])]);
}

/** Returns the id that a drift of the contract had while each workflow accepted it separately. */
export function formerDriftId(workflow: string, drift: Omit<Drift, "id">): string {
  return hashId([workflow, ...partsOf(drift)]);
}

/** True for what the server declares about itself: it is the same in every workflow. */
export function isOfContract({ part }: Pick<DriftPlace, "part">): boolean {
  return part === "tool" || part === "instructions" || part === "server";
}

function partsOf({ where, class: kind, recorded, present }: Omit<Drift, "id">): JsonValue[] {
  const { part, step, call, server, tool, path } = where;
  // The turn is left out: a tool that is gone is the same drift for every turn that calls it.
  const place: JsonValue[] = [part, step ?? null, call ?? null, tool ?? null, path];
  if (server !== undefined) place.push(server);
  return [place, kind, [has(recorded), has(present)]];
}

/** True where place, class and both values are the same. */
export function isSameDrift(one: Omit<Drift, "id">, other: Omit<Drift, "id">): boolean {
  return one.where.call === other.where.call && canonicalJson(partsOf(one)) === canonicalJson(partsOf(other));
}

/** Returns the id of anything that can be accepted: `d-` and eight hex digits, hashed from what identifies it. */
export function hashId(parts: JsonValue[]): string {
  return `d-${hashText(canonicalJson(parts)).slice(0, 8)}`;
}

/** Keeps a missing value apart from null. */
export function has(value: JsonValue | undefined): JsonValue {
  return value === undefined ? [] : [value];
}
