// Defines the part of a trace that says how a run was asked for, without what was called and answered.
import type { Call, Trace } from "./trace.js";

/** What today's config is compared with. Every trace is one. */
export interface RunOutline extends Pick<
  Trace,
  "model" | "system" | "instructions" | "server" | "dispatch" | "end" | "imported" | "agent"
> {
  steps: readonly { user: string; turns: readonly { calls: readonly CallOutline[] }[] }[];
}

/** A call, and what the server asked of the client in it. */
export type CallOutline = Pick<Call, "id" | "tool" | "serverRequests">;
