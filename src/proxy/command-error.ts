// Builds the error for a command that could not be started, with the real cause: spawn blames the command for
// everything.
import { statSync } from "node:fs";
import path from "node:path";
import { McpvalsError } from "../errors.js";

/** What to start: a program, its arguments, its folder, and its environment. */
export interface CommandLine {
  command: string;
  args: readonly string[];
  /** Absolute. */
  cwd: string;
  env: Readonly<Record<string, string>>;
}

/**
 * The error for a missing working folder, or undefined. Call it before the start: spawn reports ENOENT for the command.
 */
export function checkWorkingFolder(cwd: string): McpvalsError | undefined {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) return undefined;
  return new McpvalsError("COMMAND_NOT_FOUND", `The server's working folder does not exist: ${cwd}`, {
    fix: 'Set "cwd" to a folder that exists, relative to the config file.',
  });
}

/** The error of a failed start. */
export function buildCommandError(start: CommandLine, error: unknown): McpvalsError {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  const file = /[/\\]/.test(start.command) ? path.resolve(start.cwd, start.command) : undefined;
  const there = file !== undefined && statSync(file, { throwIfNoEntry: false }) !== undefined;
  const name = `"${start.command}"`;
  if (code === "ENOENT" && there) {
    return new McpvalsError("COMMAND_NOT_FOUND", `The interpreter of ${name} does not exist`, {
      evidence: `The first line of ${file} names a program that is not there.`,
      fix: `Start it by its interpreter, for example "command": "node", "args": ["${start.command}"].`,
      cause: error,
    });
  }
  if (code === "ENOENT") {
    return new McpvalsError("COMMAND_NOT_FOUND", `The server's command ${name} does not exist`, {
      evidence: file === undefined ? "It is in no folder of PATH." : `Looked for ${file}.`,
      fix: 'Correct "command" of the server, or install the program.',
      cause: error,
    });
  }
  if (code === "EACCES" || code === "EPERM") {
    return new McpvalsError("COMMAND_NOT_FOUND", `The server's command ${name} may not be executed`, {
      evidence: code,
      fix: file === undefined ? "Check its permissions." : `chmod +x ${start.command}`,
      cause: error,
    });
  }
  return new McpvalsError("COMMAND_NOT_FOUND", `The server's command ${name} cannot be started`, {
    evidence: error instanceof Error ? error.message : String(error),
    fix: 'Check "command", "args" and "env" of the server.',
    cause: error,
  });
}
