// Builds exactly what Claude is given of a call's outcome. Pure: the agent sends it, replay compares it.
// Must not know the SDK, nor which tool was called.
import { serializeKept } from "../../json/kept-numbers.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/value.js";
import type { Call, CallOutcome } from "../trace.js";
import { whyPdfRefused, whyPictureRefused } from "./picture.js";

/** The content and the error flag of a `tool_result` block. */
export interface Given {
  /** Blocks of the Messages API: text, image, document. */
  content: JsonValue[];
  isError: boolean;
}

const IMAGE_TYPES = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);
const PDF = "application/pdf";

/** Returns what Claude is given of an outcome. */
export function givenOf(outcome: CallOutcome): Given {
  switch (outcome.kind) {
    case "result":
      return givenOfResult(outcome.result);
    case "error":
      return failure(describeError(outcome.error));
    case "none":
    case "unknown-tool":
      return failure(outcome.message);
  }
}

function failure(message: string): Given {
  return { content: [text(message.trim() === "" ? "The call failed." : message)], isError: true };
}

/** Names the code and message of a JSON-RPC error, as MCP hosts do. */
function describeError(error: JsonValue): string {
  if (!isJsonObject(error)) return `MCP error: ${serializeKept(error)}`;
  const { code, message } = error;
  const words = typeof message === "string" && message.trim() !== "" ? message : serializeKept(error);
  return typeof code === "number" ? `MCP error ${String(code)}: ${words}` : `MCP error: ${words}`;
}

function givenOfResult(result: JsonValue): Given {
  if (!isJsonObject(result)) return { content: textOrNothing(serializeKept(result)), isError: false };
  const isError = result["isError"] === true;
  const blocks = result["content"];
  // Where is_error is set, the API takes only text, and at least one block of it.
  const textOnly = isError;
  let content = Array.isArray(blocks)
    ? blocks.flatMap((block) => givenOfBlock(block, textOnly))
    : givenWithoutContent(result);
  const structured = result["structuredContent"];
  if (content.length === 0 && structured !== undefined) content = textOrNothing(serializeKept(structured));
  if (content.length === 0 && isError) content = [text("The tool failed and said nothing.")];
  return { content, isError };
}

/** The result is not valid MCP: Claude sees whatever it contains. */
function givenWithoutContent(result: JsonObject): JsonValue[] {
  if (result["structuredContent"] !== undefined) return [];
  const { _meta: _, isError: __, ...rest } = result;
  return Object.keys(rest).length === 0 ? [] : [text(serializeKept(rest))];
}

function givenOfBlock(block: JsonValue, textOnly: boolean): JsonValue[] {
  if (!isJsonObject(block)) return textOrNothing(typeof block === "string" ? block : serializeKept(block));
  const { type, text: words, data, mimeType, resource } = block;
  if (type === "text" && typeof words === "string") return textOrNothing(words);
  if (type === "image" && typeof data === "string") return [binary("image", mimeType, data, textOnly)];
  if (type === "audio" && typeof data === "string") return [note("audio", mimeType, data)];
  if (type === "resource" && isJsonObject(resource)) return givenOfResource(resource, textOnly);
  if (type === "resource_link") return [text(describeLink(block))];
  return [text(serializeKept(block))];
}

function givenOfResource(resource: JsonObject, textOnly: boolean): JsonValue[] {
  const { uri, mimeType, text: words, blob } = resource;
  const name = typeof uri === "string" ? `resource ${uri}` : "resource";
  if (typeof words === "string") {
    const type = typeof mimeType === "string" ? `, ${mimeType}` : "";
    return [text(`[${name}${type}]`), ...textOrNothing(words)];
  }
  if (typeof blob !== "string") return [text(serializeKept({ type: "resource", resource }))];
  const block = binary(name, mimeType, blob, textOnly);
  return block["type"] === "text" ? [block] : [text(`[${name}]`), block];
}

function describeLink(link: JsonObject): string {
  const facts = ["name", "title", "uri", "mimeType", "description"].flatMap((key) => {
    const value = link[key];
    return typeof value === "string" && value !== "" ? [`${key}: ${value}`] : [];
  });
  return `[resource link]\n${facts.join("\n")}`;
}

/** Returns an image or a PDF as a block that Claude takes; for anything else a note about it. */
function binary(what: string, mimeType: JsonValue | undefined, data: string, textOnly: boolean): JsonObject {
  const type = plainType(mimeType);
  const bytes = data.replace(/\s+/g, "");
  if (textOnly || bytes === "" || !isShown(type)) return note(what, mimeType, data);
  const refused = whyRefused(type, bytes);
  if (refused !== undefined) return note(what, mimeType, data, refused);
  return { type: type === PDF ? "document" : "image", source: { type: "base64", media_type: type, data: bytes } };
}

function isShown(type: string): boolean {
  return IMAGE_TYPES.has(type) || type === PDF;
}

function whyRefused(type: string, bytes: string): string | undefined {
  return type === PDF ? whyPdfRefused(bytes) : whyPictureRefused(type, bytes);
}

/**
 * Says, in one sentence for each picture, why Claude gets a note instead: the server sent it in a form that the API
 * refuses.
 */
export function describeUnshown(calls: readonly Call[]): string[] {
  return calls.flatMap(({ id, tool, outcome }) => {
    const result = outcome.kind === "result" && isJsonObject(outcome.result) ? outcome.result : {};
    const { content, isError } = result;
    if (isError === true || !Array.isArray(content)) return [];
    return content.flatMap((block, at) => {
      const { type, resource } = isJsonObject(block) ? block : {};
      const holder = type === "resource" && isJsonObject(resource) ? resource : isJsonObject(block) ? block : {};
      const data = type === "resource" ? holder["blob"] : type === "image" ? holder["data"] : undefined;
      const mime = plainType(holder["mimeType"]);
      const bytes = typeof data === "string" ? data.replace(/\s+/g, "") : "";
      const why = bytes === "" || !isShown(mime) ? undefined : whyRefused(mime, bytes);
      if (why === undefined) return [];
      return [
        `${tool} (call ${String(id)}): Claude is not shown /content/${String(at)}, ${mime}, the Messages API refuses it: ${why}`,
      ];
    });
  });
}

function note(what: string, mimeType: JsonValue | undefined, data: string, why?: string): JsonObject {
  const type = typeof mimeType === "string" && mimeType !== "" ? mimeType : "no type given";
  return text(`[${what}, ${type}, ${String(byteLength(data))} bytes: not shown${why === undefined ? "" : `, ${why}`}]`);
}

function plainType(mimeType: JsonValue | undefined): string {
  const type = typeof mimeType === "string" ? (mimeType.split(";")[0] ?? "").trim().toLowerCase() : "";
  return type === "image/jpg" ? "image/jpeg" : type;
}

function byteLength(base64: string): number {
  return Math.floor((base64.replace(/[=\s]+/g, "").length * 3) / 4);
}

/** The API refuses text blocks that contain only white space. */
function textOrNothing(words: string): JsonObject[] {
  return words.trim() === "" ? [] : [text(words)];
}

function text(words: string): JsonObject {
  // A lone surrogate has no UTF-8 encoding, so no request can carry it.
  return { type: "text", text: words.replace(/\p{Surrogate}/gu, "\uFFFD") };
}
