// Ends processes that a run has left behind: each of them was started with the run's folder as its HOME.
import { readdirSync, readFileSync } from "node:fs";

/** What a browser may need to end by itself, in milliseconds. */
const GRACE = 3000;

/** The command lines of those that had to be ended. On a system without /proc: none. */
export async function endLeftProcesses(home) {
  const until = Date.now() + GRACE;
  while (findLeft(home).length > 0 && Date.now() < until) await new Promise((done) => setTimeout(done, 100));
  return findLeft(home).map(({ pid, line }) => {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
    return line;
  });
}

function findLeft(home) {
  return readNames("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    const isOurs = read(`/proc/${name}/environ`).split("\0").includes(`HOME=${home}`);
    // A process that has ended and was not waited for has no command line.
    const line = isOurs ? read(`/proc/${name}/cmdline`).replaceAll("\0", " ").trim() : "";
    return line === "" ? [] : [{ pid: Number(name), line: line.slice(0, 160) }];
  });
}

function readNames(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
