// A turn's tool_use blocks in, its calls with their outcomes out: each made once, in the turn's order.
// Must not know what an outcome means.
import type { CallFacts, ServerSession } from "../server/session.js";
import type { RunEvent } from "../trace/events.js";
import { toolUsesOf } from "../trace/read.js";
import type { Call, Turn } from "../trace/trace.js";
import type { Sampler } from "./sampler.js";

export interface CallsOfTurn {
  turn: Turn;
  /** Of the turn, from 1. */
  place: { step: number; turn: number };
  server: Pick<ServerSession, "call">;
  /** Who answers the server while it works on a call. */
  sampler: Pick<Sampler, "complete">;
  parallel: boolean;
  signal: AbortSignal;
  /** Milliseconds since the run began. */
  elapsed: () => number;
  emit: (event: RunEvent) => void;
}

/** Makes the calls. After an abort no further one is made, so the list may be shorter than what Claude asked for. */
export async function makeCalls({
  turn,
  place,
  server,
  sampler,
  parallel,
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
  const uses = toolUsesOf(turn.content);
  if (parallel) return Promise.all(uses.map(make));
  const calls: Call[] = [];
  for (const use of uses) {
    if (signal.aborted) break;
    calls.push(await make(use));
  }
  return calls;
}

function notSent(name: string): CallFacts {
  const message = `The server has no tool named "${name}".`;
  return { outcome: { kind: "unknown-tool", message }, notifications: [], serverRequests: [], ms: 0 };
}
