// Removes from a live outcome everything that drifted and is not accepted, so that only the rest can prove a state.
import { parseExactJson } from "../json/exact.js";
import { serializeKept } from "../json/kept-numbers.js";
import { parsePointer } from "../json/pointer.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { Drift } from "../trace/drift.js";
import type { Call, CallOutcome, Evidence } from "../trace/trace.js";
import { factsOf, isExplained } from "../trace/drift-classes.js";

type Path = readonly string[];

/** Returns the outcome of a replayed call without its drifted places; undefined where no part is as recorded. */
export function withoutDrift(
  { id, outcome }: Pick<Call, "id" | "outcome">,
  evidence: Pick<Evidence, "drift" | "accepted"> | undefined,
): CallOutcome | undefined {
  const places = (evidence?.drift ?? []).filter(
    (drift) => drift.where.call === id && takesProof(drift, evidence?.accepted),
  );
  if (places.length === 0) return outcome;
  if (outcome.kind !== "result") return undefined;
  const paths = places.map(({ where }): Path => parsePointer(where.path) ?? []);
  if (paths.some(([key]) => key === undefined || key === "isError")) return undefined;
  const result = prune(outcome.result, paths);
  return result === undefined ? undefined : { kind: "result", result };
}

/**
 * A missing value leaves nothing to read. A difference that is accepted as a class was not given to Claude either, so
 * it proves nothing. In a list that has grown every recorded row was found again.
 */
function takesProof(drift: Drift, ids: readonly string[] = []): boolean {
  const { id, class: name, where, present, accepted } = drift;
  if (where.part !== "result" || present === undefined || name === "grown" || isExplained(drift)) return false;
  return !ids.includes(id) && (accepted !== true || factsOf(name).byDefault);
}

function prune(value: JsonValue, paths: readonly Path[]): JsonValue | undefined {
  if (paths.length === 0) return value;
  if (paths.some((path) => path.length === 0)) return undefined;
  if (Array.isArray(value)) {
    return paths.every(([at]) => Number(at) < value.length)
      ? value.map((part, at) => prune(part, below(paths, String(at))) ?? null)
      : undefined;
  }
  // A drifted word removes its whole text.
  if (!isJsonObject(value)) return undefined;
  const inText = Object.hasOwn(value, "json") ? [] : below(paths, "json");
  const json = inText.length === 0 ? undefined : jsonOf(value["text"]);
  const known = (key: string | undefined): boolean =>
    key !== undefined && (Object.hasOwn(value, key) || (key === "json" && json !== undefined) || isOfRequests(key));
  // A place that cannot be found, under a key that is new in every run: everything around it is doubtful.
  if (!paths.every(([key]) => known(key))) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => {
      const kept = key === "text" && json !== undefined ? proseOf(prune(json, inText)) : prune(part, below(paths, key));
      return kept === undefined ? [] : [[key, kept]];
    }),
  );
}

/** The server's requests are next to the result, not in it. */
function isOfRequests(key: string): boolean {
  return key === "requests";
}

function below(paths: readonly Path[], key: string): Path[] {
  return paths.filter(([first]) => first === key).map((path) => path.slice(1));
}

function jsonOf(text: JsonValue | undefined): JsonValue | undefined {
  return typeof text === "string" ? parseExactJson(text) : undefined;
}

function proseOf(json: JsonValue | undefined): string | undefined {
  return json === undefined ? undefined : serializeKept(json);
}
