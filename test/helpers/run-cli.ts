// Runs the built command line as a child process and collects what a shell would see of it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cleanEnvironment } from "./clean-environment.js";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

export interface CliOptions {
  cwd?: string;
  /** The folder whose `dist` is run. Default: this project. */
  project?: string;
  /** A command that runs the command line: `["setpriv", "--reuid=nobody", …]`. */
  via?: readonly string[];
  /** Beside the environment of the test, without CI, colours, keys and proxies. */
  env?: Record<string, string | undefined>;
  /** Milliseconds until the child is killed and the promise rejects. Default 100000. */
  timeout?: number;
  /** What stands on stdin; nothing without. */
  input?: string;
  /** Called once with the child, for signals and slow readers. */
  onStart?: (child: ReturnType<typeof spawn>) => void;
}

export interface CliResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  ms: number;
}

/** Runs `mcpvals ARGS…` from `dist/` to its end. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const main = join(options.project ?? PROJECT, "dist", "bin", "main.cjs");
  if (!existsSync(main)) throw new Error("dist/bin/main.cjs is not there: run `npm run build` first");
  const from = performance.now();
  const [command = process.execPath, ...rest] = [...(options.via ?? []), process.execPath, main, ...args];
  const child = spawn(command, rest, {
    cwd: options.cwd,
    env: cleanEnvironment(options.env),
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {});
  child.stdin.end(options.input);
  const collected = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8");
    child[name].on("data", (text: string) => {
      collected[name] += text;
    });
  }
  options.onStart?.(child);
  const limit = options.timeout ?? 100_000;
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(
        new Error(`mcpvals ${args.join(" ")} did not end within ${limit} ms\n${collected.stdout}${collected.stderr}`),
      );
    }, limit);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, ...collected, ms: performance.now() - from });
    });
  });
}
