// Returns everything readable in the outcome of a call, JSON in texts parsed.
import type { Exact, ExactObject } from "../json/exact.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { CallOutcome } from "../trace/trace.js";
import { jsonOfText } from "../reading/text-json.js";

/** Returns the values of a result's content, or of what replaces it. */
export function readableOf(outcome: CallOutcome): Exact {
  if (outcome.kind === "error") return outcome.error;
  if (outcome.kind !== "result") return outcome.message;
  const { result } = outcome;
  const content = isJsonObject(result) ? result["content"] : undefined;
  if (!Array.isArray(content) || content.length === 0) return result;
  return content.map(readableBlock);
}

function readableBlock(block: JsonValue): Exact {
  if (!isJsonObject(block)) return block;
  const { text, data: _, blob: __, resource, ...rest } = block;
  const readable: ExactObject = rest;
  if (typeof text === "string") readable["text"] = jsonOfText(text) ?? text;
  if (resource !== undefined) readable["resource"] = readableBlock(resource);
  return readable;
}
