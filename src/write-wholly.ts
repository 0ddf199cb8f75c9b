// Writes all of a text to an open file: a nearly full disk accepts only part of a write.
import { writeSync } from "node:fs";

/** Throws the system's error once nothing more fits. */
export function writeWholly(descriptor: number, text: string): void {
  let done = writeSync(descriptor, text);
  if (done === Buffer.byteLength(text)) return;
  const bytes = Buffer.from(text, "utf8");
  while (done < bytes.length) done += writeSync(descriptor, bytes, done);
}
