// Puts live values into the content of a recorded turn, and says what its calls lack.
import { addAll } from "../append-to.js";
import { toolUsesOf } from "../trace/read.js";
import type { ModelBlock, Turn } from "../trace/trace.js";
import type { JsonObject } from "../json/value.js";
import { isJsonObject } from "../json/value.js";
import { prepareCall, type CallContext, type CallProblem, type PutValue } from "./prepare-call.js";

export interface TurnContext extends Omit<CallContext, "call" | "tool" | "recordedAt"> {
  /** When the recorded run started, in epoch milliseconds. */
  start: number;
}

export interface PreparedTurn {
  content: ModelBlock[];
  /** Those of its calls, in order. */
  arguments: JsonObject[];
  used: PutValue[];
  problems: (CallProblem & { call: number; tool: string })[];
  /** True where no call lacks a value. */
  sendable: boolean;
}

/** Prepares a turn for replay. Thinking and signed content stay as they are. */
export function prepareTurn(turn: Turn, { start, ...context }: TurnContext): PreparedTurn {
  const prepared: PreparedTurn = { content: [], arguments: [], used: [], problems: [], sendable: true };
  for (const block of turn.content) {
    const [use] = toolUsesOf([block]);
    if (use !== undefined) {
      const { id, name: tool, input } = use;
      // A call that was never sent, to a tool of the agent itself: none of its dates is held to the clock.
      const at = turn.calls.find((call) => call.id === id)?.at ?? Number.POSITIVE_INFINITY;
      const call = prepareCall(input, { ...context, call: id, tool, recordedAt: start + at * 1000 });
      prepared.arguments.push(call.arguments);
      addAll(prepared.used, call.used);
      addAll(
        prepared.problems,
        call.problems.map((problem) => ({ ...problem, call: id, tool })),
      );
      prepared.content.push(isJsonObject(block["input"]) ? { ...block, input: call.arguments } : block);
    } else if (block.type === "text" && typeof block["text"] === "string") {
      prepared.content.push({ ...block, text: context.values.intoText(context.pairs.intoText(block["text"]).value) });
    } else prepared.content.push(block);
  }
  prepared.sendable = prepared.problems.every((problem) => problem.acceptable);
  return prepared;
}
