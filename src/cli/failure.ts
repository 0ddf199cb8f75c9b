// In: an error of a command. Out: what stderr shows of it.
import { renderError, type McpvalsError } from "../errors.js";
import { escapeLines } from "../render/safe/shown-text.js";

/** The error as every command prints it; with debug also where it was thrown and by what. */
export function renderFailure(error: McpvalsError, debug: boolean): string {
  const parts = [renderError(error)];
  if (debug) {
    for (let at: unknown = error; at instanceof Error; at = at.cause) {
      if (at.stack !== undefined) parts.push(at.stack.replace(/^/gm, "  "));
    }
  }
  // Evidence may be a stranger's text.
  return escapeLines(parts.join("\n"));
}
