// Writes a message as the Messages API streams it. Pure.
import { serializeKept } from "../json/kept-numbers.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";

/** The event stream of a whole message. */
export function writeMessageStream(message: JsonObject): string {
  const content = Array.isArray(message["content"]) ? message["content"].filter((block) => isJsonObject(block)) : [];
  const { stop_reason, stop_sequence = null, stop_details } = message;
  const usage = isJsonObject(message["usage"]) ? message["usage"] : {};
  const events: (JsonObject & { type: string })[] = [
    {
      type: "message_start",
      message: {
        ...message,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...usage, output_tokens: 1 },
      },
    },
  ];
  for (const [index, block] of content.entries()) {
    const { start, deltas } = splitBlock(block);
    events.push({ type: "content_block_start", index, content_block: start });
    for (const delta of deltas) events.push({ type: "content_block_delta", index, delta });
    events.push({ type: "content_block_stop", index });
  }
  const delta = {
    stop_reason: stop_reason ?? null,
    stop_sequence,
    ...(stop_details !== undefined && { stop_details }),
  };
  events.push({ type: "message_delta", delta, usage: { output_tokens: usage["output_tokens"] ?? 0 } });
  events.push({ type: "message_stop" });
  return events.map((event) => `event: ${event.type}\ndata: ${serializeKept(event)}\n\n`).join("");
}

/** Text, thinking and inputs come in deltas, all other blocks whole. */
function splitBlock(block: JsonObject): { start: JsonObject; deltas: JsonObject[] } {
  const { type, text, thinking, signature, citations } = block;
  if (type === "text" && typeof text === "string") {
    const cited = Array.isArray(citations) ? citations : [];
    const { citations: _, ...rest } = block;
    return {
      start: { ...(cited.length > 0 ? rest : block), text: "" },
      deltas: [
        { type: "text_delta", text },
        ...cited.map((citation): JsonObject => ({ type: "citations_delta", citation })),
      ],
    };
  }
  if (type === "thinking" && typeof thinking === "string") {
    return {
      start: { ...block, thinking: "", signature: "" },
      deltas: [
        { type: "thinking_delta", thinking },
        { type: "signature_delta", signature: signature ?? "" },
      ],
    };
  }
  const { input } = block;
  if (typeof type !== "string" || !/(?:^|_)tool_use$/.test(type) || !isJsonObject(input))
    return { start: block, deltas: [] };
  const partial: JsonValue = serializeKept(input);
  return { start: { ...block, input: {} }, deltas: [{ type: "input_json_delta", partial_json: partial }] };
}
