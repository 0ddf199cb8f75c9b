// Defines a trace: everything that happened in a run, in order. It is the only input of metrics and judge.
// A live run and a replayed run have the same shape; `sources` says where the two sides came from.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Contract, Tool } from "./contract.js";
import type { Drift, ReadVariable, Substitution } from "./drift.js";

export interface Trace {
  workflow: string;
  /** Where the model's turns and the server's answers came from. */
  sources: { model: Source; server: Source };
  model: ModelSettings;
  /** The system prompt of the config; the server's instructions are in the contract. */
  system: string | null;
  /** Whether the server's instructions follow the system prompt. */
  instructions: boolean;
  server: ServerIdentity;
  /** How the calls of one turn were sent; absent in recordings without this fact. */
  dispatch?: Dispatch;
  /** As of the start of the run. */
  contract: Contract;
  steps: TraceStep[];
  end: TraceEnd;
  /** Odd things seen on the wire that are neither a drift nor a failure: noise, reused ids. */
  findings: string[];
  /** The last lines of the server's stderr. */
  stderr: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Milliseconds from start to end. */
  ms: number;
  /** What a replayed run is compared with; absent in a live run, where everything is evidence. */
  evidence?: Evidence;
  /** The transcript of another client that the run was made from: what it lacks (system prompt, settings) is unknown. */
  imported?: Imported;
  /** The agent that made the run; absent where it was the loop of mcpvals. */
  agent?: TraceAgent;
}

/** An agent of somebody else, such as Claude Code. */
export interface TraceAgent {
  name: string;
  version: string;
  /** How its suite starts it; absent where `wrap` recorded it. */
  type?: "claude-code" | "command";
}

/** Where the model's side of an imported run comes from. */
export interface Imported {
  /** The transcript's format: `claude-code`, `stream-json`, `messages` or `session`. */
  format: string;
  /** Of the transcript's bytes, 64 hex digits. */
  sha256: string;
  /** The ids of calls that the server answered otherwise than the transcript says; absent where there is none. */
  differs?: number[];
}

/** The recorded run next to a replayed one. The replayed trace holds grounded turns only, see `end`. */
export interface Evidence {
  /** The recorded run, with this machine's values for its placeholders. */
  recorded: Trace;
  drift: Drift[];
  substitutions: Substitution[];
  /** Values from the server that differ from the recorded ones, sent or not. */
  variables?: ReadVariable[];
  /** Ids of accepted drifts that would otherwise leave a verdict open. */
  accepted?: string[];
  /**
   * The first turn (from 1, in the run) that was played for information only, after the recording stopped proving
   * anything.
   */
  ungroundedFrom?: number;
  /** Groups of concurrent calls whose outcomes differ from the recording, as they already did in its checks. */
  raced?: number[][];
  /** Number of places with redacted values, which cannot be compared with the values there now. */
  notCompared?: number;
  /** Of an agent of somebody else: the difference at which it was stopped. */
  stopped?: StoppedAgent;
  /** A call was not made because a value is missing: the replay cannot get past it, whatever is accepted. */
  deadEnd?: string;
}

/**
 * Where an agent was stopped. `drift`: a server answers otherwise. `client`: a server answers the same, and the agent passes
 * on something else. `request`: the agent asks what it did not ask when it was recorded. `environment`: one of the agent's
 * own tools answers otherwise. `server`: a server was not there.
 */
export interface StoppedAgent {
  kind: "drift" | "client" | "request" | "environment" | "server";
  /** One sentence: what differs, then and now. */
  message: string;
  server?: string;
  /** The ordinal of the recorded call, its tool, and the place in its result. */
  call?: number;
  tool?: string;
  path?: string;
  /** The recorded turn that was not played, from 1. */
  turn?: number;
}

export type Source = "live" | "recorded";

/**
 * How the calls of one turn are sent: one after another; all at once; or in order, where neighbours whose tools have
 * `readOnlyHint: true` go out together and any other call waits for all before it.
 */
export type Dispatch = "serial" | "together" | "read-only-together";

