// Preloaded (`node --import`): writes the megabytes that the process took at its peak into the file that PEAK_FILE names,
// when it exits.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { peakMemory } from "./peak-memory.mjs";

const file = process.env.PEAK_FILE;
// `maxRSS` begins with what the parent took when it started this process, so it is asked only where there is nothing better.
if (isMainThread && file !== undefined)
  process.on("exit", () =>
    writeFileSync(file, String(peakMemory(process.pid) ?? process.resourceUsage().maxRSS / 1024)),
  );
