// Defines a client connected to a server, in either era: how requests are sent. Answers arrive through the tap.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Tool } from "../trace/contract.js";
import type { Era } from "../trace/session.js";
import type { Answering } from "./answering.js";

/** Matches an answer to its request: the request's id, or the progress token that it was given. */
export type RequestKey = number | string;

export interface Ask {
  key: RequestKey;
  method: string;
  params?: JsonObject | undefined;
  /** The tool that is called, as it was listed. */
  tool?: Tool | undefined;
  /** Aborting cancels the request; the server receives the reason. */
  signal: AbortSignal;
}

export interface Connection {
  readonly era: Era;
  /** A key that no earlier request had. */
  nextKey(): RequestKey;
  /** Sends a request. Resolves when it is sent; a rejection says why it may never arrive. */
  ask(ask: Ask): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  answering: Answering;
  /** Milliseconds. */
  timeout: number;
  signal?: AbortSignal | undefined;
  /** The params of a request of the server that is not answered yet, unchanged: the SDKs round long numbers. */
  asked?: ((id: string | number) => JsonValue | undefined) | undefined;
  /** Receives what is unusual but not a failure. */
  note: (finding: string) => void;
}
