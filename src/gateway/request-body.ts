// Holds the body of a request, which can be passed on while it comes.
import { Buffer } from "node:buffer";
import { Readable } from "node:stream";

/** The body of one request. Reads it from the beginning on, whoever asks for it. */
export class RequestBody {
  /** Bytes so far. */
  size = 0;
  private chunks: Buffer[] = [];
  private readonly copies: Readable[] = [];
  /** Undefined while it comes; then null, or why it broke off. */
  private ended: Error | null | undefined;
  private readonly isHere: Promise<void>;

  /** `largest`: bytes. */
  constructor(request: Readable, largest: number) {
    this.isHere = new Promise((resolve) => {
      const end = (fault: Error | null): void => {
        if (this.ended !== undefined) return;
        this.ended = fault;
        for (const copy of this.copies) endCopy(copy, fault);
        resolve();
      };
      request.on("data", (chunk: Buffer) => {
        this.size += chunk.length;
        if (this.size > largest) end(new Error(`the request is larger than ${largest} bytes`));
        if (this.ended !== undefined) return;
        this.chunks.push(chunk);
        for (const copy of this.copies) copy.push(chunk);
      });
      request.once("end", () => end(null));
      request.on("error", end);
      request.once("close", () => end(new Error("the request broke off")));
    });
  }

  /** All of it, once it is here; undefined where it broke off or is too large. */
  async whole(): Promise<Buffer | undefined> {
    await this.isHere;
    return this.ended === null ? Buffer.concat(this.chunks) : undefined;
  }

  /** Lets go of its bytes: nobody asks for it any more. */
  release(): void {
    this.chunks = [];
  }

  /** Its bytes as they come. Breaks off where it does. */
  stream(): Readable {
    const copy = new Readable({ read: () => {} });
    // Who reads it gets the error, too.
    copy.on("error", () => {});
    for (const chunk of this.chunks) copy.push(chunk);
    if (this.ended === undefined) this.copies.push(copy);
    else endCopy(copy, this.ended);
    return copy;
  }
}

function endCopy(copy: Readable, fault: Error | null): void {
  if (fault === null) copy.push(null);
  else copy.destroy(fault);
}
