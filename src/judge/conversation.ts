// Selects from a trace what the judge reads and judges, as plain JSON. Leaves out what no cassette keeps and what only
// Claude reads (thinking, `_meta`). Must not know how it is shown.
import type { ExpectedState, Workflow } from "../config/schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { ownUsesOf, resultContentOf, textOf } from "../trace/read.js";
import type { Call, CallOutcome, ModelBlock, Trace, Turn } from "../trace/trace.js";

/** Replaces what belongs to the machine, and secrets, by placeholders: for the recording, and for the judge. */
export type Hide = <T extends JsonValue>(value: T) => T;

// Type aliases: an interface is not assignable to JsonValue.
export type JudgedConversation = {
  system: string | null;
  steps: JudgedStep[];
};

export type JudgedStep = { user: string; turns: JudgedTurn[] };

export type JudgedTurn = {
  text: string;
  /**
   * Blocks that are neither text, thinking nor a call of one of the server's tools: server-side tools, unknown ones.
   */
  others: ModelBlock[];
  calls: JudgedCall[];
};

export type JudgedCall = { id: number; tool: string; arguments: JsonObject; outcome: JudgedOutcome };

export type JudgedOutcome =
  | { kind: "result"; content: JsonValue[]; structured: JsonValue; failed: boolean }
  /** A result without a list of contents. */
  | { kind: "raw"; result: JsonValue }
  | Exclude<CallOutcome, { kind: "result" }>;

export function buildConversation(trace: Pick<Trace, "system" | "steps">): JudgedConversation {
  return {
    system: trace.system,
    steps: trace.steps.map(({ user, turns }) => ({ user, turns: turns.map(buildTurn) })),
  };
}

/** One entry a step; null where a step expects nothing. */
export function expectedStatesOf(workflow: Workflow): (ExpectedState | null)[] {
  return workflow.steps.map((step) => step.expectedState ?? null);
}

const NOT_READ = new Set(["text", "thinking", "redacted_thinking", "tool_use"]);

function buildTurn({ content, calls, own = [] }: Turn): JudgedTurn {
  return {
    text: textOf(content),
    others: content.flatMap((block): ModelBlock[] => {
      const [use] = ownUsesOf([block]);
      if (use === undefined) return NOT_READ.has(block.type) ? [] : [block];
      const { given = [], isError } = own.find(({ id }) => id === use.id) ?? {};
      return [{ ...block, given, ...(isError === undefined ? {} : { isError }) }];
    }),
    calls: calls.map(buildCall),
  };
}

function buildCall({ id, tool, arguments: sent, outcome }: Call): JudgedCall {
  return { id, tool, arguments: sent, outcome: buildOutcome(outcome) };
}

function buildOutcome(outcome: CallOutcome): JudgedOutcome {
  if (outcome.kind !== "result") return outcome;
  const { result } = outcome;
  const content = resultContentOf(outcome);
  if (content === undefined || !isJsonObject(result)) return { kind: "raw", result: withoutMeta(result) };
  return {
    kind: "result",
    content,
    structured: result["structuredContent"] ?? null,
    failed: result["isError"] === true,
  };
}

function withoutMeta(result: JsonValue): JsonValue {
  if (!isJsonObject(result)) return result;
  const { _meta, ...rest } = result;
  return rest;
}
