// Bytes in, lines out: split on 0x0A and on nothing else; a line keeps its bytes as they came.
// For the tap's copy only. It must not know what a line means.

/** Longer lines are cut in the copy (the traffic itself has no limit): memory stays bounded if a newline never comes. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;

/** Splits a stream of chunks into lines without their `\n`. */
export class LineSplitter {
  #parts: Uint8Array[] = [];
  #size = 0;
  readonly #limit: number;

  constructor(limit: number = MAX_LINE_BYTES) {
    this.#limit = limit;
  }

  /** The lines that this chunk completes. */
  push(chunk: Uint8Array): Uint8Array[] {
    const lines: Uint8Array[] = [];
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, at));
      lines.push(this.#take());
      from = at + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
    return lines;
  }

  /** True where something stands after the last newline. */
  get isInLine(): boolean {
    return this.#size > 0;
  }

  /** What stands after the last newline, if anything. */
  end(): Uint8Array | undefined {
    return this.#size === 0 ? undefined : this.#take();
  }

  #keep(part: Uint8Array): void {
    const room = this.#limit - this.#size;
    const kept = part.length > room ? part.subarray(0, room) : part;
    if (kept.length === 0) return;
    this.#parts.push(kept);
    this.#size += kept.length;
  }

  #take(): Uint8Array {
    const [first, ...rest] = this.#parts;
    const line = first === undefined ? new Uint8Array() : rest.length === 0 ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    return line;
  }
}
