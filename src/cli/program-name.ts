// Says how a user calls this program, for commands to copy.
import type { CommandContext } from "./context.js";

/** npm puts a project's programs on the PATH only for what it starts. */
export function programName(env: CommandContext["env"]): string {
  return env["npm_command"] === undefined ? "mcpvals" : "npx mcpvals";
}
