// Defines the interface to a model: live Claude or a cassette. No other file knows which one it is.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Tool } from "../trace/contract.js";
import type { ModelSettings, ServerRequest, TraceStep, Turn, TurnUsage } from "../trace/trace.js";

/** Everything that the model receives before its next turn. */
export interface Conversation {
  settings: ModelSettings;
  /** The system prompt with the server's instructions, as it is sent; null where there is neither. */
  system: string | null;
  tools: readonly Tool[];
  /**
   * All steps so far; the last one has the user text and the turns already taken, with the outcomes of their calls.
   */
  steps: readonly TraceStep[];
}

/** A turn as the model gives it, before its calls are made. */
export type ModelTurn = Omit<Turn, "calls" | "tools"> & { answered?: string };

export type ModelAnswer =
  | { kind: "turn"; turn: ModelTurn }
  /** Live: the API failed. */
  | { kind: "error"; message: string }
  /** Replay: the recording does not prove the next turn; the run ends here. */
  | { kind: "ungrounded"; message: string };

/** A sampling request of the server (`sampling/createMessage`), its params as they came. */
export interface SamplingRequest {
  settings: ModelSettings;
  params: JsonValue | undefined;
}

/** A request of the server to the user, with the answer from the config: `{ result }`. */
export type ScriptedAnswer = Pick<ServerRequest, "params" | "answer">;

export type SamplingAnswer =
  /** The result for the server. */
  | { kind: "said"; result: JsonObject; usage?: TurnUsage }
  /** The request is invalid or, in replay, was not recorded; the server gets the message. */
  | { kind: "refused"; message: string; code?: number; unrecorded?: true }
  /** Live: the API failed. */
  | { kind: "failed"; message: string };

export interface Model {
  /**
   * The model's next turn. Ids in its content are ordinals in order of appearance in the run, tool names MCP names.
   * Throws McpvalsError only for a fault that every workflow will meet (bad key, no such model); docs/commands.md has the exit codes.
   */
  next(conversation: Conversation, signal: AbortSignal): Promise<ModelAnswer>;
  /** The model's answer to a server that samples it. Throws as `next` does. Absent: the request is refused. */
  sample?(request: SamplingRequest, signal: AbortSignal): Promise<SamplingAnswer>;
  /** Replay: why an answer that differs from the recorded one cannot be given. Absent: any can. */
  objectTo?(scripted: ScriptedAnswer): string | undefined;
}
