// Suggests the config lines that would ignore the places that checks could not learn. Pure.
import { canonicalJson } from "../json/canonical.js";
import { jsonType, type JsonValue } from "../json/value.js";
import type { PlacesToPaste } from "../report/report.js";
import type { Drift } from "../trace/drift.js";
import type { Unstable } from "../variables/learned.js";
import { BYTES } from "../variables/run.js";

interface Place {
  tool: string;
  path: string;
}

/**
 * The entries of `ignore` for what differs on its own. Undefined where one difference is of another kind (a field that
 * was added or removed, another type, an error): ignoring the place would hide it.
 */
export function suggestPlaces(
  unresolved: readonly Drift[],
  unstable: readonly Unstable[],
  calls: readonly { id: number; tool: string }[],
): PlacesToPaste | undefined {
  const tools = new Map(calls.map(({ id, tool }) => [id, tool]));
  const found = [
    ...unresolved.map(({ where: { tool, path, part }, recorded, present, class: kind }) =>
      part === "result" && kind === "changed" ? suggest(tool, path, [recorded, present]) : undefined,
    ),
    ...unstable.map(({ call, at, seen }) => suggest(tools.get(call), at, seen)),
  ];
  if (found.length === 0 || found.includes(undefined)) return undefined;
  const places = found.flatMap((place) => place ?? []);
  return { ignore: [...new Map(places.map((place) => [canonicalJson([place.tool, place.path]), place])).values()] };
}

function suggest(
  tool: string | undefined,
  path: string,
  values: readonly (JsonValue | undefined)[],
): Place | undefined {
  if (tool === undefined || path === "" || path === "/isError") return undefined;
  if (path.endsWith(`/${BYTES}`)) return { tool, path: path.slice(0, -BYTES.length - 1) };
  const types = new Set(values.map((value) => (value === undefined ? "nothing" : jsonType(value))));
  const [type] = types;
  return types.size === 1 && (type === "string" || type === "number") ? { tool, path } : undefined;
}
