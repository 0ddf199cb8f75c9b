// Starts the tape's thread. Imported when there is something for it: what this loads would hold up a server that starts.
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { THREAD_NAME, type ThreadData } from "./proxy-messages.js";
import type { RecorderOptions } from "./proxy-recorder.js";

export function startThread(file: URL, options: RecorderOptions): Worker {
  const workerData: ThreadData = { name: THREAD_NAME, options };
  // A heap this small is collected quicker by one thread than by several that wait for each other.
  setFlagsFromString("--no-parallel-scavenge");
  const thread = new Worker(file, {
    workerData,
    // So that it collects its garbage early; a message of 100 MB still fits.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 768 },
    execArgv: [],
  });
  // Without, both heaps grow by half before anybody looks at what is in them. Not before the thread is there: for what is
  // short-lived it would get half the room, and collect twice as often.
  thread.once("online", () => setFlagsFromString("--optimize-for-size"));
  return thread;
}
