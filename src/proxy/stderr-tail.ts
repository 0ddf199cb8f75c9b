// The last lines of a stream of text, kept within bounds, for messages and for the trace.
import { StringDecoder } from "node:string_decoder";

const MAX_CHARACTERS = 8_000;
const MAX_LINES = 50;

/** Keeps the end of what is pushed. */
export class StderrTail {
  readonly #decoder = new StringDecoder("utf8");
  #text = "";

  push(chunk: Buffer): void {
    // A cut surrogate pair at the start would be a lone one, hence the code point after it.
    this.#text = (this.#text + this.#decoder.write(chunk)).slice(-MAX_CHARACTERS).replace(/^[\uDC00-\uDFFF]/, "");
  }

  /** The last lines so far, without the line end after the last. */
  text(lines: number = MAX_LINES): string {
    return this.#text.trimEnd().split("\n").slice(-lines).join("\n");
  }
}
