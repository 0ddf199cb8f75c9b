// The command line of a server out of its config, and how its end is told.
import path from "node:path";
import type { CommandLine } from "../proxy/command-error.js";
import type { Exit } from "../proxy/process-group.js";
import { buildServerEnvironment } from "./environment.js";
import type { StartOptions } from "./wire.js";

/** Relative folders are relative to the config's folder; a relative command to the working folder, as spawn does it. */
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

/** "exited with code 1", "was ended by SIGKILL". */
export function describeExit({ code, signal }: Exit): string {
  return signal === null ? `exited with code ${code ?? "unknown"}` : `was ended by ${signal}`;
}

/** A message with the end of stderr below it, where there is one. */
export function withStderr(message: string, stderr: string): string {
  return stderr === "" ? message : `${message}\n${stderr}`;
}
