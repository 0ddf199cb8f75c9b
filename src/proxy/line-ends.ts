// Replaces every line end of an event stream (LF, CRLF or CR, as its standard allows) by LF. A CRLF may be split
// between two chunks.

const CR = 13;
const LF = 10;

/** Follows one stream. */
export class LineEnds {
  private afterCr = false;

  /** The chunk with LF for its line ends; a CR counts at once, not only after the next byte. */
  push(chunk: Uint8Array): Uint8Array {
    if (!this.afterCr && !chunk.includes(CR)) return chunk;
    const plain = new Uint8Array(chunk.length);
    let size = 0;
    for (const byte of chunk) {
      if (byte !== LF || !this.afterCr) plain[size++] = byte === CR ? LF : byte;
      this.afterCr = byte === CR;
    }
    return plain.subarray(0, size);
  }
}
