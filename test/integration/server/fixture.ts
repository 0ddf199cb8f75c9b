// Starts servers of this repository for the tests of the live session, and ends all of them.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import type { ServerConfig } from "../../../src/config/schema.js";
import type { ServerSession } from "../../../src/server/session.js";
import { startServer } from "../../../src/server/start-server.js";
import type { CallOutcome } from "../../../src/trace/trace.js";

export const ROOT = path.resolve(import.meta.dirname, "../../..");
const open: ServerSession[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.close()));
});

/** A session that is closed after the test. */
export async function start(server: ServerConfig, timeout = 10_000): Promise<ServerSession> {
  const session = await startServer({ server, folder: ROOT, timeout, env: process.env });
  open.push(session);
  return session;
}

export function node(...args: string[]): ServerConfig {
  return { transport: "stdio", command: process.execPath, args };
}

/** `fixtures/servers/odd.mjs` in one of its modes. */
export function odd(mode = "none"): ServerConfig {
  return node("fixtures/servers/odd.mjs", mode);
}

export function never(): AbortSignal {
  return new AbortController().signal;
}

/** The text of a result's first block, or what else the outcome says. */
export function textOf(outcome: CallOutcome): JsonValue {
  if (outcome.kind === "error") return outcome.error;
  if (outcome.kind !== "result") return outcome.message;
  const result = outcome.result as { content: { text: string }[] };
  return result.content[0]?.text ?? null;
}

let marks = 0;

/** An argument that no other process has: servers ignore it, {@link processesWith} finds it. */
export function mark(): string {
  return `mark-${process.pid}-${(marks += 1)}`;
}

/** Processes (not zombies) of this machine whose command line holds the text; Linux only. */
export function processesWith(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").includes(text);
      } catch {
        return false;
      }
    });
}
