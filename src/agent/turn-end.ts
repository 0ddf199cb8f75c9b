// Decides from a turn what the loop does next. Pure. The stop reason decides; a turn that contradicts itself proves
// nothing, so it ends the run rather than lead to a guess.
import { isJsonObject } from "../json/value.js";
import { ownUsesOf, toolUsesOf } from "../trace/read.js";
import type { TraceEnd, Turn } from "../trace/trace.js";

export type AfterTurn =
  /** Claude has ended its turn: the next user message, or the end. */
  | { kind: "step" }
  /** Claude waits for its calls. */
  | { kind: "calls" }
  /** The API paused a long turn: the request is repeated. */
  | { kind: "again" }
  | { kind: "end"; end: TraceEnd };

/** Classifies a turn by its stop reason. Only `tool_use` makes calls; only `end_turn` and `stop_sequence` end a step. */
export function classifyTurn(turn: Pick<Turn, "content" | "stop">, maxTokens: number | null): AfterTurn {
  const reason = turn.stop.reason ?? "null";
  const calls = toolUsesOf(turn.content).length + ownUsesOf(turn.content).length;
  const stopped = (message: string): AfterTurn => ({ kind: "end", end: { kind: "model-stopped", reason, message } });
  switch (reason) {
    case "tool_use":
      return calls > 0 ? { kind: "calls" } : stopped("Claude stopped for a tool call and made none.");
    case "end_turn":
    case "stop_sequence":
    case "pause_turn":
      if (calls > 0) return stopped(`Claude stopped with ${reason}, yet it asked for ${String(calls)} tool call(s).`);
      return { kind: reason === "pause_turn" ? "again" : "step" };
    case "max_tokens":
      return stopped(
        `Claude's answer was cut off${maxTokens === null ? "" : ` at ${String(maxTokens)} tokens`} (maxTokens).`,
      );
    case "refusal":
      return stopped(`Claude refused to go on${explain(turn.stop.details)}.`);
    case "model_context_window_exceeded":
      return stopped("The conversation no longer fits the model's context window.");
    default:
      return stopped(`Claude stopped for a reason that mcpvals does not know: ${reason}.`);
  }
}

function explain(details: Turn["stop"]["details"]): string {
  if (!isJsonObject(details)) return "";
  const words = [details["explanation"], details["category"]].find((part) => typeof part === "string" && part !== "");
  return typeof words === "string" ? `: ${words.replace(/\.$/, "")}` : "";
}
