// The list of what differs by itself, from one recording to the next. Pure.
import type { Variation } from "../cassette/schema.js";
import { hasPlace } from "../drift/places.js";
import { callsOf } from "../trace/read.js";
import type { Call, Trace } from "../trace/trace.js";

/** The entries of an old recording whose call and place exist in the new one. */
export function keepVaries(old: readonly Variation[], before: Trace, now: Trace): Variation[] {
  const find = (trace: Trace, id: number): Call | undefined => callsOf(trace).find((call) => call.id === id);
  return old.filter(({ call, at }) => {
    const [was, is] = [find(before, call), find(now, call)];
    return was !== undefined && is !== undefined && was.tool === is.tool && hasPlace(is.outcome, at);
  });
}

/** Both lists as one, each entry once, in the order of the run. */
export function joinVaries(one: readonly Variation[], other: readonly Variation[]): Variation[] {
  const all = new Map([...one, ...other].map((entry) => [`${entry.call} ${entry.at}`, entry]));
  return [...all.values()].toSorted((a, b) => a.call - b.call || (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
