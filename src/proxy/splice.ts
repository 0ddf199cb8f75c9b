// Moves bytes from one stream to another, at the speed of the slower one. A copy is passed on after the bytes are. It
// must not know what they mean.
import type { Readable, Writable } from "node:stream";
import { now } from "./clock.js";

export interface Splice {
  /** Stops reading, or continues, whatever the reader does. */
  hold(held: boolean): void;
  /** The last byte that passed; undefined before the first. */
  lastByte(): number | undefined;
  /** Milliseconds, on the clock of `now`, of the last byte. */
  lastAt(): number;
  /** When the reader last delayed the bytes; undefined where it never did. */
  waitedAt(): number | undefined;
}

/**
 * Moves bytes from one stream to the other. Ends neither; if the reader is gone, reads on and discards. `onChunk` learns
 * when the bytes came, on the clock of `now`: until it is called, they may have been answered.
 */
export function splice(from: Readable, to: Writable, onChunk: (chunk: Buffer, at: number) => void): Splice {
  let held = false;
  let waits = false;
  let last: number | undefined;
  let at = now();
  let waitedAt: number | undefined;
  const update = (): void => void (held || waits ? from.pause() : from.resume());
  const go = (): void => {
    if (waits) waitedAt = now();
    waits = false;
    update();
  };
  to.on("drain", go);
  for (const event of ["close", "error"]) to.on(event, go);
  from.on("error", () => {});
  from.on("data", (chunk: Buffer) => {
    at = now();
    last = chunk.at(-1) ?? last;
    if (to.writable && !to.write(chunk)) {
      waits = true;
      from.pause();
    }
    onChunk(chunk, at);
  });
  return {
    hold(hold) {
      if (held === hold) return;
      held = hold;
      update();
    },
    lastByte: () => last,
    lastAt: () => at,
    waitedAt: () => (waits ? now() : waitedAt),
  };
}
