// Splits bytes into lines at 0x0A only; a line keeps its bytes. For the tap's copy only. It must not know what a line
// means.

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

  /** The same, but keeps them: for callers that cannot wait for the newline. */
  unfinished(): Uint8Array | undefined {
    if (this.size === 0) return undefined;
    const [first, ...rest] = this.parts;
    return rest.length === 0 ? first : Buffer.concat(this.parts);
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
  private readonly lines: LineSplitter;
  private readonly limit: number;

  constructor(limit: number) {
    this.lines = new LineSplitter(limit);
    this.limit = limit;
  }

  /** The lines that this chunk completes. */
  push(chunk: Uint8Array): (string | undefined)[] {
    const from = this.lines.isInLine ? chunk.indexOf(10) + 1 : 0;
    const end = chunk.lastIndexOf(10);
    if (end < from || end - from >= this.limit) return this.lines.push(chunk).map((line) => this.decode(line));
    const first = this.lines.push(chunk.subarray(0, from)).map((line) => this.decode(line));
    // Decoded together: no character contains a newline byte.
    const lines = decoder.decode(chunk.subarray(from, end)).split("\n");
    this.lines.push(chunk.subarray(end + 1));
    return first.length === 0 ? lines : [...first, ...lines];
  }

  /** The text after the last newline, if any; removes it. */
  end(): { text: string | undefined } | undefined {
    const line = this.lines.end();
    return line === undefined ? undefined : { text: this.decode(line) };
  }

  /** The same, but keeps it; undefined also where it reaches the limit. */
  unfinished(): string | undefined {
    const line = this.lines.unfinished();
    return line === undefined ? undefined : this.decode(line);
  }

  private decode(line: Uint8Array): string | undefined {
    return line.length < this.limit ? decoder.decode(line) : undefined;
  }
}
