// Defines what the tap sees: a frame is one message (or one piece of other output) of one side, its raw bytes and their
// parsed view. A tap works on copies; whatever happens in it, the traffic goes on.
import { parseLossless } from "../json/kept-numbers.js";
import type { JsonValue } from "../json/value.js";

/** The side that sent a frame. */
export type Side = "client" | "server";

export interface Frame {
  from: Side;
  /** Milliseconds on the clock of `now`. */
  at: number;
  /** The line without its newline, the HTTP body, or the data of one SSE event. */
  raw: Uint8Array;
  /** The parsed JSON, with all digits of numbers; absent where the bytes are not JSON. */
  message?: JsonValue;
  /** Over HTTP: what carried the frame. */
  http?: FrameHttp;
}

export interface FrameHttp {
  /** Counts the HTTP requests of a proxy from 1; a response has the number of its request. */
  request: number;
  method: string;
  path: string;
  /** Of the response; absent in frames of the client. */
  status?: number;
  /** The content type, if it is not one for messages; "" for a missing one. */
  oddType?: string;
}

export type Tap = (frame: Frame) => void;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A frame with its parsed view, if the bytes have one. */
export function buildFrame(from: Side, at: number, raw: Uint8Array, http?: FrameHttp): Frame {
  const frame: Frame = { from, at, raw };
  if (http !== undefined) frame.http = http;
  try {
    frame.message = parseLossless(decoder.decode(withoutMark(raw)));
  } catch {
    // Not JSON: the reader of the tap reports it.
  }
  return frame;
}

/** True for bytes that begin with a byte order mark, which many clients do not read. */
export function hasMark(raw: Uint8Array): boolean {
  return raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf;
}

/** The bytes after a byte order mark; a server on Windows that sets the encoding of its stdout writes one. */
export function withoutMark(raw: Uint8Array): Uint8Array {
  return hasMark(raw) ? raw.subarray(3) : raw;
}

/** A function that does what `act` does but never throws; calls `onFault` with the first fault only. */
export function guard<A extends unknown[]>(
  act: (...args: A) => void,
  onFault?: (error: unknown) => void,
): (...args: A) => void {
  let told = false;
  return (...args) => {
    try {
      act(...args);
    } catch (error) {
      if (told) return;
      told = true;
      try {
        onFault?.(error);
      } catch {
        // Nobody is left to report to.
      }
    }
  };
}
