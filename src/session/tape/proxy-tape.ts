// The traffic's side of the tape: hands copies to a thread of its own, so that nothing that is done with them holds up a byte.
// If that thread is behind, it says so; if it dies, the traffic goes on without it.
import type { Worker } from "node:worker_threads";
import { now } from "../../proxy/clock.js";
import { messageOf } from "../../errors.js";
import type { OpenRequest } from "../../exchange/open-requests.js";
import type { HttpEnd } from "../../exchange/http-end.js";
import type { RelayTape } from "../../proxy/relay.js";
import type { Frame, FrameHttp, Side } from "../../proxy/tap.js";
import type { KnownValue } from "../../redaction/known-values.js";
import { IDLE_MS, type FromTape, type ToTape } from "./proxy-messages.js";
import { TapeEnd, type EndLimits } from "./proxy-end.js";
import { Pieces } from "./proxy-pieces.js";
import type { RecorderOptions, Tell } from "./proxy-recorder.js";

/**
 * Copies are handed over once nothing came for so many milliseconds, and after so many bytes or milliseconds in any case: much
 * that comes at once is recorded behind it, and not while the server works on it with the same processor.
 */
const QUIET_MS = 50;
const BATCH_BYTES = 1024 * 1024;
const BATCH_MS = 250;
/** The thread starts when the server has said something, or after this: until then the server needs the processor itself. */
const SERVER_STARTS_MS = 1000;
/** Bytes that the thread may be behind. */
const BEHIND = 4 * 1024 * 1024;

export interface ProxyTape extends RelayTape {
  frame(frame: Frame): void;
  httpEnd(end: HttpEnd): void;
  /** Secrets that what comes from now on may hold. */
  know(values: KnownValue[]): void;
  /** Resolves when the session is written, or nothing more can be done for it. */
  finish(): Promise<void>;
  /** A signal that nobody else gets: the second one ends {@link finish}. */
  signal(signal: NodeJS.Signals, isFirst: boolean): void;
}

/** The thread's code, beside this file: when it is compiled, and where it is part of a program. */
const THREAD_FILE = new URL("./proxy-thread.js", import.meta.url);

/** Hands the copies to a thread, which it starts once there is something to hand over. `tell` gets what a person has to know of. */
export function startTape(
  options: RecorderOptions,
  tell: Tell,
  { file = THREAD_FILE, ...limits }: EndLimits & { file?: URL } = {},
): ProxyTape {
  let thread: Worker | undefined;
  /** What is said to the thread until it is there; undefined before anything is. */
  let queue: { message: ToTape; transfer: ArrayBuffer[] }[] | undefined;
  let isDead = false;
  const pieces = new Pieces();
  let unread = 0;
  let isBehind = false;
  let timer: NodeJS.Timeout | undefined;
  let onBehind = (_behind: boolean): void => {};
  const waiting: ((requests: OpenRequest[]) => void)[] = [];
  let end: TapeEnd | undefined;

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
    unread += pieces.size;
    for (const message of pieces.take()) say(message, [message.bytes.buffer, message.marks.buffer]);
    look();
  };
  const add = (from: Side, at: number, bytes: Uint8Array, http?: FrameHttp): void => {
    if (isDead) return;
    // What ends a silence ends the thread's other work too.
    const endsSilence = thread !== undefined && at - pieces.lastAt > IDLE_MS;
    pieces.add(from, at, bytes, http);
    if (endsSilence || pieces.size >= BATCH_BYTES) return flush();
    // The first word of the server ends the wait for its start.
    if (timer === undefined || (queue === undefined && from === "server")) wait();
  };
  const due = (): number => {
    const { firstAt = now(), lastAt, hasServer } = pieces;
    return queue === undefined && !hasServer
      ? firstAt + SERVER_STARTS_MS
      : Math.min(lastAt + QUIET_MS, firstAt + BATCH_MS);
  };
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => (now() < due() ? wait() : flush()), Math.ceil(due() - now()));
  };
  const die = (error?: unknown): void => {
    if (isDead) return;
    isDead = true;
    pieces.take();
    if (error !== undefined) tell(`nothing is recorded any more: ${messageOf(error)}`);
    for (const answer of waiting.splice(0)) answer([]);
    end?.finished();
    look();
  };
  const hear = (message: FromTape): void => {
    end?.heard();
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
        end?.heard(message.left);
        break;
      case "finished":
        end?.finished();
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
    chunk: (from, bytes) => add(from, now(), bytes),
    frame: ({ from, at, raw, http }) => add(from, at, raw, http),
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
      const terminate = (): void => {
        isDead = true;
        void thread?.terminate();
      };
      end = new TapeEnd({ ...limits, out: options.out, tell, unread: () => unread, terminate });
      return end.over;
    },
    signal(signal, isFirst) {
      if (!isFirst) end?.stop(signal);
    },
  };
}
