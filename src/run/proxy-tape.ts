// The traffic's side of the tape: hands copies to a thread of its own, so that nothing that is done with them holds up a byte.
// If that thread is behind, it says so; if it dies, the traffic goes on without it.
import type { Worker } from "node:worker_threads";
import { now } from "../proxy/clock.js";
import { messageOf } from "../errors.js";
import type { OpenRequest } from "../exchange/open-requests.js";
import type { HttpEnd } from "../exchange/http-end.js";
import type { RelayTape } from "../proxy/relay.js";
import type { Frame, FrameHttp, Side } from "../proxy/tap.js";
import type { KnownValue } from "../redaction/known-values.js";
import { MARKS, type FromTape, type ToTape } from "./proxy-messages.js";
import type { RecorderOptions, Tell } from "./proxy-recorder.js";

/** Bytes, and milliseconds, after which copies are handed over. */
const BATCH_BYTES = 64 * 1024;
const BATCH_MS = 10;
/** The thread starts when the server has said something, or after this: until then the server needs the processor itself. */
const SERVER_STARTS_MS = 1000;
/** Bytes that the thread may be behind. */
const BEHIND = 4 * 1024 * 1024;

/** Milliseconds without a sign of the thread after which the end does not wait for it any more. */
const SILENT_MS = 60_000;
const LOOK_AGAIN_MS = 200;

export interface Tape extends RelayTape {
  frame(frame: Frame): void;
  httpEnd(end: HttpEnd): void;
  /** Secrets that what comes from now on may hold. */
  know(values: KnownValue[]): void;
  /** Resolves when the session is written, or nothing more can be done for it. */
  finish(): Promise<void>;
}

/** The thread's code, beside this file: when it is compiled, and where it is part of a program. */
const THREAD_FILE = new URL("./proxy-thread.js", import.meta.url);

/** Hands the copies to a thread, which it starts once there is something to hand over. `tell` gets what a person has to know of. */
export function startTape(options: RecorderOptions, tell: Tell, { file = THREAD_FILE, silent = SILENT_MS } = {}): Tape {
  let thread: Worker | undefined;
  /** What is said to the thread until it is there; undefined before anything is. */
  let queue: { message: ToTape; transfer: ArrayBuffer[] }[] | undefined;
  let isDead = false;
  let pieces: { from: Side; at: number; bytes: Uint8Array; http?: FrameHttp }[] = [];
  let size = 0;
  let unread = 0;
  let isBehind = false;
  let timer: NodeJS.Timeout | undefined;
  let timerMs = 0;
  let onBehind = (_behind: boolean): void => {};
  const waiting: ((requests: OpenRequest[]) => void)[] = [];
  let onFinished = (): void => {};
  let onSign = (): void => {};

  const say = (message: ToTape, transfer: ArrayBuffer[] = []): void => {
    if (isDead) return;
    if (thread !== undefined) return thread.postMessage(message, transfer);
    if (queue === undefined) void begin().catch(die);
    (queue ??= []).push({ message, transfer });
  };
  const look = (): void => {
    const behind = !isDead && unread > BEHIND;
    if (behind === isBehind || (!behind && unread > BEHIND / 2 && !isDead)) return;
    isBehind = behind;
    onBehind(behind);
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (pieces.length === 0) return;
    const bytes = new Uint8Array(size);
    const marks = new Float64Array(pieces.length * MARKS);
    let done = 0;
    for (const [index, piece] of pieces.entries()) {
      bytes.set(piece.bytes, done);
      done += piece.bytes.length;
      marks.set([piece.from === "client" ? 0 : 1, piece.at, piece.bytes.length], index * MARKS);
    }
    const http = pieces.flatMap((piece) => piece.http ?? []);
    unread += size;
    pieces = [];
    size = 0;
    const message: ToTape = { type: "pieces", bytes, marks, ...(http.length === 0 ? {} : { http }) };
    say(message, [bytes.buffer, marks.buffer]);
    look();
  };
  const add = (piece: { from: Side; at: number; bytes: Uint8Array; http?: FrameHttp }): void => {
    if (isDead) return;
    pieces.push(piece);
    size += piece.bytes.length;
    if (size >= BATCH_BYTES) return flush();
    const ms = queue === undefined && piece.from === "client" ? SERVER_STARTS_MS : BATCH_MS;
    if (timer !== undefined && timerMs <= ms) return;
    clearTimeout(timer);
    timer = setTimeout(flush, ms);
    timerMs = ms;
  };
  const die = (error?: unknown): void => {
    if (isDead) return;
    isDead = true;
    pieces = [];
    if (error !== undefined) tell(`nothing is recorded any more: ${messageOf(error)}`);
    for (const answer of waiting.splice(0)) answer([]);
    onFinished();
    look();
  };
  const hear = (message: FromTape): void => {
    onSign();
    switch (message.type) {
      case "done":
        unread -= message.size;
        look();
        break;
      case "open":
        waiting.shift()?.(message.requests);
        break;
      case "told":
        tell(message.message);
        break;
      case "writing":
        break;
      case "finished":
        onFinished();
    }
  };
  async function begin(): Promise<void> {
    const { startThread } = await import("./start-thread.js");
    if (isDead) return;
    thread = startThread(file, options);
    thread.on("message", hear);
    thread.once("error", die);
    thread.once("exit", () => die());
    for (const { message, transfer } of queue ?? []) thread.postMessage(message, transfer);
    queue = [];
  }

  return {
    chunk: (from, bytes) => add({ from, at: now(), bytes }),
    frame: ({ from, at, raw, http }) => add({ from, at, bytes: raw, ...(http === undefined ? {} : { http }) }),
    httpEnd(end) {
      flush();
      say({ type: "httpEnd", end });
    },
    know(values) {
      flush();
      say({ type: "know", values });
    },
    onBehind: (listener) => void (onBehind = listener),
    openRequests() {
      if (isDead) return Promise.resolve([]);
      flush();
      say({ type: "open" });
      return new Promise((resolve) => waiting.push(resolve));
    },
    finish() {
      if (isDead) return Promise.resolve();
      flush();
      say({ type: "finish", at: now() });
      return new Promise((resolve) => {
        let last = now();
        onSign = () => void (last = now());
        const watch = setInterval(() => {
          if (now() - last < silent) return;
          tell(
            `the session is not written: nothing was heard of its thread for ${silent / 1000} s. The next start tries again`,
          );
          isDead = true;
          void thread?.terminate();
          onFinished();
        }, LOOK_AGAIN_MS);
        onFinished = () => {
          clearInterval(watch);
          resolve();
        };
      });
    },
  };
}
