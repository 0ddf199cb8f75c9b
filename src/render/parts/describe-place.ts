// The place of a drift in; the words that people read out.
import type { DriftPlace } from "../../trace/drift.js";

/** `step 1, call 2, get_user result, /content/0/json/email`. Not escaped. */
export function describePlace({ part, step, turn, call, tool, path }: DriftPlace): string {
  return [
    ...(step === undefined ? [] : [`step ${step}`]),
    ...(call === undefined ? (turn === undefined ? [] : [`turn ${turn}`]) : [`call ${call}`]),
    tool === undefined ? part : part === "tool" ? `tool ${tool}` : `${tool} ${part}`,
    ...(path === "" ? [] : [path]),
  ].join(", ");
}
