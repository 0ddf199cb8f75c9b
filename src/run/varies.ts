// The list of what differs by itself, from one recording to the next. Pure.
import type { Variation } from "../cassette/schema.js";
import { parsePointer, valueAt } from "../json/pointer.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import { callsOf } from "../trace/read.js";
import type { Call, Trace } from "../trace/trace.js";

/** The entries of an old recording whose call and place exist in the new one. */
export function keepVaries(old: readonly Variation[], before: Trace, now: Trace): Variation[] {
  const find = (trace: Trace, id: number): Call | undefined => callsOf(trace).find((call) => call.id === id);
  return old.filter(({ call, at }) => {
    const [was, is] = [find(before, call), find(now, call)];
    return was !== undefined && is !== undefined && was.tool === is.tool && hasPlace(is, at);
  });
}

/** Both lists as one, each entry once, in the order of the run. */
export function joinVaries(one: readonly Variation[], other: readonly Variation[]): Variation[] {
  const all = new Map([...one, ...other].map((entry) => [`${entry.call} ${entry.at}`, entry]));
  return [...all.values()].toSorted((a, b) => a.call - b.call || (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Places in JSON that stands in a text block are below `/content/N/json`. */
function hasPlace({ outcome }: Call, at: string): boolean {
  if (outcome.kind !== "result") return false;
  const inText = /^(\/content\/\d+)\/json(?=\/|$)(.*)$/.exec(at);
  if (inText === null) return valueAt(outcome.result, at) !== undefined;
  const block = valueAt(outcome.result, inText[1] ?? "");
  const text = isJsonObject(block ?? null) ? valueAt(block ?? null, "/text") : undefined;
  if (typeof text !== "string" || parsePointer(inText[2] ?? "") === undefined) return false;
  try {
    const json: JsonValue = JSON.parse(text);
    return valueAt(json, inText[2] ?? "") !== undefined;
  } catch {
    return false;
  }
}
