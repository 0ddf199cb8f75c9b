// Splits bytes into lines at 0x0A only; a line keeps its bytes. For the tap's copy only. It must not know what a line
// means.
import { TextPieces } from "./text-pieces.js";

/**
 * Longer lines are cut in the copy (the traffic itself has no limit), so that memory stays bounded if a newline never
 * comes.
 */
const MAX_LINE_BYTES = 128 * 1024 * 1024;

/** Splits a stream of chunks into lines without their `\n`. */
export class LineSplitter {
  private parts: Uint8Array[] = [];
  private size = 0;
  private readonly limit: number;

  constructor(limit: number = MAX_LINE_BYTES) {
    this.limit = limit;
  }

  /** The lines that this chunk completes. */
  push(chunk: Uint8Array): Uint8Array[] {
    const lines: Uint8Array[] = [];
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      this.keep(chunk.subarray(from, at));
      lines.push(this.take());
      from = at + 1;
    }
    if (from < chunk.length) this.keep(chunk.subarray(from));
    return lines;
  }

  /** True where bytes follow the last newline. */
  get isInLine(): boolean {
    return this.size > 0;
  }

  /** The bytes after the last newline, if any; removes them. */
  end(): Uint8Array | undefined {
    return this.size === 0 ? undefined : this.take();
  }

  private keep(part: Uint8Array): void {
    const room = this.limit - this.size;
    const kept = part.length > room ? part.subarray(0, room) : part;
    if (kept.length === 0) return;
    this.parts.push(kept);
    this.size += kept.length;
  }

  private take(): Uint8Array {
    const [first, ...rest] = this.parts;
    const line = first === undefined ? new Uint8Array() : rest.length === 0 ? first : Buffer.concat(this.parts);
    this.parts = [];
    this.size = 0;
    return line;
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The same with lines as text; undefined for a line that reaches the limit. */
export class TextLineSplitter {
  private readonly line = new TextPieces();
  /** Bytes after the last newline. */
  private size = 0;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The lines that this chunk completes. */
  push(chunk: Uint8Array): (string | undefined)[] {
    const end = chunk.lastIndexOf(10);
    if (end < 0) {
      this.keep(chunk);
      return [];
    }
    const from = this.size > 0 ? chunk.indexOf(10) + 1 : 0;
    const first = from === 0 ? [] : [this.complete(chunk.subarray(0, from - 1))];
    const others = end < from ? [] : this.decodeLines(chunk.subarray(from, end));
    this.keep(chunk.subarray(end + 1));
    return first.length === 0 ? others : [...first, ...others];
  }

  /** The text after the last newline, if any; removes it. */
  end(): { text: string | undefined } | undefined {
    return this.size === 0 ? undefined : { text: this.complete(new Uint8Array()) };
  }

  /** The same, but keeps it: for callers that cannot wait for the newline. Undefined also where it reaches the limit. */
  unfinished(): string | undefined {
    return this.size === 0 || this.size >= this.limit ? undefined : this.line.soFar();
  }

  private decodeLines(bytes: Uint8Array): (string | undefined)[] {
    // Decoded together: no character contains a newline byte.
    if (bytes.length < this.limit) return decoder.decode(bytes).split("\n");
    const lines = new LineSplitter(this.limit);
    return [...lines.push(bytes), lines.end() ?? new Uint8Array()].map((line) =>
      line.length < this.limit ? decoder.decode(line) : undefined,
    );
  }

  private keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.size = Math.min(this.size + part.length, this.limit);
    if (this.size < this.limit) this.line.add(part);
    // What came of it is of no use any more.
    else this.line.take();
  }

  private complete(last: Uint8Array): string | undefined {
    this.keep(last);
    const text = this.line.take();
    const isWhole = this.size < this.limit;
    this.size = 0;
    return isWhole ? text : undefined;
  }
}
