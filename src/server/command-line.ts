// Builds the command line of a server from its config, and describes how the process ended.
import path from "node:path";
import type { CommandLine } from "../proxy/command-error.js";
import type { Exit } from "../proxy/process-group.js";
import { buildServerEnvironment } from "./environment.js";
import { moveClock, type MovedStart } from "./moved-clock.js";
import type { StartOptions } from "./wire.js";

/** A relative folder is relative to the config's folder; a relative command to the working folder, as with spawn. */
export function buildCommandLine(
  command: string,
  options: Pick<StartOptions, "server" | "folder" | "env">,
): CommandLine {
  const { server, folder, env } = options;
  return {
    command,
    args: server.args ?? [],
    cwd: server.cwd === undefined ? folder : path.resolve(folder, server.cwd),
    env: buildServerEnvironment(server, env),
  };
}

/** The command line with the requested clock, and the function that says whether the clock was moved. */
export function buildMovedLine(
  command: string,
  options: Pick<StartOptions, "server" | "folder" | "env" | "clock">,
): Omit<MovedStart, "state"> & Partial<MovedStart> {
  const start = buildCommandLine(command, options);
  if (options.clock === undefined) return { start };
  return moveClock(start, options.clock, options.server.transport === "stdio");
}

/** "exited with code 1", "was ended by SIGKILL". */
export function describeExit({ code, signal }: Exit): string {
  return signal === null ? `exited with code ${code ?? "unknown"}` : `was ended by ${signal}`;
}

/** A message followed by the end of stderr, or by another text, where there is any. */
export function withStderr(message: string, stderr: string): string {
  return stderr === "" ? message : `${message}\n${stderr}`;
}
