// Builds the body of a Messages API request from a server's sampling request, and the result from the message. Pure.
// Refuses what Claude cannot receive, with a message, rather than leave it out.
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/value.js";
import { textOf } from "../../trace/read.js";
import type { ModelBlock, ModelSettings } from "../../trace/trace.js";

export type SamplingBody = { kind: "body"; body: JsonObject } | { kind: "refused"; message: string };

const IMAGE_TYPES = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

class Refused extends Error {}

/** The body, without `stream`. Ignores the server's preferences for a model: the run's model answers. */
export function buildSamplingBody(params: JsonValue | undefined, settings: ModelSettings): SamplingBody {
  try {
    return { kind: "body", body: buildBody(params, settings) };
  } catch (error) {
    if (error instanceof Refused) return { kind: "refused", message: error.message };
    throw error;
  }
}

function buildBody(params: JsonValue | undefined, settings: ModelSettings): JsonObject {
  const { messages, systemPrompt, maxTokens, temperature, stopSequences, tools } = isJsonObject(params) ? params : {};
  if (!Array.isArray(messages) || messages.length === 0) throw new Refused("the sampling request has no messages");
  // `sampling.tools` is not declared, so a server that follows the protocol does not send it.
  if (tools !== undefined) throw new Refused("sampling with tools is not offered by this client");
  const wanted = typeof temperature === "number" ? Math.min(1, Math.max(0, temperature)) : settings.temperature;
  return {
    model: settings.name,
    max_tokens: typeof maxTokens === "number" && maxTokens >= 1 ? Math.floor(maxTokens) : settings.maxTokens,
    ...(wanted === undefined ? {} : { temperature: wanted }),
    ...(typeof systemPrompt === "string" && systemPrompt.trim() !== "" ? { system: systemPrompt } : {}),
    ...(Array.isArray(stopSequences) && stopSequences.length > 0 ? { stop_sequences: stopSequences } : {}),
    messages: messages.map(buildMessage),
  };
}

function buildMessage(message: JsonValue, index: number): JsonObject {
  const { role, content } = isJsonObject(message) ? message : {};
  if (role !== "user" && role !== "assistant") throw new Refused(`message ${String(index)} has no role`);
  return { role, content: (Array.isArray(content) ? content : [content ?? null]).map(buildBlock) };
}

function buildBlock(block: JsonValue): JsonObject {
  const { type, text, data, mimeType } = isJsonObject(block) ? block : {};
  if (type === "text" && typeof text === "string") return { type: "text", text };
  if (type === "image" && typeof data === "string" && typeof mimeType === "string" && IMAGE_TYPES.has(mimeType)) {
    return { type: "image", source: { type: "base64", media_type: mimeType, data } };
  }
  throw new Refused(`Claude takes no content of the type ${typeof type === "string" ? type : "undefined"} in sampling`);
}

const STOPS: Readonly<Record<string, string>> = {
  end_turn: "endTurn",
  stop_sequence: "stopSequence",
  max_tokens: "maxTokens",
  tool_use: "toolUse",
};

/** The result of `sampling/createMessage`; undefined where the message holds no list of content blocks. */
export function buildSamplingResult(message: JsonObject): JsonObject | undefined {
  const { content, model, stop_reason: stop } = message;
  if (!Array.isArray(content)) return undefined;
  const blocks = content.filter(
    (block): block is ModelBlock => isJsonObject(block) && typeof block["type"] === "string",
  );
  return {
    role: "assistant",
    content: { type: "text", text: textOf(blocks) },
    model: typeof model === "string" ? model : "",
    ...(typeof stop === "string" ? { stopReason: STOPS[stop] ?? stop } : {}),
  };
}
