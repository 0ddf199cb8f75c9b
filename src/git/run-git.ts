// In: the arguments of one git command. Out: what it printed. Knows nothing of cassettes; changes no repository.
import { spawn } from "node:child_process";
import { McpvalsError, messageOf } from "../errors.js";

export interface GitResult {
  /** The exit code; null where a signal ended it. */
  code: number | null;
  stdout: Buffer;
  stderr: string;
}

export interface GitPlace {
  /** Where git is started; absolute. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Whatever its exit code says. `input` goes to its stdin. Throws GIT_FAILED where there is no git to start. */
export function tryGit(args: readonly string[], { cwd, env }: GitPlace, input = ""): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, {
      cwd,
      // Names are names and no patterns; nothing is locked, asked for, or said in another language.
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
    // A git that ends early has said why on stderr.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** What it printed. Throws GIT_FAILED with its own words where it failed. */
export async function runGit(args: readonly string[], place: GitPlace, input = ""): Promise<Buffer> {
  const { code, stdout, stderr } = await tryGit(args, place, input);
  if (code === 0) return stdout;
  throw new McpvalsError("GIT_FAILED", `git ${args[0] ?? ""} failed`, { evidence: stderr.slice(0, 2000) });
}

/** One line that it printed, or undefined where it failed: the way to ask whether something is there. */
export async function askGit(args: readonly string[], place: GitPlace): Promise<string | undefined> {
  const { code, stdout } = await tryGit(args, place);
  const text = stdout.toString("utf8").trim();
  return code === 0 && text !== "" ? text : undefined;
}
