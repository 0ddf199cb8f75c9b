// What the check could not explain and both runs in; the lines of the config that would free these places out. Pure.
import { canonicalJson } from "../json/canonical.js";
import { buildPointer, parsePointer } from "../json/pointer.js";
import { jsonType } from "../json/value.js";
import { valuesAt } from "../drift/places.js";
import type { PlacesToPaste } from "../report/report.js";
import type { Drift } from "../trace/drift.js";
import { callsOf } from "../trace/read.js";
import type { Call, Trace } from "../trace/trace.js";

type Runs = Record<"recorded" | "live", Pick<Trace, "steps">>;

/**
 * The entries of `varies` and `ignore` for values that differ on their own. Undefined where one of the differences is of
 * another kind (a field that came or went, another type, an error): freeing the place would hide it.
 */
export function suggestPlaces(open: readonly Drift[], runs: Runs): PlacesToPaste | undefined {
  const found = open.map((drift) => suggestPlace(drift, runs));
  if (found.length === 0 || found.includes(undefined)) return undefined;
  const entries = [...new Map(found.flatMap((one) => (one === undefined ? [] : [[canonicalJson(one), one]]))).values()];
  const varies = entries.filter((entry) => "order" in entry);
  const ignore = entries.filter((entry) => !("order" in entry));
  return { ...(varies.length > 0 && { varies }), ...(ignore.length > 0 && { ignore }) };
}

type Entry = { tool: string; path: string } | { tool: string; path: string; order: "any" };

function suggestPlace({ where, recorded, present, class: kind }: Drift, runs: Runs): Entry | undefined {
  const { part, tool, call: id, path } = where;
  if (part !== "result" || tool === undefined || kind !== "changed") return undefined;
  const [then, now] = [findCall(runs.recorded, id), findCall(runs.live, id)];
  const list = then === undefined || now === undefined ? undefined : findShuffled(path, then, now);
  if (list !== undefined) return { tool, path: list, order: "any" };
  if (recorded === undefined || present === undefined || path === "" || path === "/isError") return undefined;
  const type = jsonType(recorded);
  return type === jsonType(present) && (type === "string" || type === "number") ? { tool, path } : undefined;
}

function findCall(run: Pick<Trace, "steps">, id: number | undefined): Call | undefined {
  return callsOf(run).find((call) => call.id === id);
}

/** The innermost list around a place that has the same elements in both results, in another order. */
function findShuffled(path: string, then: Call, now: Call): string | undefined {
  const parts = parsePointer(path) ?? [];
  for (let length = parts.length - 1; length > 0; length--) {
    const list = buildPointer(parts.slice(0, length));
    const [[one], [other]] = [valuesAt(then.outcome, list), valuesAt(now.outcome, list)];
    if (!Array.isArray(one) || !Array.isArray(other)) continue;
    const [before, after] = [one, other].map((values) => values.map((value) => canonicalJson(value)));
    if (before !== undefined && before.toSorted().join("\n") === after?.toSorted().join("\n")) return list;
  }
  return undefined;
}
