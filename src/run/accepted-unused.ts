// The accepted drift of a workflow and a replay of it in; a sentence for each that did not occur, out. Pure.
import type { AcceptedDrift } from "../cassette/accepted-file.js";
import { describePlace } from "../drift/describe.js";
import { callsOf } from "../trace/read.js";
import type { Trace } from "../trace/trace.js";

/**
 * Where the replay came to the place of an accepted drift and did not find it, the entry accepts nothing any more.
 * `config`: as the user names it; null for a config object.
 */
export function describeUnused(accepted: readonly AcceptedDrift[], trace: Trace, config: string | null): string[] {
  const found = new Set((trace.evidence?.drift ?? []).map(({ id }) => id));
  const made = new Set(callsOf(trace).map(({ id }) => id));
  const connected = trace.end.kind !== "server-failed" || trace.end.phase === "call";
  const wasReached = ({ where: { part, call } }: AcceptedDrift): boolean => {
    if (call !== undefined) return made.has(call);
    if (part === "server" || part === "instructions") return connected;
    return trace.end.kind === "completed";
  };
  return accepted
    .filter((entry) => !found.has(entry.id) && wasReached(entry))
    .map(({ id, where }) => {
      const remove = ["mcpvals accept --remove", id, ...(config === null ? [] : [config])].join(" ");
      return `Accepted drift ${id} (${describePlace(where)}) does not occur any more. Remove it: ${remove}`;
    });
}
