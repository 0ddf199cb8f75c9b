// What a command takes: its processor time in milliseconds, and its memory in megabytes at the peak; and how it grows.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "../measure.mjs";

const spent = new URL("spent.mjs", import.meta.url).href;

/** Runs `node` with what it is given, without the processes that it starts. The numbers come through a file in the folder. */
export function createRun(folder, more) {
  const file = join(folder, "spent.json");
  return async (cwd, args, expected = 0) => {
    const child = spawn(process.execPath, ["--import", spent, ...args], {
      cwd,
      env: { ...env, ...more, SPENT_FILE: file },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (chunk) => (said += chunk));
    const [code] = await once(child, "close");
    if (code !== expected) throw new Error(`${args.join(" ")} ended with ${code}: ${said.slice(-2000)}`);
    return JSON.parse(await readFile(file, "utf8"));
  };
}

/** The slope of the line through the logarithms: 1 grows with the number, 2 with its square. */
export function slopeOf(points) {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)]);
  const mean = (at) => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const above = logs.reduce((sum, log) => sum + (log[0] - x) * (log[1] - y), 0);
  return above / logs.reduce((sum, log) => sum + (log[0] - x) ** 2, 0);
}
