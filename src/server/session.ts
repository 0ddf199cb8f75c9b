// The seam where the server comes from: a live one behind the proxy, or the server side of a cassette.
import type { Contract, Tool } from "../trace/contract.js";
import type { Call, ServerIdentity } from "../trace/trace.js";
import type { JsonObject } from "../json/value.js";
import type { ClockState } from "./moved-clock.js";
import type { AnswerServer, ReviewAnswer } from "./client-side.js";

/** One call's facts, without its place in the conversation. */
export type CallFacts = Pick<Call, "outcome" | "notifications" | "serverRequests" | "httpStatus" | "ms">;

/** A connected server: `initialize`, or `server/discover`, is done. */
export interface ServerSession {
  readonly identity: ServerIdentity;
  /** Whether its clock was moved; absent where that was not asked for, or where we did not start it. */
  readonly clock?: ClockState | undefined;
  /**
   * Everything the server says of itself, all pages.
   * Rejects with {@link ServerFailure} where a list of tools cannot be had.
   */
  readContract(): Promise<Contract>;
  /** All pages of `tools/list`, asked again. */
  listTools(): Promise<Tool[]>;
  /** True once after each `notifications/tools/list_changed`. */
  takeToolsChanged(): boolean;
  /** Makes one call, once. Never rejects: a fault of the server is an outcome. */
  call(tool: string, args: JsonObject, signal: AbortSignal): Promise<CallFacts>;
  /**
   * Who answers the server's sampling requests from now on, and who sees what the config answers to all others before it is
   * given. A server may ask only where we have declared it.
   */
  sampleWith(sample: AnswerServer | undefined, review?: ReviewAnswer): void;
  /** Why the server is gone, or undefined while it is there. */
  ended(): string | undefined;
  /** Noise on stdout, reused ids, late answers, so far. */
  findings(): string[];
  /** The last lines of stderr so far. */
  stderr(): string;
  /** Ends the server and everything that it started. Resolves when nothing is left. Safe to call twice. */
  close(): Promise<void>;
}

/** A fault of the server under test while it starts or lists: data for the trace, not an error of ours. */
export class ServerFailure extends Error {
  override readonly name = "ServerFailure";
  readonly phase: "start" | "list";
  constructor(phase: "start" | "list", message: string) {
    super(message);
    this.phase = phase;
  }
}
