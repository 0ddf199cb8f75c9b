// A client that is connected to a server, in either era: how requests are sent. What comes back comes by the tap.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Tool } from "../trace/contract.js";
import type { Era } from "../trace/session.js";
import type { Answering } from "./answering.js";

/** By what an answer is told to be that of a request: its id, or the progress token that it was given. */
export type RequestKey = number | string;

export interface Ask {
  key: RequestKey;
  method: string;
  params?: JsonObject | undefined;
  /** The tool that is called, as it was listed. */
  tool?: Tool | undefined;
  /** Aborting takes the request back; its reason is told to the server. */
  signal: AbortSignal;
}

export interface Connection {
  readonly era: Era;
  /** A key that no request had before. */
  nextKey(): RequestKey;
  /** Sends a request. Resolves when it is on its way; a rejection says why it may never arrive. */
  ask(ask: Ask): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  answering: Answering;
  /** Milliseconds. */
  timeout: number;
  signal?: AbortSignal | undefined;
  /** The params of a request of the server that has no answer yet, as they came: the SDKs round long numbers. */
  asked?: ((id: string | number) => JsonValue | undefined) | undefined;
  /** Told what is odd, and no failure. */
  note: (finding: string) => void;
}
