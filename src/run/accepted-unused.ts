// Lists accepted drift that did not occur in a replay, and describes each in a sentence. Pure.
import type { AcceptedDrift } from "../cassette/accepted-file.js";
import { wordsOfConfig } from "../config/words-of-configs.js";
import { describePlace } from "../trace/describe-drift.js";
import { formerDriftId } from "../trace/drift-id.js";
import { callsOf } from "../trace/read.js";
import type { Drift } from "../trace/drift.js";
import type { Trace } from "../trace/trace.js";

/** Entries whose place the replay reached without finding their drift. `beside`: drift that was found elsewhere. */
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

/** `config`: the path as the user wrote it; null for a config object. */
export function describeUnused({ id, where }: AcceptedDrift, config: string | null): string {
  const remove = `mcpvals accept --remove ${id}${wordsOfConfig(config)}`;
  return `Accepted drift ${id} (${describePlace(where)}) does not occur any more. Remove it: ${remove}`;
}

/**
 * Entries that no workflow met: an entry for all workflows is unused only then. `unmet`: the entries that each workflow
 * did not meet.
 */
export function unmetByAll(unmet: readonly (readonly AcceptedDrift[])[]): AcceptedDrift[] {
  const [first = [], ...others] = unmet;
  return first.filter(
    (entry) => entry.workflow === undefined && others.every((list) => list.some(({ id }) => id === entry.id)),
  );
}
