// Says whether faketime works in the processes that a command started. Known on Linux; on other systems, assumed.
import { readdirSync, readFileSync } from "node:fs";

/** True where a process of the group has loaded faketime's library. */
export function loadsFaketime(group: number): boolean {
  if (process.platform !== "linux") return true;
  return readdirSync("/proc").some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    const stat = read(`/proc/${pid}/stat`);
    // After the name, which may contain spaces: state, parent, group.
    const [, , its] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return its === String(group) && read(`/proc/${pid}/maps`).includes("/libfaketime");
  });
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    // The process is gone, or another user's.
    return "";
  }
}
