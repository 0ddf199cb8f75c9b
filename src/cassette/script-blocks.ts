// Writes Claude's content blocks for a script, and reads them. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { splitTool, toolOn } from "../trace/servers.js";
import type { ModelBlock } from "../trace/trace.js";

/** Keys that identify an entry. A block with one of them among its further fields is written unchanged. */
const RESERVED = ["type", "text", "call", "id", "input", "thinking"];

/** Keys of an entry for a call of one of several servers. */
const RESERVED_OF_SEVERAL = [...RESERVED, "server"];

/**
 * `{ text }`, `{ call, id, input }`, of one of several `servers` `{ call, server, id, input }`, or `{ thinking, signature }`
 * with all further fields of the block; any other block unchanged, with its `type`.
 */
export function buildBlockEntry(block: ModelBlock, servers: ReadonlySet<string> = new Set()): JsonObject {
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
    if (ordinal === undefined || !isFree(rest, servers.size === 0 ? RESERVED : RESERVED_OF_SEVERAL)) return block;
    // A name that Claude made up belongs to no server.
    const of = splitTool(name);
    const call: JsonObject = servers.has(of.server) ? { call: of.tool, server: of.server } : { call: name };
    return { ...call, id: Number(ordinal), input, ...rest };
  }
  return block;
}

/** The block that an entry was built from. Pass only entries that {@link isBlockEntry} accepts. */
export function readBlockEntry(entry: JsonObject, isOne = true): ModelBlock {
  const { type } = entry;
  if (typeof type === "string") return { ...entry, type };
  if ("text" in entry) return { type: "text", ...entry };
  if ("thinking" in entry) return { type: "thinking", ...entry };
  const { call = "", id, input, ...more } = entry;
  const { name, rest } = isOne ? { name: call, rest: more } : onServerOf(call, more);
  return { type: "tool_use", id: `toolu_${Number(id)}`, name, input: input === undefined ? {} : input, ...rest };
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

function onServerOf(call: JsonValue, more: JsonObject): { name: JsonValue; rest: JsonObject } {
  const { server, ...rest } = more;
  if (typeof server !== "string" || typeof call !== "string") return { name: call, rest: more };
  return { name: toolOn(server, call), rest };
}

function isFree(rest: JsonObject, reserved: readonly string[] = RESERVED): boolean {
  return reserved.every((key) => !Object.hasOwn(rest, key));
}
