// Explains why an expected tool call was not found: the tool does not exist, its arguments differ, or the order does.
import { didYouMean } from "../config/did-you-mean.js";
import type { ExpectedTool } from "../config/schema.js";
import { serializeKept } from "../json/kept-numbers.js";
import { turnsOf } from "../trace/read.js";
import type { Call, Trace } from "../trace/trace.js";
import { findNearest } from "../trace/nearest.js";
import { toolNameOf } from "./expected-tools.js";

/** Arguments can be a whole page; the transcript contains all of them. */
const LONGEST = 200;

/**
 * Returns a few words without a full stop; undefined where the tool exists and was simply not called. `unused`: the
 * calls that match no other expectation.
 */
export function whyMissing(expected: ExpectedTool, unused: readonly Call[], trace: Trace): string | undefined {
  const name = toolNameOf(expected);
  const tools = [...trace.contract.tools, ...turnsOf(trace).flatMap((turn) => turn.tools)].map((tool) => tool.name);
  if (tools.length > 0 && !tools.includes(name)) {
    const near = didYouMean(name, [...new Set(tools)]);
    return `the server has no such tool${near === undefined ? "" : `; ${near}?`}`;
  }
  const own = unused.filter(({ tool }) => tool === name);
  if (own.length === 0) return undefined;
  const args = typeof expected === "string" ? undefined : expected.args;
  const nearest = args === undefined ? undefined : findNearest(args, own, (call) => call.arguments);
  if (nearest === undefined) return "called, but not in this order";
  const sent = serializeKept(nearest.candidate.arguments);
  return `called with ${sent.length > LONGEST ? `${sent.slice(0, LONGEST - 1)}…` : sent}`;
}
