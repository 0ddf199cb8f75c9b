// Serves the recorded server over stdio, line by line, until the client closes its end.
import { readKept } from "../../json/read-json.js";
import type { Readable, Writable } from "node:stream";
import { LineSplitter } from "../../proxy/framing.js";
import type { Outlet } from "./outlet.js";
import { createPlayer, type PlayerOptions } from "./player.js";
import { hasBatches, receiveValue } from "./receive-text.js";

export interface Streams {
  input: Readable;
  output: Writable;
}

/** Serves one client. Resolves when the client has closed its end, or `signal` fires, and everything is written. */
export async function serveStdio(
  options: Omit<PlayerOptions, "general">,
  { input, output }: Streams,
  signal: AbortSignal,
): Promise<void> {
  const takesBatches = hasBatches(options.tape.session.server.protocol);
  let isFull = false;
  const write = (message: string): void => {
    // Stop reading from a client that does not read, so that nothing piles up here.
    if (output.write(`${message}\n`) || isFull) return;
    isFull = true;
    input.pause();
    output.once("drain", () => {
      isFull = false;
      input.resume();
    });
  };
  const outlet: Outlet = { send: write, answer: write };
  const player = createPlayer({ ...options, general: write });
  const lines = new LineSplitter();
  const decoder = new TextDecoder();
  const receive = (line: Uint8Array): void => {
    const text = decoder.decode(line);
    if (text.trim() !== "") receiveValue(player, readKept(text), outlet, takesBatches);
  };

  await new Promise<void>((resolve) => {
    input.on("data", (chunk: Uint8Array) => lines.push(chunk).forEach(receive));
    input.once("end", resolve);
    input.on("error", () => resolve());
    input.once("close", resolve);
    output.on("error", () => resolve());
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const last = lines.end();
  if (last !== undefined && !signal.aborted) receive(last);
  player.finish();
  input.removeAllListeners("data");
  input.destroy();
  await new Promise<void>((resolve) => {
    if (output.destroyed || output.errored) resolve();
    else output.write("", () => resolve());
  });
}
