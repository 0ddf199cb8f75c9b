// Defines the interface to a server: a live one behind the proxy, or the server side of a cassette.
import type { Contract, Tool } from "../trace/contract.js";
import type { Call, ServerIdentity } from "../trace/trace.js";
import type { JsonObject } from "../json/value.js";
import type { ClockState } from "./moved-clock.js";
import type { AnswerServer, ReviewAnswer } from "./client-side.js";

/** The facts of one call, without its place in the conversation. */
export type CallFacts = Pick<Call, "outcome" | "notifications" | "serverRequests" | "httpStatus" | "ms">;

/** A connected server: `initialize`, or `server/discover`, is done. */
export interface ServerSession {
  readonly identity: ServerIdentity;
  /**
   * Whether the server's clock was moved; absent where that was not requested, or where we did not start the server.
   */
  readonly clock?: ClockState | undefined;
  /**
   * Everything that the server says about itself, all pages. Rejects with {@link ServerFailure} where a list of tools
   * fails.
   */
  readContract(): Promise<Contract>;
  /** All pages of `tools/list`, requested again. */
  listTools(): Promise<Tool[]>;
  /** True once after each `notifications/tools/list_changed`. */
  takeToolsChanged(): boolean;
  /** Makes one call, once. Never rejects: a fault of the server is an outcome. */
  call(tool: string, args: JsonObject, signal: AbortSignal): Promise<CallFacts>;
  /**
   * Sets who answers the server's sampling requests, and who reviews the config's answers to all others before they are
   * sent. A server may send only requests of features that we declared.
   */
  sampleWith(sample: AnswerServer | undefined, review?: ReviewAnswer): void;
  /** Why the server is gone, or undefined while it is there. */
  ended(): string | undefined;
  /** Of several servers: which one is gone. */
  endedServer?(): string | undefined;
  /** So far: output on stdout that is no message, reused ids, late answers. */
  findings(): string[];
  /** The last lines of stderr so far. */
  stderr(): string;
  /** Ends the server and every process that it started. Resolves when nothing is left. Safe to call twice. */
  close(): Promise<void>;
}

/** A fault of the server under test while it starts or lists: data for the trace, not an error of ours. */
export class ServerFailure extends Error {
  override readonly name = "ServerFailure";
  readonly phase: "start" | "list";
  /** Of several servers: the one that failed. */
  readonly server: string | undefined;
  constructor(phase: "start" | "list", message: string, server?: string) {
    super(message);
    this.phase = phase;
    this.server = server;
  }
}
