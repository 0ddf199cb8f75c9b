// Describes a drift on one line: where it is, what was recorded and what is there now.
import { serializeKept } from "../json/kept-numbers.js";
import type { JsonValue } from "../json/value.js";
import type { Drift, DriftPlace } from "./drift.js";

/** For example `step 1, call 2, get_user result, /content/0/json/email`. */
export function describePlace({ part, step, turn, call, server, tool, path }: DriftPlace): string {
  const whole = server === undefined ? part : part === "server" ? `server ${server}` : `${part} of ${server}`;
  const what = tool === undefined ? whole : part === "tool" ? `tool ${tool}` : `${tool} ${part}`;
  const words = [
    ...(step === undefined ? [] : [`step ${String(step)}`]),
    ...(call !== undefined ? [`call ${String(call)}`] : turn !== undefined ? [`turn ${String(turn)}`] : []),
    what,
    ...(path === "" ? [] : [path]),
  ];
  return words.join(", ");
}

/** Names the place, both values cut short, the class and the note. */
export function describeDrift(drift: Drift): string {
  const note = drift.note === undefined ? "" : `; ${drift.note}`;
  return `${describePlace(drift.where)}: ${short(drift.recorded)} is now ${short(drift.present)} (${drift.class}${note})`;
}

function short(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  const text = serializeKept(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
