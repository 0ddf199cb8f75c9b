// Starts a server with a moved clock, and finds out whether it was moved: Node with a preloaded module, others with
// faketime.
import { readJson } from "../json/read-json.js";
import { accessSync, constants, openSync, readFileSync, readSync, closeSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isJsonObject } from "../json/value.js";
import type { CommandLine } from "../proxy/command-error.js";
import { loadsFaketime } from "./faketime.js";

/** The requested clock. */
export interface ClockShift {
  /** Milliseconds; forward where positive. */
  ms: number;
  /** An empty folder of ours, in which the server's processes report that they are moved. */
  folder: string;
}

/**
 * Whether the server's clock was moved, and how. `why` is a half-sentence for people; `still`: the same of those of
 * several servers whose clocks were not.
 */
export type ClockState = { moved: "node" | "faketime"; still?: string } | { moved: false; why: string };

/** A command line to start instead of the given one. */
export interface MovedStart {
  start: CommandLine;
  /** Call it after the server has answered. `pid`: the process that was started. */
  state(pid: number): ClockState;
}

/** Programs that run Node, or a script with Node. The preload moves them; faketime must not move them again. */
const NODE = new Set("node nodejs npx npm pnpm pnpx yarn yarnpkg bunx tsx ts-node corepack".split(" "));
/** Node programs that start the server but are not the server. */
const STARTERS = new Set(
  "npx npx-cli.js npm npm-cli.js pnpm pnpm.cjs pnpx yarn yarn.js yarnpkg corepack.js".split(" "),
);
const PRELOAD = new URL("./clock-preload.cjs", import.meta.url);

/**
 * `reads`: true where the server is the process that reads its input (stdio), false where it is the one that listens
 * (HTTP).
 */
export function moveClock(start: CommandLine, shift: ClockShift, reads: boolean): MovedStart {
  const faketime = process.platform === "win32" ? undefined : findProgram("faketime", start.env["PATH"]);
  if (faketime !== undefined && !isNode(start)) return byFaketime(start, shift, faketime);
  const file = path.join(shift.folder, "clock.jsonl");
  const { NODE_OPTIONS: own = "" } = start.env;
  // Quoted as Node reads it: spaces and backslashes in a path stay.
  const preload = `--require ${JSON.stringify(fileURLToPath(PRELOAD))}`;
  const env = {
    ...start.env,
    NODE_OPTIONS: `${preload} ${own}`.trim(),
    MCPVALS_CLOCK_MS: String(shift.ms),
    MCPVALS_CLOCK_FILE: file,
  };
  return { start: { ...start, env }, state: () => readState(file, reads) };
}

function byFaketime(start: CommandLine, { ms }: ClockShift, faketime: string): MovedStart {
  const offset = `${ms < 0 ? "" : "+"}${Math.round(ms / 1000)}`;
  const env = { ...start.env, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
  return {
    start: { ...start, env, command: faketime, args: ["-f", offset, start.command, ...start.args] },
    state: (pid) =>
      loadsFaketime(pid)
        ? { moved: "faketime" }
        : { moved: false, why: `${start.command} does not load faketime's library, as programs in Go do not` },
  };
}

function readState(file: string, reads: boolean): ClockState {
  const told = readLines(file);
  const servers = told.filter(({ script }) => !STARTERS.has(path.basename(script)));
  if (servers.some(({ what }) => what === (reads ? "input" : "moved"))) return { moved: "node" };
  if (servers.length > 0) return { moved: false, why: "the Node process that was moved is not the one that answers" };
  const other = process.platform === "win32" ? "" : ", and faketime is not installed";
  return { moved: false, why: `it does not run on Node${other}` };
}

function readLines(file: string): { what: string; script: string }[] {
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch {
    // No process reported.
  }
  return text.split("\n").flatMap((line) => {
    const told = readJson(line);
    const { what, script } = isJsonObject(told) ? told : {};
    return typeof what === "string" && typeof script === "string" ? [{ what, script }] : [];
  });
}

function isNode({ command, cwd, env }: CommandLine): boolean {
  const name = path.basename(command).replace(/\.(?:exe|cmd|ps1)$/i, "");
  if (NODE.has(name)) return true;
  const file = /[/\\]/.test(command) ? path.resolve(cwd, command) : findProgram(command, env["PATH"]);
  return file !== undefined && /^#!.*\bnode\b/.test(readFirst(file));
}

function findProgram(name: string, folders = ""): string | undefined {
  for (const folder of folders.split(path.delimiter)) {
    if (folder === "") continue;
    const file = path.join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/** The first line of a file, if it is short. */
function readFirst(file: string): string {
  try {
    const opened = openSync(realpathSync(file), "r");
    try {
      const bytes = Buffer.alloc(200);
      return bytes.toString("latin1", 0, readSync(opened, bytes)).split("\n", 1)[0] ?? "";
    } finally {
      closeSync(opened);
    }
  } catch {
    return "";
  }
}
