// What the check met and both runs in; lists that came in another order, and the lines of the config that would free the
// places of what differs, out. Pure.
import { canonicalJson } from "../json/canonical.js";
import { buildPointer, parsePointer } from "../json/pointer.js";
import { jsonType } from "../json/value.js";
import { valuesAt } from "../drift/places.js";
import type { PlacesToPaste } from "../report/report.js";
import type { Drift } from "../trace/drift.js";
import { callsOf } from "../trace/read.js";
import type { Call, Trace } from "../trace/trace.js";

type Runs = Record<"recorded" | "live", Pick<Trace, "steps">>;

export interface PlaceOfCall {
  call: number;
  /** A JSON pointer into its result. */
  at: string;
}

/** The innermost lists around these places that have the same elements in both runs, in another order; each once. */
export function findShuffledLists(places: readonly PlaceOfCall[], runs: Runs): (PlaceOfCall & { tool: string })[] {
  const found = places.flatMap(({ call, at }) => {
    const [then, now] = [findCall(runs.recorded, call), findCall(runs.live, call)];
    const list = then === undefined || now === undefined ? undefined : findShuffled(at, then, now);
    return list === undefined || then === undefined ? [] : [{ call, at: list, tool: then.tool }];
  });
  return [...new Map(found.map((one) => [`${one.call} ${one.at}`, one])).values()];
}

/** True of a place in one of the lists. */
export function liesIn(lists: readonly PlaceOfCall[], { call, at }: PlaceOfCall): boolean {
  return lists.some((list) => list.call === call && (at === list.at || at.startsWith(`${list.at}/`)));
}

/**
 * The entries of `varies` and `ignore` for what differs on its own. Undefined where one of the differences is of another
 * kind (a field that came or went, another type, an error): freeing the place would hide it.
 */
export function suggestPlaces(
  open: readonly Drift[],
  lists: readonly { tool: string; at: string }[],
): PlacesToPaste | undefined {
  const found = open.map(suggestPlace);
  if (found.length + lists.length === 0 || found.includes(undefined)) return undefined;
  const ignore = unique(found.flatMap((one) => one ?? []));
  const varies = unique(lists.map(({ tool, at }) => ({ tool, path: at, order: "any" as const })));
  return { ...(varies.length > 0 && { varies }), ...(ignore.length > 0 && { ignore }) };
}

function suggestPlace({ where, recorded, present, class: kind }: Drift): { tool: string; path: string } | undefined {
  const { part, tool, path } = where;
  if (part !== "result" || tool === undefined || kind !== "changed") return undefined;
  if (recorded === undefined || present === undefined || path === "" || path === "/isError") return undefined;
  const type = jsonType(recorded);
  return type === jsonType(present) && (type === "string" || type === "number") ? { tool, path } : undefined;
}

function unique<T extends { tool: string; path: string }>(entries: readonly T[]): T[] {
  return [...new Map(entries.map((entry) => [canonicalJson([entry.tool, entry.path]), entry])).values()];
}

function findCall(run: Pick<Trace, "steps">, id: number): Call | undefined {
  return callsOf(run).find((call) => call.id === id);
}

function findShuffled(path: string, then: Call, now: Call): string | undefined {
  const parts = parsePointer(path) ?? [];
  for (let length = parts.length; length > 0; length--) {
    const list = buildPointer(parts.slice(0, length));
    const [[one], [other]] = [valuesAt(then.outcome, list), valuesAt(now.outcome, list)];
    if (!Array.isArray(one) || !Array.isArray(other)) continue;
    const [before = [], after = []] = [one, other].map((values) => values.map((value) => canonicalJson(value)));
    const isSame = before.every((text, at) => text === after[at]);
    if (!isSame && before.toSorted().join("\n") === after.toSorted().join("\n")) return list;
  }
  return undefined;
}
