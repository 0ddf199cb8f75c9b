// Bytes of an event stream in, its events out, for the tap's copy. It must not know MCP.
import { LineSplitter } from "./framing.js";

export interface SseEvent {
  /** `message` where the stream names none. */
  event: string;
  data: string;
}

const CR = 13;
const LF = 10;

/** Reads `text/event-stream`. Lines end with LF, CRLF or CR, as the standard allows. */
export class SseEvents {
  readonly #lines = new LineSplitter();
  #afterCr = false;
  readonly #decoder = new TextDecoder();
  #event = "";
  #data: string[] = [];
  /** True once an event had an id: the stream can be resumed elsewhere. */
  resumable = false;

  /** The events that this chunk completes; an event without data is none. */
  push(chunk: Uint8Array): SseEvent[] {
    return this.#lines.push(this.#withLf(chunk)).flatMap((line) => this.#line(this.#decoder.decode(line)));
  }

  /** True of a stream that stops here in the middle of an event with data: a client does not get that. */
  get isInEvent(): boolean {
    return this.#data.length > 0 || this.#lines.isInLine;
  }

  /** The chunk with LF for every line end; a CRLF may be split between two chunks. */
  #withLf(chunk: Uint8Array): Uint8Array {
    if (!this.#afterCr && !chunk.includes(CR)) return chunk;
    const plain = new Uint8Array(chunk.length);
    let size = 0;
    for (const byte of chunk) {
      if (byte !== LF || !this.#afterCr) plain[size++] = byte === CR ? LF : byte;
      this.#afterCr = byte === CR;
    }
    return plain.subarray(0, size);
  }

  #line(line: string): SseEvent[] {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "data") this.#data.push(value);
    else if (field === "event") this.#event = value;
    else if (field === "id") this.resumable = true;
    return [];
  }

  #dispatch(): SseEvent[] {
    const event = { event: this.#event === "" ? "message" : this.#event, data: this.#data.join("\n") };
    const empty = this.#data.length === 0;
    this.#event = "";
    this.#data = [];
    return empty ? [] : [event];
  }
}
