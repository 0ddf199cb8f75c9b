// Runs a command line in the process of the test: a start of Node costs ten times what most commands do. One at a time, since
// each has the current folder and the environment of the process for itself, as it has them from a shell.
// What a shell sees of the program itself (signals, output that is cut off, the temporary folder) needs `runCli`.
import { COMMANDS } from "../../src/cli/commands.js";
import type { CommandContext, Output } from "../../src/cli/context.js";
import { renderFailure } from "../../src/cli/failure.js";
import { renderHelp } from "../../src/cli/help.js";
import { guardLog } from "../../src/cli/open-output.js";
import { parseArguments } from "../../src/cli/parse-arguments.js";
import { runInvocation } from "../../src/cli/run-program.js";
import { EXIT, McpvalsError } from "../../src/errors.js";
import { resetWork } from "../../src/json-schema/work.js";
import { resetDeadlines } from "../../src/with-deadline.js";
import { cleanEnvironment } from "./clean-environment.js";
import type { CliOptions } from "./run-cli.js";

export interface HereResult {
  code: number;
  stdout: string;
  stderr: string;
}

let last: Promise<unknown> = Promise.resolve();

/** Runs `mcpvals ARGS…` of `src/` to its end, after those before it. Rejects with what is not an error of ours. */
export function runHere(args: readonly string[], options: Pick<CliOptions, "cwd" | "env"> = {}): Promise<HereResult> {
  const run = last.then(() => runAlone(args, options));
  last = run.catch(() => {});
  return run;
}

async function runAlone(
  args: readonly string[],
  { cwd = process.cwd(), env }: Pick<CliOptions, "cwd" | "env">,
): Promise<HereResult> {
  const before = { cwd: process.cwd(), env: { ...process.env } };
  process.chdir(cwd);
  setEnvironment(cleanEnvironment(env));
  // What an earlier run lost on hostile patterns and schemas does not count.
  resetDeadlines();
  resetWork();
  try {
    return await run(args);
  } finally {
    setEnvironment(before.env);
    process.chdir(before.cwd);
  }
}

/** In place: `tmpdir()` and what is started read it. */
function setEnvironment(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

async function run(args: readonly string[]): Promise<HereResult> {
  const written = { stdout: "", stderr: "" };
  const output = (name: keyof typeof written): Output => ({
    ...guardLog(async (text) => void (written[name] += text)),
    isTTY: false,
    columns: 80,
  });
  const context: CommandContext = {
    cwd: process.cwd(),
    env: process.env,
    platform: process.platform,
    stdout: output("stdout"),
    stderr: output("stderr"),
    signal: new AbortController().signal,
    takeSignals: () => {},
    endBy: () => {},
    program: [process.execPath, "mcpvals"],
  };
  let isDebug = false;
  try {
    const parsed = parseArguments([...args]);
    if (parsed.kind === "text") {
      await context.stdout.write(renderHelp(parsed.args, context.stdout.columns));
      return { code: EXIT.yes, ...written };
    }
    isDebug = parsed.invocation.values["debug"] === true;
    const code = await runInvocation(parsed.invocation, (command) => COMMANDS[command].load(), context);
    return { code, ...written };
  } catch (error) {
    if (!(error instanceof McpvalsError) || error.code === "BUG") throw error;
    await context.stderr.write(`${renderFailure(error, isDebug)}\n`);
    return { code: error.exitCode, ...written };
  }
}
