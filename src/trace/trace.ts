// A trace: everything that happened in a run, in order. The only input of metrics and judge.
// A live run and a replayed run make the same trace; it says itself where its two sides came from.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Contract, Tool } from "./contract.js";
import type { Drift, ReadVariable, Substitution } from "./drift.js";

export interface Trace {
  workflow: string;
  /** Where the model's turns and the server's answers came from. */
  sources: { model: Source; server: Source };
  model: ModelSettings;
  /** The system prompt of the config; the server's instructions stand in the contract. */
  system: string | null;
  /** Whether the server's instructions follow the system prompt. */
  instructions: boolean;
  server: ServerIdentity;
  /** How the calls of one turn were sent; absent in recordings that do not know it. */
  dispatch?: Dispatch;
  /** As of the start of the run. */
  contract: Contract;
  steps: TraceStep[];
  end: TraceEnd;
  /** Odd things seen on the wire that are no drift and no failure by themselves: noise, reused ids. */
  findings: string[];
  /** The last lines of the server's stderr. */
  stderr: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Milliseconds from start to end. */
  ms: number;
  /** What a replayed run stands on; absent in a live run, where everything is evidence. */
  evidence?: Evidence;
}

/** The recorded run beside a replayed one. The replayed trace holds grounded turns only, see `end`. */
export interface Evidence {
  /** The recorded run, in the terms of this machine. */
  recorded: Trace;
  drift: Drift[];
  substitutions: Substitution[];
  /** Values of the server's own that are not as recorded, sent or not. */
  variables?: ReadVariable[];
  /** Ids of the drift that somebody called harmless, which else would stand in the way of a verdict. */
  accepted?: string[];
  /** Ordinals of the turns (from 1, in the run) that were played for information only, after the ground was gone. */
  ungroundedFrom?: number;
  /** Groups of calls in flight together that came to something else than in the recording, as they did in its checks. */
  raced?: number[][];
  /** Places of redacted values, which now hold values that nobody can compare with them. */
  notCompared?: number;
  /** A call that was not made lacks a value for good, so that nobody gets past it, whatever is called harmless. */
  deadEnd?: string;
}

export type Source = "live" | "recorded";

/**
 * How the calls of one turn are sent: one after another; all at once; or in order, where neighbours whose tools say
 * `readOnlyHint: true` go out together and any other call waits for all before it.
 */
export type Dispatch = "serial" | "together" | "read-only-together";

export interface ModelSettings {
  /** The model that was asked for. */
  name: string;
  /** The model that answered, by its own word, where that is another name. */
  answered?: string;
  maxTokens: number;
  temperature?: number;
}

export interface ServerIdentity {
  name: string;
  version: string;
  /** The negotiated protocol version. */
  protocol: string;
  /** What the client said it can do for the server; absent where it is nothing. */
  client?: ClientFeature[];
  /** The roots that the client named, as URIs; absent where it has none. */
  roots?: string[];
}

/** What a server may ask of its client. */
export type ClientFeature = "sampling" | "elicitation" | "roots";

export interface TraceStep {
  user: string;
  turns: Turn[];
}

/** One response of the model, and the calls that it asked for. */
export interface Turn {
  /** Claude's content blocks, in order, all fields kept; ids are ordinals (`toolu_1`), tool names the MCP names. */
  content: ModelBlock[];
  stop: { reason: string | null; sequence?: string; details?: JsonValue };
  /** In the order of the turn's `tool_use` blocks. */
  calls: Call[];
  /** The tools that the model was given. The same array from turn to turn while the list does not change. */
  tools: readonly Tool[];
  usage: TurnUsage;
  /** Milliseconds until the model's last byte. */
  ms: number;
  /** How often the model was asked again after a fault of the outside, in the stream or before it. */
  retries: number;
}

/** A content block of the Messages API; block types unknown today are kept whole. */
export interface ModelBlock extends JsonObject {
  type: string;
}

export interface TurnUsage {
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
}

export interface Call {
  /** The ordinal in `toolu_<id>`; unique in the run. */
  id: number;
  /** The MCP name of the tool. */
  tool: string;
  /** As they were sent to the server. */
  arguments: JsonObject;
  outcome: CallOutcome;
  /** Notifications and server requests that belong to this call, in order of arrival. */
  notifications: Notification[];
  serverRequests: ServerRequest[];
  /** The HTTP status of the response, for HTTP servers. */
  httpStatus?: number;
  /** Seconds after the start of the run at which the call was made. */
  at: number;
  /** Milliseconds until its outcome. */
  ms: number;
}

export type CallOutcome =
  /** The `result` of the JSON-RPC response, whatever it is. */
  | { kind: "result"; result: JsonValue }
  /** The `error` of the JSON-RPC response, whole. */
  | { kind: "error"; error: JsonValue }
  /** No answer. `message` is what a person reads and the model is told; `miss`: not on the cassette (offline). */
  | { kind: "none"; reason: "timeout" | "server-ended" | "http" | "cancelled" | "miss"; message: string }
  /** Not sent: the server lists no such tool. */
  | { kind: "unknown-tool"; message: string };

export interface Notification {
  method: string;
  params?: JsonValue;
}

export interface ServerRequest {
  method: string;
  params?: JsonValue;
  /** What it was answered with: `{ result }` or `{ error }`. */
  answer?: JsonObject;
  /** Modern era: the round trip of the call in which it was asked, from 1, and the key under which. */
  round?: number;
  key?: string;
  /** Sampling: what the model spent on its answer. */
  usage?: TurnUsage;
  /** Replay: not the recorded request, so it was refused, and what the call came to is our doing. */
  unrecorded?: true;
}

/** Why a run ended. Everything but `completed` is said in the verdict. */
export type TraceEnd =
  | { kind: "completed" }
  /** Claude stopped early: `max_tokens`, `refusal`, `model_context_window_exceeded`, or a reason unknown today. */
  | { kind: "model-stopped"; reason: string; message: string }
  | { kind: "max-turns"; limit: number; message: string }
  /** The outside failed: API error, no answer of the model. */
  | { kind: "model-error"; message: string }
  /** The server under test failed: exited, never answered, answered rubbish. */
  | { kind: "server-failed"; phase: "start" | "list" | "call"; message: string }
  /** Replay: the turn that would come next is no longer evidence. */
  | { kind: "ungrounded"; message: string }
  /** Replay: our own side changed since the recording. */
  | { kind: "stale"; message: string }
  | { kind: "cancelled"; message: string };
