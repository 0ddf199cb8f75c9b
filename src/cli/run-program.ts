// Runs a program: the only place that knows argv, the exit code, and signals. Receives its commands from outside.
import { EXIT, McpvalsError } from "../errors.js";
import { untilIdle } from "../until-idle.js";
import { VERSION } from "../version.js";
import type { CommandContext, CommandRun, Output } from "./context.js";
import { escapeLines } from "../render/safe/shown-text.js";
import { renderFailure } from "./failure.js";
import { allOf } from "./flag-values.js";
import type { CommandName } from "./flags.js";
import type { Invocation } from "./invocation.js";
import { openOutput, type OpenOutput } from "./open-output.js";
import { parseArguments } from "./parse-arguments.js";

export interface ProgramParts {
  load: (command: CommandName) => Promise<CommandRun>;
  /** Prints what these arguments request: help, the version, or a completion. */
  printText: (args: readonly string[], stdout: Output) => Promise<void>;
}

const SIGNALS = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated, SIGHUP: 129 } as const;
/** Longer than any server needs to end on its own, shorter than CI waits before it kills. */
const LAST_GRACE_MS = 7000;

/** Reports that output was lost. The command's own exit code takes precedence. */
async function endCutOff(stdout: OpenOutput, stderr: Output): Promise<void> {
  const failure = stdout.failure();
  if (failure === undefined) return;
  const error = new McpvalsError("WRITE_FAILED", "stdout could not be written completely", {
    evidence: failure.message,
    fix: "Make room where it goes, and run the command again.",
  });
  await stderr.write(`${renderFailure(error, false)}\n`);
  const code = process.exitCode ?? EXIT.yes;
  if (code === EXIT.yes || code === EXIT.inconclusive) process.exitCode = error.exitCode;
}

function renderBug(error: unknown): string {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const text = [
    `mcpvals has a bug: ${error instanceof Error ? error.message : String(error)} (BUG)`,
    trace.replace(/^/gm, "  "),
    `mcpvals ${VERSION}, node ${process.version}, ${process.platform} ${process.arch}`,
    "Please report this with the lines above.",
  ].join("\n");
  return escapeLines(text);
}

async function killAll(): Promise<void> {
  const { killAllServers } = await import("../run/kill-all.js");
  killAllServers();
}

interface Signals {
  readonly aborted: AbortSignal;
  /** The exit code of the first signal; undefined before one came. */
  code(): number | undefined;
  /** Who gets the signals from now on. */
  takeBy(listener: (signal: NodeJS.Signals) => void): void;
  listen(): void;
  unlisten(): void;
}

/** The first signal interrupts the command, which then has a last grace; the second one ends it. */
function createSignals(): Signals {
  const abort = new AbortController();
  let code: number | undefined;
  let takenBy: ((signal: NodeJS.Signals) => void) | undefined;
  const onSignal = (signal: keyof typeof SIGNALS): void => {
    if (takenBy !== undefined) {
      takenBy(signal);
      return;
    }
    const second = code !== undefined;
    code ??= SIGNALS[signal];
    abort.abort();
    const end = (): void => {
      void killAll().finally(() => process.exit(code));
    };
    if (second) end();
    else setTimeout(end, LAST_GRACE_MS).unref();
  };
  return {
    aborted: abort.signal,
    code: () => code,
    takeBy: (listener) => void (takenBy = listener),
    listen() {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
    },
    unlisten() {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, onSignal);
    },
  };
}

/** Runs the command that this process was called with, and sets the exit code. */
export async function runProgram({ load, printText }: ProgramParts): Promise<void> {
  const args = process.argv.slice(2);
  const stdout = openOutput(1, () => process.stdout);
  const stderr = openOutput(2, () => process.stderr);
  let debug = false;
  const signals = createSignals();
  const fail = async (error: unknown): Promise<number> => {
    const code = signals.code();
    if (code !== undefined && error instanceof Error && error.name === "AbortError") return code;
    const known = error instanceof McpvalsError && error.code !== "BUG";
    await stderr.write(`${known ? renderFailure(error, debug) : renderBug(error)}\n`);
    return known ? error.exitCode : EXIT.bug;
  };

  let endsBy: NodeJS.Signals | undefined;
  const onUncaught = (error: unknown): void => {
    void fail(error)
      .then(killAll)
      .finally(() => process.exit(EXIT.bug));
  };

  const context: CommandContext = {
    cwd: process.cwd(),
    env: process.env,
    platform: process.platform,
    stdout,
    stderr,
    signal: signals.aborted,
    takeSignals: (listener) => signals.takeBy(listener),
    endBy: (signal) => void (endsBy = signal),
    program: [process.execPath, process.argv[1] ?? ""],
  };
  try {
    const parsed = parseArguments(args);
    if (parsed.kind === "text") {
      await printText(parsed.args, stdout);
      return await endCutOff(stdout, stderr);
    }
    signals.listen();
    process.on("uncaughtException", onUncaught);
    process.on("unhandledRejection", onUncaught);
    debug = parsed.invocation.values["debug"] === true;
    process.exitCode = await runInvocation(parsed.invocation, load, context);
  } catch (error) {
    process.exitCode = await fail(error);
    if (process.exitCode === EXIT.bug) {
      // An unknown error may have left servers running.
      await killAll();
      process.exit();
    }
  }
  await endCutOff(stdout, stderr);
  const code = signals.code();
  if (code !== undefined) {
    process.exitCode = code;
    await stderr.write("Interrupted; all servers have ended.\n");
  }
  if (endsBy !== undefined) {
    signals.unlisten();
    process.kill(process.pid, endsBy);
  }
}

/** Runs it with the variables of the files of `--env-file`. */
export async function runInvocation(
  invocation: Invocation,
  load: ProgramParts["load"],
  context: CommandContext,
): Promise<number> {
  const run = await load(invocation.command);
  const files = allOf(invocation.values, "env-file");
  const read = async (): Promise<CommandContext["env"]> => {
    if (files === undefined) return context.env;
    const { readVariables } = await import("./env-files.js");
    return readVariables(files, context);
  };
  const work = read().then((env) => run(invocation, { ...context, env }));
  return untilIdle(work, "the command waits for what cannot happen");
}
