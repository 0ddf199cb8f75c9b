// Small readers of a trace: what metrics, reports and replay ask of it.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Call, CallOutcome, ModelBlock, TraceStep, Turn, TurnUsage } from "./trace.js";

/** Anything with steps: a trace, a conversation. */
interface WithSteps {
  readonly steps: readonly TraceStep[];
}

export function turnsOf(trace: WithSteps): Turn[] {
  return trace.steps.flatMap((step) => step.turns);
}

export function callsOf(trace: WithSteps): Call[] {
  return turnsOf(trace).flatMap((turn) => turn.calls);
}

/** False of a call that asked for what no recording could answer: what came of it is not the server's doing. */
export function isEvidence(call: Call): boolean {
  return call.serverRequests.every(({ unrecorded }) => unrecorded !== true);
}

/** What the model spent: on its turns, and on answers to the server. */
export function usagesOf(trace: WithSteps): TurnUsage[] {
  const sampled = callsOf(trace).flatMap((call) => call.serverRequests.flatMap(({ usage }) => usage ?? []));
  return [...turnsOf(trace).map(({ usage }) => usage), ...sampled];
}

/** The `tool_use` blocks of a turn: ordinal, MCP tool name, input. */
export function toolUsesOf(content: readonly ModelBlock[]): { id: number; name: string; input: JsonObject }[] {
  return content.flatMap((block) => {
    if (block.type !== "tool_use" || typeof block["name"] !== "string" || typeof block["id"] !== "string") return [];
    const input = block["input"];
    return [
      { id: Number(block["id"].replace(/^\D*/, "")), name: block["name"], input: isJsonObject(input) ? input : {} },
    ];
  });
}

/** The text blocks of a turn, joined by line ends. */
export function textOf(content: readonly ModelBlock[]): string {
  return content
    .flatMap((block) => (block.type === "text" && typeof block["text"] === "string" ? [block["text"]] : []))
    .join("\n");
}

/** The text of the last turn of a step, or "" where it has none: what Claude said in the end. */
export function finalTextOf(step: TraceStep): string {
  const last = step.turns.at(-1);
  return last === undefined ? "" : textOf(last.content);
}

/** The content blocks of a tool result, or undefined where the outcome has none. */
export function resultContentOf(outcome: CallOutcome): JsonValue[] | undefined {
  if (outcome.kind !== "result" || !isJsonObject(outcome.result)) return undefined;
  const content = outcome.result["content"];
  return Array.isArray(content) ? content : undefined;
}

/** True where the tool itself said that it failed. */
export function isToolError(outcome: CallOutcome): boolean {
  return outcome.kind === "result" && isJsonObject(outcome.result) && outcome.result["isError"] === true;
}
