// Collects copies of the traffic in blocks that are handed to the tape's thread without copying, and reads them there.
import type { HttpEnd } from "../../exchange/http-end.js";
import type { FrameHttp, Side } from "../../proxy/tap.js";

/** A block of pieces, as the other thread receives it. */
export interface PiecesMessage {
  type: "pieces";
  /** May have unused room at its end. */
  bytes: Uint8Array<ArrayBuffer>;
  /** {@link MARKS} numbers for each piece: what it is ({@link KINDS}), `at`, its size in bytes. */
  marks: Float64Array<ArrayBuffer>;
  /** One entry for each message, where the pieces are messages over HTTP. */
  http?: FrameHttp[];
  /** One entry for each end of an HTTP request. */
  ends?: HttpEnd[];
}

interface Block {
  bytes: Uint8Array<ArrayBuffer>;
  size: number;
  marks: number[];
  http: FrameHttp[];
  ends: HttpEnd[];
}

const MARKS = 3;
/** What the first of the numbers says. */
const KINDS = { client: 0, server: 1, end: 2 };
/** Bytes of the first blocks: small, because usually little waits. */
const FIRST_ROOM = 4 * 1024;
const MOST_ROOM = 64 * 1024;

/** The pieces that wait for the tape's thread. */
export class Pieces {
  private blocks: Block[] = [];
  private sizeNow = 0;
  private firstSeenAt: number | undefined;
  private lastSeenAt = 0;
  private sawServer = false;

  /** Keeps a copy. `at` is read from the clock of `now`. */
  add(from: Side, at: number, bytes: Uint8Array, http?: FrameHttp): void {
    const block = this.blockFor(bytes.length);
    block.bytes.set(bytes, block.size);
    block.size += bytes.length;
    block.marks.push(KINDS[from], at, bytes.length);
    if (http !== undefined) block.http.push(http);
    this.sizeNow += bytes.length;
    this.see(at);
    this.sawServer ||= from === "server";
  }

  /** Keeps the end of an HTTP request, in its place among the messages. */
  addEnd(end: HttpEnd, at: number): void {
    const block = this.blockFor(0);
    block.marks.push(KINDS.end, at, 0);
    block.ends.push(end);
    this.see(at);
  }

  /** The size in bytes. */
  get size(): number {
    return this.sizeNow;
  }

  /** When the first piece came; undefined where there is none. */
  get firstAt(): number | undefined {
    return this.firstSeenAt;
  }

  /** When the last piece came. */
  get lastAt(): number {
    return this.lastSeenAt;
  }

  /** True where the server has said something. */
  get hasServer(): boolean {
    return this.sawServer;
  }

  /** Returns everything, and starts empty again. */
  take(): PiecesMessage[] {
    const messages = this.blocks.map(({ bytes, marks, http, ends }): PiecesMessage => {
      const message: PiecesMessage = { type: "pieces", bytes, marks: Float64Array.from(marks) };
      if (http.length > 0) message.http = http;
      if (ends.length > 0) message.ends = ends;
      return message;
    });
    this.blocks = [];
    this.sizeNow = 0;
    this.firstSeenAt = undefined;
    this.sawServer = false;
    return messages;
  }

  private see(at: number): void {
    this.firstSeenAt ??= at;
    this.lastSeenAt = at;
  }

  private blockFor(size: number): Block {
    const last = this.blocks.at(-1);
    if (last !== undefined && last.size + size <= last.bytes.length) return last;
    const room = last === undefined ? FIRST_ROOM : Math.min(last.bytes.length * 4, MOST_ROOM);
    const block = { bytes: new Uint8Array(Math.max(room, size)), size: 0, marks: [], http: [], ends: [] };
    this.blocks.push(block);
    return block;
  }
}

/** Calls `see` with the pieces of a block and `over` with the ends, in order, and returns how many bytes they were. */
export function eachPiece(
  { bytes, marks, http = [], ends = [] }: PiecesMessage,
  see: (from: Side, at: number, bytes: Uint8Array, http?: FrameHttp) => void,
  over: (end: HttpEnd) => void,
): number {
  let done = 0;
  let message = 0;
  let ended = 0;
  for (let mark = 0; mark < marks.length; mark += MARKS) {
    if (marks[mark] === KINDS.end) {
      const end = ends[ended++];
      if (end !== undefined) over(end);
      continue;
    }
    const to = done + (marks[mark + 2] ?? 0);
    const from = marks[mark] === KINDS.client ? "client" : "server";
    see(from, marks[mark + 1] ?? 0, bytes.subarray(done, to), http[message++]);
    done = to;
  }
  return done;
}
