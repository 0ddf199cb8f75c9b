// The seam where the model comes from: live Claude or a cassette. Nothing else knows which.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Tool } from "../trace/contract.js";
import type { ModelSettings, ServerRequest, TraceStep, Turn, TurnUsage } from "../trace/trace.js";

/** Everything that the model is given before its next turn. */
export interface Conversation {
  settings: ModelSettings;
  /** The system prompt with the server's instructions, as it is sent; null where there is neither. */
  system: string | null;
  tools: readonly Tool[];
  /** All steps so far; the last has the user text, and the turns that were taken, with the outcomes of their calls. */
  steps: readonly TraceStep[];
}

/** What a model says: a turn without its calls made. */
export type ModelTurn = Omit<Turn, "calls" | "tools"> & { answered?: string };

export type ModelAnswer =
  | { kind: "turn"; turn: ModelTurn }
  /** Live: the API failed. */
  | { kind: "error"; message: string }
  /** Replay: the next turn is no evidence; the run ends here. */
  | { kind: "ungrounded"; message: string };

/** A sampling request of the server (`sampling/createMessage`), its params as they came. */
export interface SamplingRequest {
  settings: ModelSettings;
  params: JsonValue | undefined;
}

/** A question of the server to the user, and the answer that the config has for it: `{ result }`. */
export type ScriptedAnswer = Pick<ServerRequest, "params" | "answer">;

export type SamplingAnswer =
  /** The result for the server. */
  | { kind: "said"; result: JsonObject; usage?: TurnUsage }
  /** The request is no good, or, in replay, not the recorded one; the server is told. */
  | { kind: "refused"; message: string; code?: number; unrecorded?: true }
  /** Live: the API failed. */
  | { kind: "failed"; message: string };

export interface Model {
  /**
   * The model's next turn. Ids in its content are ordinals in order of appearance in the run, tool names MCP names.
   * Throws McpvalsError only for a fault that every workflow will meet (bad key, no such model); see cli.md.
   */
  next(conversation: Conversation, signal: AbortSignal): Promise<ModelAnswer>;
  /** The model's answer to a server that samples it. It throws as `next` does. Absent: a server's request is refused. */
  sample?(request: SamplingRequest, signal: AbortSignal): Promise<SamplingAnswer>;
  /** Replay: why the answer cannot be given, which is another one than was recorded. Absent: any can. */
  objectTo?(scripted: ScriptedAnswer): string | undefined;
}
