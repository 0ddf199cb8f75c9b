// Defines the messages between the thread of the traffic and the thread of the tape.
import type { OpenRequest } from "../../exchange/open-requests.js";
import type { KnownValue } from "../../redaction/known-values.js";
import type { PiecesMessage } from "./proxy-pieces.js";
import type { RecorderOptions } from "./proxy-recorder.js";

/** The name by which a thread knows that it is the tape's. */
export const THREAD_NAME = "mcpvals tape";

/**
 * Milliseconds without a message after which the tape's thread does other work. Not earlier: a busy server sends
 * nothing either, and needs the processor.
 */
export const IDLE_MS = 3000;

/** What the tape's thread receives at its start. */
export interface ThreadData {
  name: typeof THREAD_NAME;
  options: RecorderOptions;
}

export type ToTape =
  | PiecesMessage
  /** Secrets that later messages may hold. */
  | { type: "know"; values: KnownValue[] }
  | { type: "open" }
  | { type: "finish"; at: number };

export type FromTape =
  /** How many bytes are recorded. */
  | { type: "done"; size: number }
  | { type: "open"; requests: OpenRequest[] }
  | { type: "told"; message: string }
  /** During a long end: how many bytes of the journal are not taken over yet; 0: the file itself is written. */
  | { type: "writing"; left: number }
  | { type: "finished" };
