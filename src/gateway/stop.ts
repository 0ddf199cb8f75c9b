// Defines how the gateway ends an agent's run, once and for all conversations: one error that no agent repeats, hides or
// acts on.
import type { JsonObject } from "../json/value.js";

/**
 * Why a replay went no further. `drift`: the server answers otherwise. `client`: the server answers the same, and the
 * agent passes on something else. `request`: the agent asks what it did not ask when it was recorded. `environment`: one
 * of the agent's own tools answers otherwise. `server`: a server was not there.
 */
export type StopKind = "drift" | "client" | "request" | "environment" | "server";

export interface AgentStop {
  kind: StopKind;
  /** One sentence: what differs, then and now. */
  message: string;
  server?: string;
  /** The ordinal of the recorded call, its tool, and the place in its result. */
  call?: number;
  tool?: string;
  path?: string;
  /** The recorded turn that was not played, from 1. */
  turn?: number;
}

/** Characters of the sentence that the agent shows. */
const LONGEST = 600;

/**
 * The body of the error. Of status 400, because agents repeat 401, 409, 429 and 5xx for minutes, and replace the text of
 * 404 and 413.
 */
export function buildStopBody({ message }: Pick<AgentStop, "message">): JsonObject {
  const text = `mcpvals: ${message.length > LONGEST ? `${message.slice(0, LONGEST)}…` : message}`;
  return { type: "error", error: { type: "invalid_request_error", message: withoutTriggers(text) } };
}

/** Words in an error on which agents act by themselves: they compact, drop images, or ask for money. */
const TRIGGERS =
  /prompt is too long|credit balance|image (?:exceeds|dimensions)|input length and `?max_tokens`?|context (?:limit|window)/gi;

/** Puts a mark that does not show between the letters of such words. */
function withoutTriggers(text: string): string {
  return text.replace(TRIGGERS, (words) => `${words.slice(0, 1)}\u2060${words.slice(1)}`);
}
