// Splits the bytes of an event stream into events, for the tap's copy. It must not know MCP.
import { LineSplitter } from "./framing.js";
import { LineEnds } from "./line-ends.js";

export interface SseEvent {
  /** `message` where the stream names none. */
  event: string;
  data: string;
}

/** Reads `text/event-stream`. Lines end with LF, CRLF or CR, as the standard allows. */
export class SseEvents {
  private readonly lines = new LineSplitter();
  private readonly ends = new LineEnds();
  private readonly decoder = new TextDecoder();
  private event = "";
  private data: string[] = [];
  /** True once an event had an id: the stream can be resumed elsewhere. */
  resumable = false;

  /** The events that this chunk completes; leaves out events without data. */
  push(chunk: Uint8Array): SseEvent[] {
    return this.lines.push(this.ends.push(chunk)).flatMap((line) => this.line(this.decoder.decode(line)));
  }

  /** True where the stream ends in the middle of an event with data, which a client then does not get. */
  get isInEvent(): boolean {
    return this.data.length > 0 || this.lines.isInLine;
  }

  private line(line: string): SseEvent[] {
    if (line === "") return this.dispatch();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "data") this.data.push(value);
    else if (field === "event") this.event = value;
    else if (field === "id") this.resumable = true;
    return [];
  }

  private dispatch(): SseEvent[] {
    const event = { event: this.event === "" ? "message" : this.event, data: this.data.join("\n") };
    const empty = this.data.length === 0;
    this.event = "";
    this.data = [];
    return empty ? [] : [event];
  }
}
