// Defines a connected server, over either transport, as a live session uses it. Its answers arrive through the tap, see
// requests.ts.
import type { ServerConfig } from "../config/schema.js";
import type { ClientSide } from "./client-side.js";
import type { Connection, RequestKey } from "./connection.js";
import type { ClockShift, ClockState } from "./moved-clock.js";
import type { ProtocolWish } from "./negotiate.js";

export interface Wire {
  /** Decides what a missing answer means when a message could not be sent. */
  readonly carrier: "stdio" | "http";
  readonly connection: Connection;
  /** Whether the server's clock was moved; absent where that was not requested. */
  readonly clock?: ClockState | undefined;
  /** The HTTP status of the response to a request; `wait` where it is certain to arrive. */
  httpStatus(key: RequestKey, wait: boolean): Promise<number | undefined>;
  stderr(): string;
  /** Ends the connection, and the server if it is ours. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** With values for all variables. */
  server: ServerConfig;
  /** Absolute; relative commands and working folders are relative to it. */
  folder: string;
  /** Milliseconds for connecting, for each list and for each call. */
  timeout: number;
  /** Our environment, from which the server's is built. */
  env: Readonly<Record<string, string | undefined>>;
  /** The run's own port, `${MCPVALS_PORT}`. */
  port?: number | undefined;
  /** What we offer to the server. Default: nothing. */
  client?: ClientSide | undefined;
  /** Default: what the server's config says. */
  protocol?: ProtocolWish | undefined;
  /** By how much to move the server's clock, where we start it. */
  clock?: ClockShift | undefined;
  /** Aborting while the server starts ends it and rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  onStderr?: ((chunk: Buffer) => void) | undefined;
}
