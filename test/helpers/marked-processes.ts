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

/** The one of them that this test started: the numbers of processes begin again at some time, so that it need not be the lowest. */
export function startedHere(pids: readonly number[]): number {
  const own = pids.find((pid) => parentOf(pid) === process.pid);
  if (own === undefined) throw new Error(`none of ${pids.join(", ")} was started by ${String(process.pid)}`);
  return own;
}

/** Undefined where it has ended. */
function parentOf(pid: number): number | undefined {
  try {
    // The name of a process is in brackets, and may have blanks in it.
    return Number(/\) \S (\d+) [^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, "latin1"))?.[1]);
  } catch {
    return undefined;
  }
}
