// Splits the outcome of a call into the parts that a person reads. Binary contents are named by type and size.
import { readLossless } from "../../json/read-json.js";
import { serializeKept } from "../../json/kept-numbers.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/value.js";
import { repetitionIn } from "../../reading/repeats-text.js";
import type { CallOutcome } from "../../trace/trace.js";
import type { Part } from "./shown.js";

/** Returns the parts, in order; for an empty outcome one that says so. */
export function partsOfOutcome(outcome: CallOutcome): Part[] {
  switch (outcome.kind) {
    case "result":
      return partsOfResult(outcome.result);
    case "error":
      return [{ kind: "json", value: outcome.error }];
    case "none":
      return [{ kind: "note", text: `no answer (${outcome.reason}): ${outcome.message}` }];
    case "unknown-tool":
      return [{ kind: "note", text: `not sent: ${outcome.message}` }];
  }
}

/** Returns JSON where the text is exactly that, so that showing the value hides nothing; else the text. */
export function partOfText(text: string): Part {
  if (/^[[{]/.test(text)) {
    const value = readLossless(text);
    if (value !== undefined && [0, 2, 4].some((spaces) => serializeKept(value, spaces) === text)) {
      return { kind: "json", value };
    }
  }
  return { kind: "text", text };
}

function partsOfResult(result: JsonValue): Part[] {
  if (!isJsonObject(result) || !Array.isArray(result["content"])) return [{ kind: "json", value: result }];
  const { content, structuredContent, isError: _, ...rest } = result;
  const blocks = Array.isArray(content) ? content.flatMap(partsOfBlock) : [];
  const parts = blocks.length === 0 ? [note("nothing")] : blocks;
  if (structuredContent !== undefined && repetitionIn(result) === undefined) {
    parts.push(note("structured content"), { kind: "json", value: structuredContent });
  }
  if (Object.keys(rest).length > 0) parts.push(note("beside it"), { kind: "json", value: rest });
  return parts;
}

function partsOfBlock(block: JsonValue): Part[] {
  if (!isJsonObject(block)) return [{ kind: "json", value: block }];
  const { type } = block;
  const own = ownPart(block);
  if (own === undefined || typeof type !== "string") return [{ kind: "json", value: block }];
  const { rest, parts } = own;
  const { type: _, ...more } = rest;
  return Object.keys(more).length === 0
    ? parts
    : [...parts, note(`in addition to the ${type}`), { kind: "json", value: more }];
}

/** Returns what is shown of a block, and its remaining fields. */
function ownPart(block: JsonObject): { parts: Part[]; rest: JsonObject } | undefined {
  const { type } = block;
  if (type === "text" && typeof block["text"] === "string") {
    const { text, ...rest } = block;
    return { parts: [partOfText(String(text))], rest };
  }
  if ((type === "image" || type === "audio") && block["data"] !== undefined) {
    const { data, mimeType, ...rest } = block;
    return { parts: [note(describeBytes(type, mimeType, data))], rest };
  }
  if (type === "resource_link" && typeof block["uri"] === "string") {
    const { uri, ...rest } = block;
    return { parts: [note(`link ${String(uri)}`)], rest };
  }
  if (type === "resource" && isJsonObject(block["resource"])) {
    const { resource, ...rest } = block;
    return { parts: partsOfResource(isJsonObject(resource) ? resource : {}), rest };
  }
  return undefined;
}

function partsOfResource({ uri, mimeType, text, blob, ...more }: JsonObject): Part[] {
  const name = `resource ${typeof uri === "string" ? uri : ""}`.trim();
  const parts: Part[] =
    typeof text === "string"
      ? [note([name, mimeType].filter((word) => typeof word === "string").join(", ")), partOfText(text)]
      : [note(describeBytes(name, mimeType, blob))];
  return Object.keys(more).length === 0 ? parts : [...parts, { kind: "json", value: more }];
}

function note(text: string): Part {
  return { kind: "note", text };
}

/** Returns `image, image/png, 1.2 kB`; a missing blob by its name. */
function describeBytes(what: string, mimeType: JsonValue | undefined, data: JsonValue | undefined): string {
  const type = typeof mimeType === "string" && mimeType !== "" ? mimeType : "no type given";
  const blob = isJsonObject(data) && typeof data["$base64"] === "string" ? data["$base64"] : undefined;
  const size = typeof data === "string" ? sizeOf(data) : blob === undefined ? "no bytes" : `blobs/${blob}, not here`;
  return `${what}, ${type}, ${size}`;
}

function sizeOf(base64: string): string {
  const bytes = Math.floor((base64.replace(/[=\s]+/g, "").length * 3) / 4);
  if (bytes < 1000) return `${String(bytes)} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
