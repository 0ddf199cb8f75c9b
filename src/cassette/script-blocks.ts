// Writes Claude's content blocks for a script, and reads them. Pure.
import { isJsonObject, type JsonObject } from "../json/value.js";
import type { ModelBlock } from "../trace/trace.js";

/** Keys that identify an entry. A block with one of them among its further fields is written unchanged. */
const RESERVED = ["type", "text", "call", "id", "input", "thinking"];

/**
 * `{ text }`, `{ call, id, input }` or `{ thinking, signature }` with all further fields of the block; any other block
 * unchanged, with its `type`.
 */
export function buildBlockEntry(block: ModelBlock): JsonObject {
  const { type, ...fields } = block;
  if (type === "text" && typeof fields["text"] === "string") {
    const { text, ...rest } = fields;
    if (isFree(rest)) return { text, ...rest };
  }
  if (type === "thinking" && typeof fields["thinking"] === "string") {
    const { thinking, ...rest } = fields;
    if (isFree(rest)) return { thinking, ...rest };
  }
  if (type === "tool_use" && typeof fields["name"] === "string" && fields["input"] !== undefined) {
    const { name, id, input, ...rest } = fields;
    const ordinal = typeof id === "string" ? /^toolu_([1-9]\d{0,8})$/.exec(id)?.[1] : undefined;
    if (ordinal !== undefined && isFree(rest)) return { call: name, id: Number(ordinal), input, ...rest };
  }
  return block;
}

/** The block that an entry was built from. Pass only entries that {@link isBlockEntry} accepts. */
export function readBlockEntry(entry: JsonObject): ModelBlock {
  const { type } = entry;
  if (typeof type === "string") return { ...entry, type };
  if ("text" in entry) return { type: "text", ...entry };
  if ("thinking" in entry) return { type: "thinking", ...entry };
  const { call, id, input, ...rest } = entry;
  return {
    type: "tool_use",
    id: `toolu_${Number(id)}`,
    name: call ?? "",
    input: input === undefined ? {} : input,
    ...rest,
  };
}

/** True for the entries of {@link buildBlockEntry}. */
export function isBlockEntry(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  if (value["type"] !== undefined) return typeof value["type"] === "string";
  if (value["text"] !== undefined) return typeof value["text"] === "string";
  if (value["thinking"] !== undefined) return typeof value["thinking"] === "string";
  const isOrdinal = Number.isInteger(value["id"]) && Number(value["id"]) > 0;
  return typeof value["call"] === "string" && isOrdinal && value["input"] !== undefined;
}

function isFree(rest: JsonObject): boolean {
  return RESERVED.every((key) => !Object.hasOwn(rest, key));
}
