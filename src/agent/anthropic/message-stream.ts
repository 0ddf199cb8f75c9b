// Adds up the events of a streamed response to a message. Pure. The SDK decodes the stream, but when it adds up it
// drops what it does not know: the input of `mcp_tool_use`, deltas of new types. A recording must lose nothing, so this
// adds up new types by their JSON types.
import { readLossless } from "../../json/read-json.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/value.js";

export type StreamedMessage = { kind: "message"; message: JsonObject } | { kind: "broken"; why: string };

/** Adds up the events from `message_start` to `message_stop`. */
export function buildMessage(events: readonly unknown[]): StreamedMessage {
  let message: JsonObject | undefined;
  let stopped = false;
  const blocks: JsonObject[] = [];
  const inputs = new Map<number, string>();
  for (const event of events) {
    if (!isJsonObject(event)) return broken("an event is no JSON object");
    const { type, index } = event;
    if (type === "message_start" && isJsonObject(event["message"])) message = { ...event["message"] };
    else if (type === "message_stop") stopped = true;
    else if (message === undefined) continue;
    else if (type === "message_delta") message = applyMessageDelta(message, event);
    else if (type === "content_block_start" && typeof index === "number" && isJsonObject(event["content_block"])) {
      if (index !== blocks.length) return broken(`block ${String(index)} starts out of order`);
      blocks.push({ ...event["content_block"] });
    } else if (type === "content_block_delta" && typeof index === "number" && isJsonObject(event["delta"])) {
      const block = blocks[index];
      if (block === undefined) return broken(`block ${String(index)} goes on before it starts`);
      const { type: deltaType, partial_json: part } = event["delta"];
      if (deltaType === "input_json_delta" && typeof part === "string")
        inputs.set(index, (inputs.get(index) ?? "") + part);
      else blocks[index] = applyDelta(block, event["delta"]);
    }
  }
  if (message === undefined) return broken("it ended before it began");
  if (!stopped) return broken("it was cut off before its end");
  for (const [index, input] of inputs) {
    if (input === "") continue;
    const parsed = readLossless(input);
    // Claude's own limit may cut the input in the middle; the calls of such a turn are never made.
    if (parsed === undefined && message["stop_reason"] === "tool_use")
      return broken(`the input of block ${String(index)} is no JSON`);
    blocks[index] = { ...blocks[index], input: parsed ?? {} };
  }
  return { kind: "message", message: { ...message, content: blocks } };
}

function broken(why: string): StreamedMessage {
  return { kind: "broken", why };
}

function applyMessageDelta(message: JsonObject, event: JsonObject): JsonObject {
  const delta = isJsonObject(event["delta"]) ? event["delta"] : {};
  const usage = isJsonObject(event["usage"]) ? event["usage"] : {};
  const before = isJsonObject(message["usage"]) ? message["usage"] : {};
  // The counts are totals for the whole message, so they replace earlier ones; a null changes nothing.
  const counts = Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== null));
  return { ...message, ...delta, usage: { ...before, ...counts } };
}

function applyDelta(block: JsonObject, delta: JsonObject): JsonObject {
  if (delta["type"] === "citations_delta") {
    const before = Array.isArray(block["citations"]) ? block["citations"] : [];
    return { ...block, citations: [...before, delta["citation"] ?? null] };
  }
  // A signature arrives as a whole.
  if (delta["type"] === "signature_delta") return { ...block, signature: delta["signature"] ?? "" };
  const added = { ...block };
  for (const [key, part] of Object.entries(delta)) if (key !== "type") added[key] = add(added[key], part);
  return added;
}

function add(before: JsonValue | undefined, part: JsonValue): JsonValue {
  if (typeof before === "string" && typeof part === "string") return before + part;
  if (Array.isArray(before) && Array.isArray(part)) return [...before, ...part];
  return part === null ? (before ?? null) : part;
}
