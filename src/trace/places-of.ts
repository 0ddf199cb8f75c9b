// Names the places of a recorded run as drift does: by call and tool.
import type { DriftPlace } from "./drift.js";
import { callsOf } from "./read.js";
import type { Trace } from "./trace.js";

/** Gives the place of a path in a call's result; of the contract for call 0. */
export function placesOf(recorded: Trace): (call: number, path: string) => DriftPlace {
  const tools = new Map(callsOf(recorded).map(({ id, tool }) => [id, tool]));
  return (call, path) => {
    const tool = tools.get(call);
    return tool === undefined ? { part: "server", path } : { part: "result", call, tool, path };
  };
}
