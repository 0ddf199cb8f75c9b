// Follows the messages of one direction of an HTTP/1 connection: finds where each head, body and end is in bytes that come
// in any pieces. It must not know what is in a head.
/** How the end of a body is found. */
export type Framing = { kind: "none" } | { kind: "length"; left: number } | { kind: "chunked" } | { kind: "until-end" };

/** Why bytes cannot be read as HTTP/1; `status` is what their sender is answered. */
export class HttpFault extends Error {
  readonly status: 400 | 431;

  constructor(status: 400 | 431, message: string) {
    super(message);
    this.status = status;
  }
}

/** Receives what a reader finds. All bytes go to `head` or `raw`, in their order. */
export interface MessageSink {
  /** A complete head with its empty line; returns how the body after it is framed. */
  head(bytes: Buffer): Framing;
  /** Bytes of a body as they came, its framing included. */
  raw(bytes: Buffer): void;
  /** Bytes of a body without its framing. */
  data(bytes: Buffer): void;
  /** The message is complete. */
  end(): void;
}

/** Bytes of a head, and of the trailers after a body in chunks. Agents and servers of MCP put tokens into headers. */
const MAX_HEAD_BYTES = 128 * 1024;
/** Bytes of the line before a chunk. */
const MAX_SIZE_BYTES = 16 * 1024;

/** Bytes that come while the reader is held, after which its user should wait. */
const MAX_WAITING_BYTES = 64 * 1024;

const CR = 13;
const LF = 10;

type State = "head" | "length" | "until-end" | "size" | "chunk" | "chunk-end" | "trailer";

export class HttpReader {
  private readonly sink: MessageSink;
  /** True: a line must end with CRLF. */
  private readonly isStrict: boolean;
  private state: State = "head";
  /** The head so far. */
  private head = Buffer.alloc(0);
  /** The line of the framing so far. */
  private line = "";
  /** Bytes of the trailers so far. */
  private trailers = 0;
  /** Bytes that are missing of the body, or of the chunk. */
  private left = 0;
  private isHeld = false;
  /** What came while the reader was held. */
  private rest = Buffer.alloc(0);

  constructor(sink: MessageSink, { isStrict }: { isStrict: boolean }) {
    this.sink = sink;
    this.isStrict = isStrict;
  }

  /** Throws HttpFault where the bytes are not HTTP/1; nothing can be read after that. */
  push(chunk: Buffer): void {
    if (this.isHeld) {
      this.rest = Buffer.concat([this.rest, chunk]);
      return;
    }
    let at = 0;
    let sent = 0;
    const send = (): void => {
      if (at > sent) this.sink.raw(chunk.subarray(sent, at));
      sent = at;
    };
    // What a sink does may hold the reader.
    while (at < chunk.length && !this.stops()) {
      if (this.state === "head") {
        if (this.head.length === 0) while (chunk[at] === CR || chunk[at] === LF) at += 1;
        send();
        if (at < chunk.length) at = this.readHead(chunk, at);
        sent = at;
        continue;
      }
      const next = this.readBody(chunk, at);
      at = next.at;
      if (!next.isOver) continue;
      send();
      this.state = "head";
      this.sink.end();
    }
    send();
    if (at < chunk.length) this.rest = Buffer.from(chunk.subarray(at));
  }

  /** Reads no further until {@link release}. */
  hold(): void {
    this.isHeld = true;
  }

  /** Goes on with what came in the meantime. Throws HttpFault. */
  release(): void {
    this.isHeld = false;
    this.push(this.takeRest());
  }

  /** True where more waits for {@link release} than should wait in memory. */
  get isFull(): boolean {
    return this.rest.length > MAX_WAITING_BYTES;
  }

  /** What came while the reader was held. */
  takeRest(): Buffer {
    const { rest } = this;
    this.rest = Buffer.alloc(0);
    return rest;
  }

