// A trace in; of it what the judge reads and what its verdict is about, as plain JSON, out. What no cassette keeps and
// what nobody but Claude reads (thinking, `_meta`) is left out. Must not know how it is shown.
import type { ExpectedState, Workflow } from "../config/schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { resultContentOf, textOf } from "../trace/read.js";
import type { Call, CallOutcome, ModelBlock, Trace, Turn } from "../trace/trace.js";

/** Puts placeholders for what belongs to the machine and for secrets: what is recorded, and what the judge is shown. */
export type Hide = <T extends JsonValue>(value: T) => T;

// Type aliases: an interface is no JsonValue.
export type JudgedConversation = {
  system: string | null;
  steps: JudgedStep[];
};

export type JudgedStep = { user: string; turns: JudgedTurn[] };

export type JudgedTurn = {
  text: string;
  /** Blocks that are neither text, thinking nor a call of a tool of the server: server-side tools, unknown ones. */
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

function buildTurn({ content, calls }: Turn): JudgedTurn {
  return {
    text: textOf(content),
    others: content.filter((block) => !NOT_READ.has(block.type)),
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
