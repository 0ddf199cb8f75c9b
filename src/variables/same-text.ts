// Tells whether two texts at a place say the same.
import { settleText } from "./run.js";

/** Line ends and white space at the ends of lines do not count, except in a JSON value on one line. */
export function isSameText(recorded: string, live: string, at: string): boolean {
  if (/\/(?:json|structuredContent)(?:\/|$)/.test(at)) {
    const isBlank = recorded.trim() === "" && live.trim() === "";
    if (isBlank || !/[\r\n]/.test(recorded + live)) return recorded === live;
  }
  return settleText(recorded) === settleText(live);
}
