// Runs the wrapped command with our own streams, or with none, and passes signals on to it.
import spawn from "cross-spawn";
import type { Exit } from "../proxy/process-group.js";
import { McpvalsError, messageOf } from "../errors.js";

export interface WrappedCommand {
  command: string;
  args: string[];
  /** Absolute. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** It has no streams: what it says was said before. */
  silent: boolean;
  takeSignals: (listener: (signal: NodeJS.Signals) => void) => void;
}

/** Resolves when the command has ended. Throws McpvalsError COMMAND_NOT_FOUND. */
export async function runCommand({ command, args, cwd, env, silent, takeSignals }: WrappedCommand): Promise<Exit> {
  const child = spawn(command, args, { cwd, env: { ...env }, stdio: silent ? "ignore" : "inherit" });
  let signals = 0;
  takeSignals((signal) => {
    signals += 1;
    child.kill(signals > 1 ? "SIGKILL" : signal);
  });
  return new Promise((resolve, reject) => {
    child.once("error", (error: unknown) => {
      const fix = "Write the command as you would without mcpvals, after --";
      reject(
        new McpvalsError("COMMAND_NOT_FOUND", `cannot start ${command}: ${messageOf(error)}`, { fix, cause: error }),
      );
    });
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
}
