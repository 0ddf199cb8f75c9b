// Renders one event of a run as the lines that `--debug` prints, short enough to skim.
import { serializeKept } from "../json/kept-numbers.js";
import type { JsonValue } from "../json/value.js";
import { describeServers } from "../trace/servers.js";
import type { RunEvent } from "../trace/events.js";
import { textOf } from "../trace/read.js";
import type { CallOutcome } from "../trace/trace.js";
import { cutText, escapeControls } from "../render/safe/shown-text.js";

const LONGEST = 200;

/** What `--debug` prints of an event; recorded and live text in it cannot move the cursor. */
export function renderEvent(event: RunEvent): string {
  switch (event.type) {
    case "start": {
      const servers = describeServers(event.server).join("; ");
      return short(`${event.model.name} with ${servers}, ${event.contract.tools.length} tools`);
    }
    case "user":
      return `step ${event.step}  user: ${short(event.text)}`;
    case "tools":
      return `turn ${event.turn}  the server lists ${event.tools.length} tools now`;
    case "turn": {
      const text = textOf(event.content);
      const facts = `${event.stop.reason ?? "no stop reason"}, ${event.usage.input} in, ${event.usage.output} out, ${seconds(event.ms)}`;
      return `turn ${event.turn}  claude: ${text === "" ? "" : `${short(text)} `}(${facts})`;
    }
    case "call":
      return `turn ${event.turn}  call ${event.id}: ${escapeControls(event.tool)} ${json(event.arguments)}`;
    case "result":
      return `turn ${event.turn}  result ${event.call.id} after ${seconds(event.call.ms)}: ${outcome(event.call.outcome)}`;
    case "end":
      return event.end.kind === "completed" ? "completed" : `${event.end.kind}: ${short(event.end.message)}`;
  }
}

/** `0.8s`, `1m 05s`. */
export function seconds(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}s`;
  const whole = Math.round(ms / 1000);
  return `${Math.floor(whole / 60)}m ${String(whole % 60).padStart(2, "0")}s`;
}

function outcome(outcome: CallOutcome): string {
  switch (outcome.kind) {
    case "result":
      return json(outcome.result);
    case "error":
      return `JSON-RPC error ${json(outcome.error)}`;
    case "none":
      return `no answer (${outcome.reason}): ${short(outcome.message)}`;
    case "unknown-tool":
      return `not sent: ${short(outcome.message)}`;
  }
}

function json(value: JsonValue): string {
  return short(serializeKept(value));
}

function short(text: string): string {
  return cutText(escapeControls(text), LONGEST);
}
