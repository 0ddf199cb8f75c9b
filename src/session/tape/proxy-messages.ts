// What the thread of the traffic and the thread of the tape say to each other.
import type { OpenRequest } from "../../exchange/open-requests.js";
import type { HttpEnd } from "../../exchange/http-end.js";
import type { KnownValue } from "../../redaction/known-values.js";
import type { PiecesMessage } from "./proxy-pieces.js";
import type { RecorderOptions } from "./proxy-recorder.js";

/** By which a thread knows that it is the tape's. */
export const THREAD_NAME = "mcpvals tape";

/**
 * After so many milliseconds without a message there is time for other work in the thread of the tape. Not sooner: a server that
 * is busy says nothing either, and wants the processor.
 */
export const IDLE_MS = 3000;

/** What the tape's thread is started with. */
export interface ThreadData {
  name: typeof THREAD_NAME;
  options: RecorderOptions;
}

export type ToTape =
  | PiecesMessage
  | { type: "httpEnd"; end: HttpEnd }
  /** Secrets that what comes from now on may hold. */
  | { type: "know"; values: KnownValue[] }
  | { type: "open" }
  | { type: "finish"; at: number };

export type FromTape =
  /** So many bytes have been dealt with. */
  | { type: "done"; size: number }
  | { type: "open"; requests: OpenRequest[] }
  | { type: "told"; message: string }
  /** Of a long end: so many bytes of the journal are not taken over; 0: the file itself is written. */
  | { type: "writing"; left: number }
  | { type: "finished" };
