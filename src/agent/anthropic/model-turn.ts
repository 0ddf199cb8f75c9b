// Turns a message of the Messages API into a turn of the trace. Pure.
import { isJsonObject, isKeptNumber, type JsonObject, type JsonValue } from "../../json/value.js";
import type { ModelBlock, Turn, TurnUsage } from "../../trace/trace.js";
import { canonicalIds, nextOrdinal } from "./canonical-ids.js";
import { namesOf } from "./claude-request.js";
import type { Conversation, ModelAnswer } from "../model.js";

/** The answer for a whole message; an error where it has no stop reason, or a block of an unknown form. */
export function parseModelTurn(
  message: JsonObject,
  conversation: Conversation,
  measured: Pick<Turn, "ms" | "retries">,
): ModelAnswer {
  const reason = message["stop_reason"];
  if (typeof reason !== "string") return fault("it has no stop reason");
  const blocks = message["content"];
  if (!Array.isArray(blocks) || !blocks.every(isModelBlock))
    return fault("its content is not a list of content blocks");
  if (blocks.some((block) => block.type === "tool_use" && !isToolCall(block)))
    return fault("a tool call lacks its id, name or input");
  const names = namesOf(conversation);
  const { stop_sequence: sequence, stop_details: details, model } = message;
  const answered = typeof model === "string" && !isSameModel(conversation.settings.name, model) ? model : undefined;
  return {
    kind: "turn",
    turn: {
      content: canonicalIds(blocks, nextOrdinal(conversation.steps), (name) => names.toMcp(name)),
      stop: {
        reason,
        ...(typeof sequence === "string" ? { sequence } : {}),
        ...(details === undefined || details === null ? {} : { details }),
      },
      usage: parseUsage(message["usage"]),
      ...measured,
      ...(answered === undefined ? {} : { answered }),
    },
  };
}

function fault(what: string): ModelAnswer {
  return { kind: "error", message: `The Claude API returned an unusable response: ${what}.` };
}

function isModelBlock(block: JsonValue): block is ModelBlock {
  return isJsonObject(block) && typeof block["type"] === "string";
}

function isToolCall(block: ModelBlock): boolean {
  const { id, name, input } = block;
  return typeof id === "string" && typeof name === "string" && isJsonObject(input) && !isKeptNumber(input);
}

/** The model that answers an alias has the alias with a date appended as its name. */
function isSameModel(asked: string, answered: string): boolean {
  const base = asked.replace(/-latest$/, "");
  return answered === asked || (answered.startsWith(base) && /^(?:-\d{8})?$/.test(answered.slice(base.length)));
}

/** What a message cost, as the API counts it. */
export function parseUsage(usage: JsonValue | undefined): TurnUsage {
  const count = (key: string): number => {
    const value = isJsonObject(usage) ? usage[key] : undefined;
    return typeof value === "number" ? value : 0;
  };
  const cacheRead = count("cache_read_input_tokens");
  const cacheWrite = count("cache_creation_input_tokens");
  return {
    input: count("input_tokens"),
    output: count("output_tokens"),
    ...(cacheRead === 0 ? {} : { cacheRead }),
    ...(cacheWrite === 0 ? {} : { cacheWrite }),
  };
}
