// Defines how the gateway ends an agent's run, once and for all conversations: one error that no agent repeats, hides or
// acts on.
import type { JsonObject } from "../json/value.js";
import type { StoppedAgent } from "../trace/trace.js";

/** Characters of the sentence that the agent shows. */
const LONGEST = 600;

/**
 * The body of the error. Of status 400, because agents repeat 401, 409, 429 and 5xx for minutes, and replace the text of
 * 404 and 413.
 */
export function buildStopBody({ message }: Pick<StoppedAgent, "message">): JsonObject {
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