  /** Takes note that nothing more comes: the end of a body that ends with its connection. */
  finish(): void {
    if (this.state !== "until-end") return;
    this.state = "head";
    this.sink.end();
  }

  /** True where no byte of the next message has come. */
  get isBetween(): boolean {
    return this.state === "head" && this.head.length === 0 && this.rest.length === 0;
  }

  /** True where the next message has begun, and its head is not complete. */
  get isInHead(): boolean {
    return this.state === "head" && this.head.length > 0;
  }

  /** A function, since the compiler does not know that a sink may hold the reader. */
  private stops(): boolean {
    return this.isHeld;
  }

  /** Returns where the head ends in the chunk. */
  private readHead(chunk: Buffer, at: number): number {
    const before = this.head.length;
    const head = before === 0 ? chunk.subarray(at) : Buffer.concat([this.head, chunk.subarray(at)]);
    const end = findHeadEnd(head, Math.max(0, before - 3));
    if ((end ?? head.length) > MAX_HEAD_BYTES) throw new HttpFault(431, "its head is too large");
    if (end === undefined) {
      // A copy: the chunk's memory may be large.
      this.head = Buffer.from(head);
      return chunk.length;
    }
    this.head = Buffer.alloc(0);
    this.begin(this.sink.head(head.subarray(0, end)));
    return at + end - before;
  }

  private begin(framing: Framing): void {
    switch (framing.kind) {
      case "none":
        this.sink.end();
        break;
      case "length":
        this.left = framing.left;
        if (framing.left === 0) this.sink.end();
        else this.state = "length";
        break;
      case "chunked":
        this.state = "size";
        this.line = "";
        this.trailers = 0;
        break;
      case "until-end":
        this.state = "until-end";
    }
  }

  private readBody(chunk: Buffer, at: number): { at: number; isOver: boolean } {
    if (this.state === "until-end") {
      this.sink.data(chunk.subarray(at));
      return { at: chunk.length, isOver: false };
    }
    if (this.state === "length" || this.state === "chunk") {
      const to = Math.min(chunk.length, at + this.left);
      this.sink.data(chunk.subarray(at, to));
      this.left -= to - at;
      const isOver = this.left === 0 && this.state === "length";
      if (this.left === 0 && !isOver) this.state = "chunk-end";
      return { at: to, isOver };
    }
    const end = chunk.indexOf(LF, at);
    const to = end < 0 ? chunk.length : end + 1;
    this.line += chunk.toString("latin1", at, to);
    if (this.line.length > (this.state === "trailer" ? MAX_HEAD_BYTES : MAX_SIZE_BYTES))
      throw new HttpFault(400, "a line of its framing is too long");
    return { at: to, isOver: end >= 0 && this.readLine() };
  }

  /** Reads a complete line of the framing; true where it was the last one. */
  private readLine(): boolean {
    const line = this.line.endsWith("\r\n")
      ? this.line.slice(0, -2)
      : this.isStrict
        ? undefined
        : this.line.slice(0, -1);
    this.line = "";
    if (line === undefined || (this.isStrict && line.includes("\r")))
      throw new HttpFault(400, "a line of its framing does not end with CRLF");
    if (this.state === "trailer") {
      this.trailers += line.length;
      if (this.trailers > MAX_HEAD_BYTES) throw new HttpFault(431, "its trailers are too large");
      return line === "";
    }
    if (this.state === "chunk-end") {
      if (line !== "") throw new HttpFault(400, "a chunk is longer than its size");
      this.state = "size";
      return false;
    }
    const size = /^([\da-f]{1,13})[ \t]*(?:;|$)/i.exec(line)?.[1];
    if (size === undefined) throw new HttpFault(400, "the size of a chunk is no number");
    this.left = Number.parseInt(size, 16);
    this.state = this.left === 0 ? "trailer" : "chunk";
    return false;
  }
}

/** Where the empty line after a head ends. */
function findHeadEnd(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2;
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3;
  }
  return undefined;
}
