// Locks a file for one writing process at a time; a lock of a dead process does not count.
import { randomBytes } from "node:crypto";
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { McpvalsError } from "../errors.js";
import { writeFailed } from "./write-whole.js";
import { codeOf } from "./read-limited.js";
import { refuseLinks } from "./refuse-links.js";
import { displayPath } from "./store-place.js";

const RETRY_MS = 20;
const NEW_MS = 5_000;

/**
 * Takes the lock and returns the function that releases it. Waits up to `waitMs` for another holder, then throws
 * CASSETTE_LOCKED. `what` describes what is locked.
 */
export async function acquireLock(file: string, what: string, waitMs = 0): Promise<() => void> {
  const mine = `${process.pid} ${randomBytes(6).toString("hex")}\n`;
  const until = Date.now() + waitMs;
  for (;;) {
    if (take(file, mine)) return () => release(file, mine);
    const held = readLock(file);
    if (held === undefined) continue;
    if (held.isNew) await sleep(RETRY_MS);
    else if (!isAlive(held.pid)) removeStale(file, held.text);
    else if (Date.now() >= until) throw locked(file, what, held.pid);
    else await sleep(RETRY_MS);
  }
}

/** The living process that holds a lock, or undefined. */
export function lockHolder(file: string): number | undefined {
  const held = readLock(file);
  return held !== undefined && isAlive(held.pid) ? held.pid : undefined;
}

function take(file: string, mine: string): boolean {
  let descriptor: number;
  try {
    mkdirSync(dirname(file), { recursive: true });
    descriptor = openSync(file, "wx");
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw writeFailed(file, error);
    // Refuse a dangling link: it could never be created nor read.
    refuseLinks(file, dirname(file));
    return false;
  }
  try {
    writeSync(descriptor, mine);
    return true;
  } catch (error) {
    // On a full disk the file exists but holds no name.
    rmSync(file, { force: true });
    throw writeFailed(file, error);
  } finally {
    closeSync(descriptor);
  }
}

function release(file: string, mine: string): void {
  if (readLock(file)?.text === mine) rmSync(file, { force: true });
}

/** `isNew`: just created; its holder has not written its name yet. */
function readLock(file: string): { pid: number; text: string; isNew: boolean } | undefined {
  try {
    const { mtimeMs } = statSync(file);
    const text = readFileSync(file, "utf8");
    const pid = Number.parseInt(text, 10);
    return { pid, text, isNew: Number.isNaN(pid) && Date.now() - mtimeMs < NEW_MS };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw writeFailed(file, error);
  }
}

/** Moves it away and reads it again: another process may have taken it over in the meantime. */
function removeStale(file: string, text: string): void {
  const aside = `${file}.${randomBytes(6).toString("hex")}.stale`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") !== text) linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw writeFailed(file, error);
  }
  rmSync(aside, { force: true });
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function locked(file: string, what: string, pid: number): McpvalsError {
  return new McpvalsError("CASSETTE_LOCKED", `${what} is being recorded by process ${pid}`, {
    fix: `Wait until it has ended. If process ${pid} is not mcpvals, remove ${displayPath(file)}.`,
  });
}
