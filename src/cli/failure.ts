// Renders the error of a command for stderr.
import { renderError, type McpvalsError } from "../errors.js";
import { escapeLines } from "../render/safe/shown-text.js";

/** The error as every command prints it; with debug, also where it was thrown, and its cause. */
export function renderFailure(error: McpvalsError, debug: boolean): string {
  const parts = [renderError(error)];
  if (debug) {
    for (let at: unknown = error; at instanceof Error; at = at.cause) {
      if (at.stack !== undefined) parts.push(at.stack.replace(/^/gm, "  "));
    }
  }
  // Evidence may come from a server or a file, so escape it.
  return escapeLines(parts.join("\n"));
}
