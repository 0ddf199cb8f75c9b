// Runs the shell commands of the config around a run: `reset` and `setup` before it, `teardown` after it.
import { spawn } from "node:child_process";
import { McpvalsError } from "../errors.js";

/** The config key of the command. */
export type HookName = "reset" | "setup" | "teardown";

export interface HookOptions {
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds. */
  timeout: number;
}

const TAIL = 2000;
const LAST_WORDS_MS = 1000;

/** Runs a shell command to its end. Throws SETUP_FAILED with its output where it fails or takes too long. */
export async function runHook(name: HookName, command: string, options: HookOptions): Promise<void> {
  const child = spawn(command, {
    shell: true,
    cwd: options.folder,
    env: { ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: options.timeout,
  });
  let output = "";
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-TAIL);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const ended = await new Promise<string | undefined>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => {
      if (code === 0) return resolve(undefined);
      const killed = child.killed ? `did not end within ${options.timeout} ms` : `was ended by ${signal}`;
      const how = signal === null ? `exited with code ${code}` : killed;
      // Its last output may still be on its way; a process that it left behind may hold the pipes forever.
      const waiting = setTimeout(resolve, LAST_WORDS_MS, how);
      child.once("close", () => {
        clearTimeout(waiting);
        resolve(how);
      });
    });
  });
  if (ended !== undefined) {
    throw new McpvalsError("SETUP_FAILED", `${name} command ${ended}: ${command}`, {
      evidence: output.trim(),
      fix: `Run it by hand in ${options.folder}, or change "${name}" in the config.`,
    });
  }
}
