// Writes the responses of one upstream connection to the client: at once, or, where a head may have to be changed, as soon as the
// head is complete.
import type { Socket } from "node:net";

export class ResponsesBack {
  private readonly client: Socket;
  /** Bytes that came and are not written: the beginning of a head. */
  private held: Buffer = Buffer.alloc(0);
  private isAtOnce = true;

  constructor(client: Socket) {
    this.client = client;
  }

  /** True where all that came is written. */
  get isEmpty(): boolean {
    return this.held.length === 0;
  }

  /** Takes what came; unless `isAtOnce`, {@link pass} says what of it is written. */
  take(chunk: Buffer, isAtOnce: boolean): void {
    this.isAtOnce = isAtOnce;
    if (isAtOnce) this.client.write(chunk);
    else {
      this.held = this.isEmpty ? chunk : Buffer.concat([this.held, chunk]);
      this.client.cork();
    }
  }

  /** Writes the next bytes of those that were taken, or others in their place. */
  pass(bytes: Buffer, instead: Buffer = bytes): void {
    if (this.isAtOnce) return;
    this.held = this.held.subarray(bytes.length);
    this.client.write(instead);
  }

  /** What was taken is read, and of the rest the next chunk will tell. */
  settle(): void {
    if (this.isAtOnce) return;
    // A copy: the chunk's memory may be large.
    this.held = Buffer.from(this.held);
    this.client.uncork();
  }

  /** Writes the rest as it is: nobody can read it. */
  flush(): void {
    if (this.isEmpty) return;
    const rest = this.held;
    this.held = Buffer.alloc(0);
    this.client.write(rest);
  }
}
