// What the program gives to a command: the world, so that commands touch no globals and tests can give another one.
import type { Invocation } from "./invocation.js";

/** A stream that is written whole: the promise settles when the text has left, or the reader is gone. */
export interface Output {
  /** Breaks what a CI runner takes for commands. */
  write(text: string): Promise<void>;
  /** For text whose lines are meant as commands of the CI's log. */
  writeCommands(text: string): Promise<void>;
  readonly isTTY: boolean;
  readonly columns: number;
}

export interface CommandContext {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  /** Results only. */
  stdout: Output;
  /** Progress and errors. */
  stderr: Output;
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP. */
  signal: AbortSignal;
  /** From now on signals go to the listener, and mean what it makes of them: for a command that stands in for another one. */
  takeSignals(listener: (signal: NodeJS.Signals) => void): void;
  /** Ends the program by this signal once the command is done. */
  endBy(signal: NodeJS.Signals): void;
  /** How this program is started: node and its file. */
  program: readonly [string, string];
}

/** A command's code: runs it and resolves to the exit code. */
export type CommandRun = (invocation: Invocation, context: CommandContext) => Promise<number>;
