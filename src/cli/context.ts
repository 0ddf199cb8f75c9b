// Defines what the program gives to a command, so that commands touch no globals and tests can replace the world.
import type { Invocation } from "./invocation.js";

/** A stream that is written as a whole: the promise settles when the text is written, or the reader is gone. */
export interface Output {
  /** Escapes what a CI runner would take for a command. */
  write(text: string): Promise<void>;
  /** Writes lines that are meant as commands for the CI's log. */
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
  /**
   * From now on, signals go to the listener, which decides what they mean: for a command that runs in place of another
   * one.
   */
  takeSignals(listener: (signal: NodeJS.Signals) => void): void;
  /** Ends the program with this signal once the command is done. */
  endBy(signal: NodeJS.Signals): void;
  /** How this program is started: node and its file. */
  program: readonly [string, string];
}

/** A command's code: runs it and resolves to the exit code. */
export type CommandRun = (invocation: Invocation, context: CommandContext) => Promise<number>;
