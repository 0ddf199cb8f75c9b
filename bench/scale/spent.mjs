// Preloaded (`node --import`): writes what the process took into the file that SPENT_FILE names, when it exits: its
// processor time in milliseconds, and its memory in megabytes at the peak.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { peakMemory } from "../peak-memory.mjs";

const file = process.env.SPENT_FILE;
if (isMainThread && file !== undefined) {
  process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    const peak = peakMemory(process.pid) ?? process.resourceUsage().maxRSS / 1024;
    writeFileSync(file, JSON.stringify({ cpu: (user + system) / 1000, peak }));
  });
}
