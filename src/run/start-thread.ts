// Starts the tape's thread. Imported when there is something for it: what this loads would hold up a server that starts.
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { THREAD_NAME, type ThreadData } from "./proxy-messages.js";
import type { RecorderOptions } from "./proxy-recorder.js";

export function startThread(file: URL, options: RecorderOptions): Worker {
  // For a process in a server's place. Without, the heap grows by half before anybody looks at what is in it.
  setFlagsFromString("--optimize-for-size");
  const workerData: ThreadData = { name: THREAD_NAME, options };
  return new Worker(file, {
    workerData,
    // So that it collects its garbage early; a message of 100 MB still fits.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 768 },
    execArgv: [],
  });
}
