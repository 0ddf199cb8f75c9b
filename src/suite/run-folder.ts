// Makes the temp folder of a run, and removes those that killed runs left behind.
import { createHash } from "node:crypto";
import { readlinkSync } from "node:fs";
import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { McpvalsError, messageOf } from "../errors.js";

/** Containers that share a temp folder have other processes with the same ids. */
const MACHINE = createHash("sha256").update(`${hostname()} ${readNamespace()}`).digest("hex").slice(0, 8);
const OURS = new RegExp(`^mcpvals-run-${MACHINE}-(\\d+)-\\w{6}$`);

let cleaned: Promise<void> | undefined;

/** Of the same length in all runs: a server may output the name, and a value that varies is recognized by its form. */
const PROCESS = String(process.pid).padStart(7, "0");

/** Creates an empty folder of this process; the caller removes it. Throws WRITE_FAILED. */
export async function makeRunFolder(): Promise<string> {
  const parent = tmpdir();
  await (cleaned ??= removeLeft(parent));
  try {
    return await mkdtemp(join(parent, `mcpvals-run-${MACHINE}-${PROCESS}-`));
  } catch (error) {
    throw new McpvalsError("WRITE_FAILED", `cannot make a folder in ${parent}, where the run's files go`, {
      evidence: messageOf(error),
      fix: "Make that folder, or name another one in TMPDIR.",
      cause: error,
    });
  }
}

async function removeLeft(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = Number(OURS.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const folder = join(parent, name);
    const stats = await lstat(folder).catch(() => undefined);
    if (stats?.isDirectory() !== true || (process.getuid !== undefined && stats.uid !== process.getuid())) continue;
    // A folder that cannot be removed is no reason not to run.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

function readNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}
