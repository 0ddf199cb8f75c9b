// Says which ends of a run leave nothing to record.
import type { TraceEnd } from "./trace.js";

const BROKEN_OFF: ReadonlySet<TraceEnd["kind"]> = new Set([
  "model-error",
  "server-failed",
  "tool-missing",
  "cancelled",
]);

/** True where the server, or something outside, broke the run off. */
export function isBrokenOff({ kind }: TraceEnd): boolean {
  return BROKEN_OFF.has(kind);
}
