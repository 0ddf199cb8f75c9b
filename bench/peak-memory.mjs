// Reads how much memory a process took at its peak. Imports nothing else: it is preloaded into what is measured.
import { readFileSync } from "node:fs";

/** Megabytes that a process took at its peak; Linux only, undefined elsewhere. */
export function peakMemory(pid) {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
