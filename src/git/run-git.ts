// Runs one git command and returns its output. Knows nothing about cassettes; changes no repository.
import { spawn } from "node:child_process";
import { McpvalsError, messageOf } from "../errors.js";

export interface GitResult {
  /** The exit code; null where a signal ended it. */
  code: number | null;
  stdout: Buffer;
  stderr: string;
}

export interface GitPlace {
  /** The folder in which git starts; absolute. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Runs git, whatever its exit code. `input` goes to its stdin. Throws GIT_FAILED where git does not start. */
export function tryGit(args: readonly string[], { cwd, env }: GitPlace, input = ""): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, {
      cwd,
      // Take names literally; lock nothing, ask nothing, and write English.
      env: { ...env, LC_ALL: "C", GIT_LITERAL_PATHSPECS: "1", GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" },
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.once("error", (error) => {
      reject(
        new McpvalsError("GIT_FAILED", `git cannot be started: ${messageOf(error)}`, {
          fix: "Install git, or put it on PATH.",
          cause: error,
        }),
      );
    });
    child.once("close", (code) => {
      resolve({ code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString("utf8").trim() });
    });
    // A git that ended early gives its reason on stderr.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** The output of git. Throws GIT_FAILED with git's own message if it failed. */
export async function runGit(args: readonly string[], place: GitPlace, input = ""): Promise<Buffer> {
  const { code, stdout, stderr } = await tryGit(args, place, input);
  if (code === 0) return stdout;
  throw new McpvalsError("GIT_FAILED", `git ${args[0] ?? ""} failed`, { evidence: stderr.slice(0, 2000) });
}

/** The first line of the output, or undefined where git failed: for questions about what exists. */
export async function askGit(args: readonly string[], place: GitPlace): Promise<string | undefined> {
  const { code, stdout } = await tryGit(args, place);
  const text = stdout.toString("utf8").trim();
  return code === 0 && text !== "" ? text : undefined;
}
