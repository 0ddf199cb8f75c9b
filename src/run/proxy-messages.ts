// What the thread of the traffic and the thread of the tape say to each other.
import type { OpenRequest } from "../exchange/open-requests.js";
import type { HttpEnd } from "../exchange/http-end.js";
import type { FrameHttp } from "../proxy/tap.js";
import type { KnownValue } from "../redaction/known-values.js";
import type { RecorderOptions } from "./proxy-recorder.js";

/** By which a thread knows that it is the tape's. */
export const THREAD_NAME = "mcpvals tape";

export const MARKS = 3;

/** What the tape's thread is started with. */
export interface ThreadData {
  name: typeof THREAD_NAME;
  options: RecorderOptions;
}

export type ToTape =
  /**
   * Pieces of the traffic, one behind the other in `bytes`; of each {@link MARKS} numbers: its side (0: client), `at`, its
   * size. `http` has one for each, where they are messages over HTTP.
   */
  | { type: "pieces"; bytes: Uint8Array; marks: Float64Array; http?: FrameHttp[] }
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
  /** Of a long end: it goes on. */
  | { type: "writing" }
  | { type: "finished" };
