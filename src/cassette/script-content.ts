// Writes the content blocks of tool results for a script, and reads them, byte for byte. Pure.
import { readJson } from "../json/read-json.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { LARGE_TEXT } from "./blobs.js";

/** Keys that identify an entry. A block with one of them among its further fields is written unchanged. */
const RESERVED = ["type", "text", "json", "spaces", "image", "audio", "resource", "link", "raw"];
const JSON_DEPTH = 64;

/**
 * `{ text }`, `{ json, spaces? }` (a text that is exactly this JSON), `{ image: mime type, data }`, `{ audio, data }`,
 * `{ resource }` or `{ link: uri }` with all further fields; any other block unchanged, with its `type`; `{ raw }` for
 * a value that is not a block.
 */
export function buildContentEntry(block: JsonValue): JsonObject {
  if (!isJsonObject(block) || typeof block["type"] !== "string") return { raw: block };
  const { type, ...fields } = block;
  return buildCompact(type, fields) ?? block;
}

function buildCompact(type: string, fields: JsonObject): JsonObject | undefined {
  if (type === "text" && typeof fields["text"] === "string") {
    const { text, ...rest } = fields;
    if (!isFree(rest)) return undefined;
    const asJson = jsonOf(fields["text"]);
    if (asJson === undefined) return { text, ...rest };
    return asJson.spaces === 0
      ? { json: asJson.value, ...rest }
      : { json: asJson.value, spaces: asJson.spaces, ...rest };
  }
  if ((type === "image" || type === "audio") && typeof fields["mimeType"] === "string") {
    const { mimeType, ...rest } = fields;
    return isFree(rest) ? { [type]: mimeType, ...rest } : undefined;
  }
  if (type === "resource" && isJsonObject(fields["resource"])) {
    const { resource, ...rest } = fields;
    return isFree(rest) ? { resource, ...rest } : undefined;
  }
  if (type === "resource_link" && typeof fields["uri"] === "string") {
    const { uri, ...rest } = fields;
    return isFree(rest) ? { link: uri, ...rest } : undefined;
  }
  return undefined;
}

/** The block that an entry was built from. Pass only entries that {@link isContentEntry} accepts. */
export function readContentEntry(entry: JsonObject): JsonValue {
  if (typeof entry["type"] === "string") return entry;
  if (entry["raw"] !== undefined) return entry["raw"];
  if ("text" in entry) return { type: "text", ...entry };
  if ("json" in entry) {
    const { json, spaces, ...rest } = entry;
    return { type: "text", text: JSON.stringify(json, null, typeof spaces === "number" ? spaces : 0), ...rest };
  }
  for (const type of ["image", "audio"]) {
    const { [type]: mimeType, ...rest } = entry;
    if (mimeType !== undefined) return { type, ...rest, mimeType };
  }
  if ("resource" in entry) return { type: "resource", ...entry };
  const { link, ...rest } = entry;
  return { type: "resource_link", uri: link ?? "", ...rest };
}

/** True for the entries of {@link buildContentEntry}. */
export function isContentEntry(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  if (value["type"] !== undefined) return typeof value["type"] === "string";
  if (value["raw"] !== undefined) return Object.keys(value).length === 1;
  if (value["json"] !== undefined) return [undefined, 2, 4].includes(spacesOf(value));
  if (value["resource"] !== undefined) return isJsonObject(value["resource"]);
  return ["text", "image", "audio", "link"].some((key) => typeof value[key] === "string");
}

function spacesOf(entry: JsonObject): number | undefined {
  const { spaces } = entry;
  if (spaces === undefined) return undefined;
  return typeof spaces === "number" ? spaces : -1;
}

function isFree(rest: JsonObject): boolean {
  return RESERVED.every((key) => !Object.hasOwn(rest, key));
}

/** The object or array in a JSON text, and its spacing, if it can be restored byte for byte. */
function jsonOf(text: string): { value: JsonValue; spaces: 0 | 2 | 4 } | undefined {
  if (!/^[[{]/.test(text) || Buffer.byteLength(text) > LARGE_TEXT) return undefined;
  const value = readJson(text);
  if (value === undefined || isDeeper(value, JSON_DEPTH)) return undefined;
  for (const spaces of [0, 2, 4] as const) {
    if (JSON.stringify(value, null, spaces) === text) return { value, spaces };
  }
  return undefined;
}

function isDeeper(value: JsonValue, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  return Object.values(value).some((part) => isDeeper(part, depth - 1));
}
