// Starts the tape's thread. Import it only when needed: loading it would delay the start of a server.
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { THREAD_NAME, type ThreadData } from "./proxy-messages.js";
import type { RecorderOptions } from "./proxy-recorder.js";

export function startThread(file: URL, options: RecorderOptions): Worker {
  const workerData: ThreadData = { name: THREAD_NAME, options };
  // One thread collects a heap this small faster than several that wait for each other.
  setFlagsFromString("--no-parallel-scavenge");
  const thread = new Worker(file, {
    workerData,
    // Small, so that garbage is collected early; a message of 100 MB still fits.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 768 },
    execArgv: [],
  });
  // Without this, both heaps grow by half before they are collected. Not before the thread is online: short-lived
  // objects would get half the room, and be collected twice as often.
  thread.once("online", () => setFlagsFromString("--optimize-for-size"));
  return thread;
}
