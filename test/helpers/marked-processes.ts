// Finds processes by a variable of their environment, which all that they start inherit; Linux only.
import { readdirSync, readFileSync } from "node:fs";

/** Processes (not zombies) in whose environment the text stands. */
export function processesMarked(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "latin1").includes(text);
      } catch {
        return false;
      }
    });
}
