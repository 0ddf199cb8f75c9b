// Runs an agent for one step: in a process group of its own, which ends with it, with the run, or when it does nothing.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { AgentSettings } from "../config/agent.js";
import { McpvalsError } from "../errors.js";
import type { CommandLine } from "../proxy/command-error.js";
import { startProcessGroup, type Exit } from "../proxy/process-group.js";
import { StderrTail } from "../proxy/stderr-tail.js";

export interface AgentEnd {
  exit: Exit;
  /** Why it was ended here; undefined where it ended itself. */
  ended?: "cancelled" | "silent";
  /** The last lines that it wrote. */
  output: string;
}

export interface AgentProcessOptions {
  /** What it reads on stdin. */
  input: string;
  signal: AbortSignal;
  /** True where it has done nothing for too long. */
  isSilent: () => boolean;
}

const LOOK_AGAIN = 500;
const SHOWN_LINES = 5;

/** Resolves when the agent and everything that it started has ended. Throws COMMAND_NOT_FOUND. */
export async function runAgentProcess(
  line: CommandLine,
  { input, signal, isSilent }: AgentProcessOptions,
): Promise<AgentEnd> {
  signal.throwIfAborted();
  const group = await startProcessGroup(line, { eof: 0 });
  const tails = { out: new StderrTail(), error: new StderrTail() };
  group.stdout.on("data", (chunk: Buffer) => tails.out.push(chunk));
  group.stderr.on("data", (chunk: Buffer) => tails.error.push(chunk));
  for (const stream of [group.stdout, group.stderr]) stream.on("error", () => {});
  group.stdin.end(input);
  let ended: AgentEnd["ended"];
  const end = (why: "cancelled" | "silent"): void => {
    ended ??= why;
    void group.stop();
  };
  const onAbort = (): void => end("cancelled");
  signal.addEventListener("abort", onAbort, { once: true });
  const looking = setInterval(() => isSilent() && end("silent"), LOOK_AGAIN);
  try {
    const exit = await group.exited;
    await group.stop();
    const said = [tails.error.text(SHOWN_LINES), tails.out.text(SHOWN_LINES)].filter((text) => text !== "");
    return { exit, ...(ended !== undefined && { ended }), output: said.join("\n") };
  } finally {
    clearInterval(looking);
    signal.removeEventListener("abort", onAbort);
    await group.stop();
  }
}

/** The program: one of the project's own packages before one of PATH. */
export function findAgentProgram(command: string, folder: string): string {
  if (/[/\\]/.test(command)) return resolve(folder, command);
  const name = process.platform === "win32" ? `${command}.cmd` : command;
  for (let at = folder; ; at = dirname(at)) {
    const own = join(at, "node_modules", ".bin", name);
    if (existsSync(own)) return own;
    if (dirname(at) === at) return command;
  }
}

/** The error for a program that is not there, with the command that installs it. `version`: of the recording. */
export function describeMissingAgent(
  { type, command }: AgentSettings,
  error: unknown,
  version?: string,
): McpvalsError | undefined {
  if (!(error instanceof McpvalsError) || error.code !== "COMMAND_NOT_FOUND") return undefined;
  if (type === "claude-code") {
    const wanted = version === undefined || version === "" ? "" : `@${version}`;
    return new McpvalsError(
      "AGENT_MISSING",
      `Claude Code is not installed here: there is no ${JSON.stringify(command)}`,
      {
        evidence: "Looked in node_modules/.bin of the config's folder and of those above it, and in PATH.",
        fix: `Install it: npm i -D --save-exact @anthropic-ai/claude-code${wanted}`,
        cause: error,
      },
    );
  }
  return new McpvalsError("AGENT_MISSING", `The agent's command ${JSON.stringify(command)} cannot be started`, {
    evidence: error.message.replace("The server's", "The agent's"),
    fix: 'Correct "command" of "agent" in the config, or install the program.',
    cause: error,
  });
}
