// Plays the server side of a recorded run as a ServerSession, for `--offline`: answers from the trace, starts nothing.
// A call that was never recorded is a miss; it never gets the answer of another call.
import { canonicalJson } from "../json/canonical.js";
import type { JsonObject } from "../json/value.js";
import { describeUsedUp, GivenRecordings, Recordings } from "../exchange/recordings.js";
import { findNearest } from "../trace/nearest.js";
import { callsOf, turnsOf } from "../trace/read.js";
import type { Tool } from "../trace/contract.js";
import type { Call, Trace } from "../trace/trace.js";
import type { CallFacts, ServerSession } from "./session.js";

export interface TapedServer extends ServerSession {
  /** Recorded calls that were not requested, and requested calls that were never recorded; one sentence each. */
  leftovers(): string[];
}

/** Plays the server side of a recorded trace, which has the values of this machine. */
export function createTapedServer(recorded: Trace): TapedServer {
  const recordings = new Recordings<Call>();
  const given = new GivenRecordings();
  const waiting = new Set(callsOf(recorded));
  for (const call of waiting) recordings.add("tools/call", paramsOf(call.tool, call.arguments), call);
  const misses: string[] = [];
  const toolLists = turnsOf(recorded).map((turn) => turn.tools);
  let toolsNow: readonly Tool[] = recorded.contract.tools;
  let asked = 0;

  return {
    identity: recorded.server,
    readContract: () => Promise.resolve(recorded.contract),
    listTools: () => Promise.resolve([...toolsNow]),
    // The agent calls this once before each turn, so the count of calls is the number of the turn.
    takeToolsChanged() {
      const before = toolsNow;
      toolsNow = toolLists[asked++] ?? toolsNow;
      return toolsNow !== before && canonicalJson([...toolsNow]) !== canonicalJson([...before]);
    },
    call(tool, args) {
      const { key, all } = recordings.find("tools/call", paramsOf(tool, args));
      const found = given.next(all, key, false);
      if (found !== undefined) {
        waiting.delete(found);
        return Promise.resolve(factsOf(found));
      }
      const message =
        all.length > 0 ? describeUsedUp(tool, "arguments", all.length) : describeMiss(tool, args, waiting);
      misses.push(message);
      return Promise.resolve({
        outcome: { kind: "none", reason: "miss", message },
        notifications: [],
        serverRequests: [],
        ms: 0,
      });
    },
    // The tape holds the answers to the recorded server's requests.
    sampleWith: () => {},
    ended: () => undefined,
    findings: () => [],
    stderr: () => "",
    close: () => Promise.resolve(),
    leftovers() {
      const left = [...waiting].map((call) => `recorded call ${call.id} (${call.tool}) was not asked for`);
      return [...misses, ...left];
    },
  };
}

function paramsOf(tool: string, args: JsonObject): JsonObject {
  return { name: tool, arguments: args };
}

function factsOf(call: Call): CallFacts {
  const { outcome, notifications, serverRequests, httpStatus, ms } = call;
  return { outcome, notifications, serverRequests, ms, ...(httpStatus === undefined ? {} : { httpStatus }) };
}

function describeMiss(tool: string, args: JsonObject, left: Iterable<Call>): string {
  const ofTool = [...left].filter((call) => call.tool === tool);
  const nearest = findNearest(args, ofTool, (call) => call.arguments);
  const asked = `${tool} was never recorded with these arguments`;
  if (nearest === undefined) return `${asked}, nor with any others that are left`;
  return `${asked}; the nearest recorded call (${nearest.candidate.id}) differs at ${nearest.places.join(", ")}`;
}
