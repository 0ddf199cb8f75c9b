// Starts a command in a process group with three pipes, and ends it with everything that it started. It must not know
// what flows through the pipes.
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { now } from "./clock.js";
import { buildCommandError, checkWorkingFolder, type CommandLine } from "./command-error.js";
import { beginWatch, type Watch } from "./watchdog.js";

/** How a process ended. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Milliseconds that a group has after the end of its input, after SIGTERM and after SIGKILL. */
export interface Grace {
  eof: number;
  term: number;
  kill: number;
}

// Together below 7 s: CI runners kill about 10 s after their first signal.
const GRACE: Grace = { eof: 2000, term: 2000, kill: 1000 };
/** Milliseconds for the rest of a group whose leader is gone: it may be a zombie that nobody reaps. */
const REST_GRACE = 300;
/** Milliseconds in which the last bytes in the pipes must be read. */
const DRAIN = 1000;

export interface ProcessGroup {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when the process itself is gone; processes that it started may still hold its pipes. */
  readonly exited: Promise<Exit>;
  exit(): Exit | undefined;
  /** Passes a signal on to the whole group. */
  signal(signal: NodeJS.Signals): void;
  /** Ends input, then SIGTERM, then SIGKILL, for the whole group, with grace in between. Safe to call twice. */
  stop(): Promise<void>;
}

type Spawn = (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

const groups = new Set<number>();

/** Kills every group at once, without waiting: for the second Ctrl-C. */
export function killAllGroups(): void {
  for (const pid of groups) signalGroup(pid, "SIGKILL");
}

/**
 * Starts a command in a group of its own. Throws McpvalsError COMMAND_NOT_FOUND where it does not exist or may not be
 * executed, or its folder is missing.
 */
export async function startProcessGroup(start: CommandLine, grace: Partial<Grace> = {}): Promise<ProcessGroup> {
  const badFolder = checkWorkingFolder(start.cwd);
  if (badFolder !== undefined) throw badFolder;
  const watch = beginWatch();
  const { child, pid } = await spawned(start, watch);
  groups.add(pid);
  let exit: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => {
      exit = { code, signal };
      resolve(exit);
    });
  });
  const drained = new Promise((resolve) => child.once("close", resolve));
  const { stdin, stdout, stderr } = pipesOf(child);
  // Ignore a server that is gone or has closed its input: that is not the writer's fault.
  stdin.on("error", () => {});

  let stopping: Promise<void> | undefined;
  async function end(): Promise<void> {
    stdin.end();
    await endGroup(pid, () => exit !== undefined, { ...GRACE, ...grace });
    groups.delete(pid);
    await Promise.race([drained, sleep(DRAIN, undefined, { ref: false })]);
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
    child.unref();
    await Promise.race([watch.end(), sleep(REST_GRACE, undefined, { ref: false })]);
  }
  return {
    pid,
    stdin,
    stdout,
    stderr,
    exited,
    exit: () => exit,
    signal: (signal) => signalGroup(pid, signal),
    stop: () => (stopping ??= end()),
  };
}

async function spawned(start: CommandLine, watch: Watch): Promise<{ child: ChildProcess; pid: number }> {
  try {
    const child = (await findSpawn())(start.command, start.args, {
      cwd: start.cwd,
      env: start.env,
      stdio: "pipe",
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    if (child.pid !== undefined) watch.over(child.pid);
    await new Promise((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    child.on("error", () => {});
    if (child.pid === undefined) throw new Error("it has no process id");
    return { child, pid: child.pid };
  } catch (error) {
    await watch.end();
    throw buildCommandError(start, error);
  }
}

/** On other systems the plain one does the same, and is loaded already. */
async function findSpawn(): Promise<Spawn> {
  return process.platform === "win32" ? (await import("cross-spawn")).default : spawn;
}

function pipesOf(child: ChildProcess): Pick<ProcessGroup, "stdin" | "stdout" | "stderr"> {
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error("a child without pipes");
  return { stdin, stdout, stderr };
}

async function endGroup(pid: number, leaderGone: () => boolean, grace: Grace): Promise<void> {
  const steps = [
    { wait: grace.eof, next: "SIGTERM" },
    { wait: grace.term, next: "SIGKILL" },
    { wait: grace.kill, next: undefined },
  ] as const;
  for (const { wait, next } of steps) {
    const from = now();
    while (isAlive(pid, leaderGone())) {
      const waited = now() - from;
      if (waited >= wait || (leaderGone() && waited >= REST_GRACE)) break;
      await sleep(5);
    }
    if (!isAlive(pid, leaderGone())) return;
    if (next !== undefined) signalGroup(pid, next);
  }
}

function isAlive(pid: number, leaderGone: boolean): boolean {
  if (process.platform === "win32") return !leaderGone;
  try {
    process.kill(-pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Gone in the meantime.
  }
}
