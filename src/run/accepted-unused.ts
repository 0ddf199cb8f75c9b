// Accepted drift and replays in; what of it does not occur any more, in a sentence each, out. Pure.
import type { AcceptedDrift } from "../cassette/accepted-file.js";
import { describePlace } from "../trace/describe-drift.js";
import { formerDriftId } from "../trace/drift-id.js";
import { callsOf } from "../trace/read.js";
import type { Drift } from "../trace/drift.js";
import type { Trace } from "../trace/trace.js";

/**
 * The entries whose place a replay came to without finding them: they accept nothing there any more. `beside`: drift
 * that was found elsewhere.
 */
export function findUnmet(
  accepted: readonly AcceptedDrift[],
  trace: Trace,
  beside: readonly Drift[] = [],
): AcceptedDrift[] {
  const drift = [...(trace.evidence?.drift ?? []), ...beside];
  const found = new Set(drift.flatMap((one) => [one.id, formerDriftId(trace.workflow, one)]));
  const made = new Set(callsOf(trace).map(({ id }) => id));
  const connected = trace.end.kind !== "server-failed" || trace.end.phase === "call";
  const wasReached = ({ where: { part, call } }: AcceptedDrift): boolean => {
    if (call !== undefined) return made.has(call);
    if (part === "server" || part === "instructions") return connected;
    return trace.end.kind === "completed";
  };
  return accepted.filter((entry) => !found.has(entry.id) && wasReached(entry));
}

/** `config`: as the user names it; null for a config object. */
export function describeUnused({ id, where }: AcceptedDrift, config: string | null): string {
  const remove = ["mcpvals accept --remove", id, ...(config === null ? [] : [config])].join(" ");
  return `Accepted drift ${id} (${describePlace(where)}) does not occur any more. Remove it: ${remove}`;
}

/** What holds for all workflows is of no use only where none of them met it. `unmet`: of each of them. */
export function unmetByAll(unmet: readonly (readonly AcceptedDrift[])[]): AcceptedDrift[] {
  const [first = [], ...others] = unmet;
  return first.filter(
    (entry) => entry.workflow === undefined && others.every((list) => list.some(({ id }) => id === entry.id)),
  );
}