export interface ModelSettings {
  /** The requested model. */
  name: string;
  /** The model that the API says answered, where the name differs. */
  answered?: string;
  /** Null: unknown, in an imported run. */
  maxTokens: number | null;
  temperature?: number;
  /** Only where a suite has several servers: what Claude is told a tool is called, such as `{server}__{tool}`. */
  toolNames?: string;
}

export interface ServerIdentity {
  name: string;
  version: string;
  /** The negotiated protocol version. */
  protocol: string;
  /** What the client declares it can do for the server; absent where it declares nothing. */
  client?: ClientFeature[];
  /** The roots that the client named, as URIs; absent without roots. */
  roots?: string[];
  /**
   * Only where a suite has several servers: each of them, by its name in the config. The fields above then stand for all
   * together and say nothing.
   */
  servers?: Record<string, ServerIdentity>;
}

/** What a server may ask of its client. */
export type ClientFeature = "sampling" | "elicitation" | "roots";

export interface TraceStep {
  user: string;
  turns: Turn[];
}

/** One response of the model, and the calls that it requested. */
export interface Turn {
  /** Claude's content blocks, in order, all fields kept; ids are ordinals (`toolu_1`), tool names the MCP names. */
  content: ModelBlock[];
  stop: { reason: string | null; sequence?: string; details?: JsonValue };
  /** In the order of the turn's `tool_use` blocks. */
  calls: Call[];
  /**
   * Imported runs, and those of agents: the calls that no server received, in order; their `tool_use` blocks say
   * `own: true`. They are never made, compared or scored.
   */
  own?: OwnCall[];
  /** Which of its subagents the agent asked for, from 1; absent where it asked for itself. */
  subagent?: number;
  /** The tools that the model was given. Turns share one array while the list does not change. */
  tools: readonly Tool[];
  usage: TurnUsage;
  /** Milliseconds until the model's last byte. */
  ms: number;
  /** How often the model was asked again after a failure outside the server, in the stream or before it. */
  retries: number;
}

/** A call that the model's client answered on its own, or with another server. */
export interface OwnCall {
  /** The ordinal in `toolu_<id>`; unique in the run. */
  id: number;
  /** What the model was given: blocks of a `tool_result`. */
  given: JsonValue[];
  isError?: true;
}

/** A content block of the Messages API; unknown block types are kept whole. */
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
  /** The MCP name of the tool; where the suite has several servers, after the server's: `travel/book`. */
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
  /** No answer. `message` is for people and for the model; `miss`: not on the cassette (offline). */
  | { kind: "none"; reason: "timeout" | "server-ended" | "http" | "cancelled" | "miss"; message: string }
  /** Not sent: the server does not list the tool. */
  | { kind: "unknown-tool"; message: string };

export interface Notification {
  method: string;
  params?: JsonValue;
}

export interface ServerRequest {
  method: string;
  params?: JsonValue;
  /** The client's answer: `{ result }` or `{ error }`. */
  answer?: JsonObject;
  /** Modern era: the round trip of the call in which it was asked (from 1), and its key there. */
  round?: number;
  key?: string;
  /** Sampling: what the model spent on its answer. */
  usage?: TurnUsage;
  /** Replay: differs from the recorded request, so it was refused; the outcome of the call is our doing. */
  unrecorded?: true;
}

/** Why a run ended. The verdict reports everything but `completed`. */
export type TraceEnd =
  | { kind: "completed" }
  /** Claude stopped early: `max_tokens`, `refusal`, `model_context_window_exceeded`, or an unknown reason. */
  | { kind: "model-stopped"; reason: string; message: string }
  | { kind: "max-turns"; limit: number; message: string }
  /** Something outside the server failed: an API error, or no answer from the model. */
  | { kind: "model-error"; message: string }
  /** The server under test failed: it exited, never answered, or answered nonsense. */
  | { kind: "server-failed"; phase: "start" | "list" | "call"; message: string; server?: string }
  /** The server lacks a tool that the workflow expects, so the model was not asked. */
  | { kind: "tool-missing"; message: string }
  /** Replay: the next turn would no longer be evidence. */
  | { kind: "ungrounded"; message: string }
  /** Replay: our own side changed since the recording. */
  | { kind: "stale"; message: string }
  | { kind: "cancelled"; message: string };
