// Turns a tool's outcome into JSON in which a difference can be read: JSON in a text becomes JSON, a text of several
// lines a list of lines, and base64 its size and its hash.
import { hashText } from "../../../json/hash.js";
import { readLossless } from "../../../json/read-json.js";
import { isJsonObject, type JsonValue } from "../../../json/value.js";
import type { CallOutcome } from "../../../trace/trace.js";

const BASE64 = /^[A-Za-z0-9+/_-]{200,}={0,2}$/;

/** Returns an outcome as it is shown next to another one. */
export function readableOutcome(outcome: CallOutcome): JsonValue {
  switch (outcome.kind) {
    case "result":
      return readableResult(outcome.result);
    case "error":
      return { "JSON-RPC error": outcome.error };
    case "none":
      return { "no answer": outcome.message };
    case "unknown-tool":
      return { "not sent": outcome.message };
  }
}

/** Returns any JSON, with long texts by line and binary contents by size. `inLines`: what becomes of the lines. */
export function readable(value: JsonValue, inLines: (lines: string[]) => JsonValue = (lines) => lines): JsonValue {
  if (typeof value === "string") return readableText(value, inLines);
  if (Array.isArray(value)) return value.map((part) => readable(part, inLines));
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, readable(part, inLines)]));
  }
  return value;
}

function readableResult(result: JsonValue): JsonValue {
  if (!isJsonObject(result)) return result;
  const { content, ...rest } = result;
  if (!Array.isArray(content)) return result;
  // Block by block, as the places of drift count them, so that a longer list keeps its structure.
  const blocks = content.map((block, at): [string, JsonValue] => [`content/${at}`, readableBlock(block)]);
  return { ...Object.fromEntries(blocks), ...rest };
}

/** As the places of drift count it: JSON inside a text is below `json`. */
function readableBlock(block: JsonValue): JsonValue {
  if (!isJsonObject(block) || block["type"] !== "text" || typeof block["text"] !== "string") return block;
  const json = parseContainer(block["text"]);
  if (json === undefined) return block;
  const { text: _, ...rest } = block;
  return { ...rest, json };
}

function readableText(text: string, inLines: (lines: string[]) => JsonValue): JsonValue {
  if (BASE64.test(text)) return `(base64, ${text.length} characters, hash ${hashText(text)})`;
  return text.includes("\n") ? inLines(text.split("\n")) : text;
}

function parseContainer(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  return readLossless(text);
}
