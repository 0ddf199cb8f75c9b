// Hands copies of the traffic to the tape's thread, so that recording delays no byte. Reports a thread that falls
// behind; if it dies, the traffic goes on without it.
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
 * Milliseconds without traffic after which copies are handed over; after so many bytes or milliseconds, they are handed
 * over in any case. A burst is recorded after it ends, so that recording does not compete with the server for the
 * processor. A kill loses what is not handed over, or handed over and not recorded: docs/proxy.md says how much.
 */
const QUIET_MS = 50;
const BATCH_BYTES = 8 * 1024 * 1024;
const BATCH_MS = 1000;
/**
 * Milliseconds after which the thread starts even if the server has sent nothing: until then the server needs the
 * processor.
 */
const SERVER_STARTS_MS = 1000;
/** Bytes by which the thread may be behind: what is not recorded is never more than these and a batch. */
const BEHIND = 8 * 1024 * 1024;

export interface ProxyTape extends RelayTape {
  frame(frame: Frame): void;
  httpEnd(end: HttpEnd): void;
  /** Takes secrets that later messages may hold. */
  know(values: KnownValue[]): void;
  /** Resolves when the session is written, or when nothing more can be done for it. */
  finish(): Promise<void>;
  /** Takes a signal that only we receive: the second one ends {@link finish}. */
  signal(signal: NodeJS.Signals, isFirst: boolean): void;
}

/** The thread's code, beside this file, both compiled and as part of a bundled program. */
const THREAD_FILE = new URL("./proxy-thread.js", import.meta.url);

/**
 * Hands the copies to a thread that it starts when there is something to hand over. `tell` receives messages for a
 * person.
 */
// oxlint-disable-next-line max-lines-per-function -- short functions over the state of one thread: queue, timer, what is unread
export function startTape(
  options: RecorderOptions,
  tell: Tell,
  { file = THREAD_FILE, ...limits }: EndLimits & { file?: URL } = {},
): ProxyTape {
  let thread: Worker | undefined;
  /** Messages that wait for the thread to start; undefined until there is one. */
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
    // A message after a silence also ends the thread's other work.
    const endsSilence = thread !== undefined && at - pieces.lastAt > IDLE_MS;
    pieces.add(from, at, bytes, http);
    if (endsSilence || pieces.size >= BATCH_BYTES) return flush();
    // The server's first message ends the wait for its start.
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
    chunk: (from, bytes, at) => add(from, at, bytes),
    frame: ({ from, at, raw, http }) => add(from, at, raw, http),
    httpEnd(end) {
      if (isDead) return;
      pieces.addEnd(end, now());
      if (timer === undefined) wait();
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
