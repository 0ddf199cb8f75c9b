// Runs a command of the command line in the process of the test: a start of Node costs more than most commands do.
// What a shell sees of the program itself (signals, output that is cut off) needs `runCli`.
import { COMMANDS } from "../../src/cli/commands.js";
import type { CommandContext, Output } from "../../src/cli/context.js";
import { renderFailure } from "../../src/cli/failure.js";
import { parseArguments } from "../../src/cli/parse-arguments.js";
import { McpvalsError } from "../../src/errors.js";
import { cleanEnvironment } from "./clean-environment.js";

export interface HereResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Rejects with what is not an error of ours. */
export async function runHere(
  args: readonly string[],
  { cwd, env }: { cwd: string; env?: Record<string, string> },
): Promise<HereResult> {
  const written = { stdout: "", stderr: "" };
  const output = (name: keyof typeof written): Output => {
    const write = async (text: string): Promise<void> => void (written[name] += text);
    return { write, writeCommands: write, isTTY: false, columns: 80 };
  };
  const context: CommandContext = {
    cwd,
    env: cleanEnvironment(env),
    platform: process.platform,
    stdout: output("stdout"),
    stderr: output("stderr"),
    signal: new AbortController().signal,
    takeSignals: () => {},
    endBy: () => {},
    program: [process.execPath, "mcpvals"],
  };
  try {
    const parsed = parseArguments([...args]);
    if (parsed.kind === "text") throw new Error(`${args.join(" ")} runs no command`);
    const run = await COMMANDS[parsed.invocation.command].load();
    return { code: await run(parsed.invocation, context), ...written };
  } catch (error) {
    if (!(error instanceof McpvalsError)) throw error;
    return {
      code: error.exitCode,
      stdout: written.stdout,
      stderr: `${written.stderr}${renderFailure(error, false)}\n`,
    };
  }
}
