// Reads the facts that metrics, reports and replay need from a trace.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Call, CallOutcome, ModelBlock, TraceStep, TurnUsage } from "./trace.js";

/** Anything with steps: a trace, a conversation. */
export interface WithSteps {
  readonly steps: readonly TraceStep[];
}

export function turnsOf<T>(trace: { readonly steps: readonly { readonly turns: readonly T[] }[] }): T[] {
  return trace.steps.flatMap((step) => step.turns);
}

export function callsOf<T>(trace: {
  readonly steps: readonly { readonly turns: readonly { readonly calls: readonly T[] }[] }[];
}): T[] {
  return turnsOf(trace).flatMap((turn) => turn.calls);
}

/** False for a call that no recording could answer: its outcome says nothing about the server. */
export function isEvidence(call: Call): boolean {
  return call.serverRequests.every(({ unrecorded }) => unrecorded !== true);
}

/** Returns the tokens that the model spent, on its turns and on answers to the server. */
export function usagesOf(trace: WithSteps): TurnUsage[] {
  const sampled = callsOf(trace).flatMap((call) => call.serverRequests.flatMap(({ usage }) => usage ?? []));
  return [...turnsOf(trace).map(({ usage }) => usage), ...sampled];
}

/** A `tool_use` block: its ordinal, the tool's name, the input. */
export interface ToolUseBlock {
  id: number;
  name: string;
  input: JsonObject;
}

/** Returns the `tool_use` blocks of a turn that are for the server under test; names are MCP names. */
export function toolUsesOf(content: readonly ModelBlock[]): ToolUseBlock[] {
  return usesIn(content.filter((block) => block["own"] !== true));
}

/** Returns the `tool_use` blocks of a turn that are for other tools. */
export function ownUsesOf(content: readonly ModelBlock[]): ToolUseBlock[] {
  return usesIn(content.filter((block) => block["own"] === true));
}

function usesIn(content: readonly ModelBlock[]): ToolUseBlock[] {
  return content.flatMap((block) => {
    if (block.type !== "tool_use" || typeof block["name"] !== "string" || typeof block["id"] !== "string") return [];
    const input = block["input"];
    return [
      { id: Number(block["id"].replace(/^\D*/, "")), name: block["name"], input: isJsonObject(input) ? input : {} },
    ];
  });
}

/** Returns the text blocks of a turn, joined by line ends. */
export function textOf(content: readonly ModelBlock[]): string {
  return content
    .flatMap((block) => (block.type === "text" && typeof block["text"] === "string" ? [block["text"]] : []))
    .join("\n");
}

/** Returns the text of the last turn of a step, "" without one: what Claude said in the end. */
export function finalTextOf(step: TraceStep): string {
  const last = step.turns.at(-1);
  return last === undefined ? "" : textOf(last.content);
}

/** Returns the last text that Claude wrote in a run, "" where it wrote none. */
export function lastWordsOf(trace: WithSteps): string {
  return (
    turnsOf(trace)
      .map(({ content }) => textOf(content))
      .findLast((text) => text !== "") ?? ""
  );
}

/** Returns the content blocks of a tool result; undefined where the outcome has no list of them. */
export function resultContentOf(outcome: CallOutcome): JsonValue[] | undefined {
  if (outcome.kind !== "result" || !isJsonObject(outcome.result)) return undefined;
  const content = outcome.result["content"];
  return Array.isArray(content) ? content : undefined;
}

/** True where the tool reported an error in its result. */
export function isToolError(outcome: CallOutcome): boolean {
  return outcome.kind === "result" && isJsonObject(outcome.result) && outcome.result["isError"] === true;
}
