// Runs the built CLI as a user would, and reads its report.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../../dist/bin/main.cjs", import.meta.url));
const LIMIT = 600_000;

/** The exit code, the JSON report (undefined where none was written), and what it printed. */
export async function runCli(folder, args, env) {
  const file = join(folder, "report.json");
  await rm(file, { force: true });
  const child = spawn(process.execPath, [bin, ...args, "-r", "console", "-r", `json=${file}`, "--no-color"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (text += piece));
  const timer = setTimeout(() => child.kill("SIGTERM"), LIMIT);
  const [code] = await once(child, "close");
  clearTimeout(timer);
  const report = await readFile(file, "utf8").then(JSON.parse, () => undefined);
  return { code, report, text };
}
