// Makes the calls of a turn, each once, one after another or together, as the run's dispatch says. Must not know what
// an outcome means.
import type { CallFacts, ServerSession } from "../server/session.js";
import type { RunEvent } from "../trace/events.js";
import { toolUsesOf } from "../trace/read.js";
import type { Call, Dispatch, Turn } from "../trace/trace.js";
import { groupCalls } from "./dispatch.js";
import type { Sampler } from "./sampler.js";

export interface CallsOfTurn {
  turn: Turn;
  /** The place of the turn, from 1. */
  place: { step: number; turn: number };
  server: Pick<ServerSession, "call">;
  /** Answers the server while it works on a call. */
  sampler: Pick<Sampler, "complete">;
  dispatch: Dispatch;
  /** Tools whose calls may be sent together with adjacent ones, where the dispatch says so. */
  readOnly: ReadonlySet<string>;
  signal: AbortSignal;
  /** Milliseconds since the run began. */
  elapsed: () => number;
  emit: (event: RunEvent) => void;
}

/** Makes the calls. After an abort it makes no further one, so the list may be shorter than what Claude requested. */
export async function makeCalls({
  turn,
  place,
  server,
  sampler,
  dispatch,
  readOnly,
  signal,
  elapsed,
  emit,
}: CallsOfTurn): Promise<Call[]> {
  const listed = new Set(turn.tools.map(({ name }) => name));
  const make = async ({ id, name, input }: ReturnType<typeof toolUsesOf>[number]): Promise<Call> => {
    const at = Math.round(elapsed()) / 1000;
    let facts: CallFacts;
    if (listed.has(name)) {
      emit({ type: "call", ...place, id, tool: name, arguments: input });
      facts = await server.call(name, input, signal);
    } else facts = notSent(name);
    const ms = Math.round(facts.ms * 10) / 10;
    const serverRequests = sampler.complete(facts.serverRequests);
    const call: Call = { id, tool: name, arguments: input, ...facts, serverRequests, ms, at };
    emit({ type: "result", ...place, call });
    return call;
  };
  const calls: Call[] = [];
  for (const group of groupCalls(toolUsesOf(turn.content), dispatch, ({ name }) => readOnly.has(name))) {
    if (signal.aborted) break;
    calls.push(...(await Promise.all(group.map(make))));
  }
  return calls;
}

function notSent(name: string): CallFacts {
  const message = `The server has no tool named "${name}".`;
  return { outcome: { kind: "unknown-tool", message }, notifications: [], serverRequests: [], ms: 0 };
}
