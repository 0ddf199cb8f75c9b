// Keeps the last lines of a stream of text, within limits, for messages and for the trace.
import { StringDecoder } from "node:string_decoder";

const MAX_CHARACTERS = 8_000;
const MAX_LINES = 50;

/** Keeps the end of what is pushed. */
export class StderrTail {
  private readonly decoder = new StringDecoder("utf8");
  private kept = "";

  push(chunk: Buffer): void {
    // A surrogate pair cut at the start would leave a lone one, so drop it.
    this.kept = (this.kept + this.decoder.write(chunk)).slice(-MAX_CHARACTERS).replace(/^[\uDC00-\uDFFF]/, "");
  }

  /** The last lines so far, without the line end after the last. */
  text(lines: number = MAX_LINES): string {
    return this.kept.trimEnd().split("\n").slice(-lines).join("\n");
  }
}
