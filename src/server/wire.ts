// What a live session stands on, whichever transport: a connected server to which messages can be sent.
// What it answers comes by the tap, see requests.ts.
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { ServerConfig } from "../config/schema.js";
import { VERSION } from "../version.js";

export interface Wire {
  /** What no answer means when a message could not be sent. */
  readonly carrier: "stdio" | "http";
  /** Resolves when the message is on its way; a rejection says why it may never arrive. */
  send(message: JSONRPCMessage): Promise<void>;
  /** The HTTP status of the response to the request with this id; `wait` where it is sure to come. */
  httpStatus(id: number, wait: boolean): Promise<number | undefined>;
  stderr(): string;
  /** Ends the connection, and the server where it is ours. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** With all variables put in. */
  server: ServerConfig;
  /** Absolute; relative commands and working folders are relative to it. */
  folder: string;
  /** Milliseconds for connecting, for each list and for each call. */
  timeout: number;
  /** Our environment, from which the server's is made. */
  env: Readonly<Record<string, string | undefined>>;
  /** Aborting while the server starts ends it and rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  onStderr?: ((chunk: Buffer) => void) | undefined;
}

/** Who we say we are in `initialize`. */
export const CLIENT_INFO = { name: "mcpvals", version: VERSION };
