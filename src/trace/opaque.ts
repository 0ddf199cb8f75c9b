// Tells which strings are bytes and not text: base64 contents, signatures, encrypted fields. Pure.
import type { JsonObject } from "../json/value.js";

/** True where the value under `key` is base64 by the rules of MCP or of the Messages API. */
export function isBase64Field(owner: JsonObject, key: string): boolean {
  if (key === "blob") return typeof owner["uri"] === "string";
  if (key !== "data") return false;
  const type = owner["type"];
  return type === "image" || type === "audio" || type === "base64" || "image" in owner || "audio" in owner;
}

/** False for a key that never holds bytes or signed text, whatever its neighbours are. */
export function mayBeOpaque(key: string): boolean {
  return key === "blob" || key === "data" || key === "signature" || key.startsWith("encrypted_");
}

/** True where nothing may be replaced inside the string under `key`: it is not text, or it is signed. */
export function isOpaqueField(owner: JsonObject, key: string): boolean {
  if (key === "signature") return owner["type"] === "thinking";
  if (key.startsWith("encrypted_")) return typeof owner["type"] === "string";
  return isBase64Field(owner, key) || (key === "data" && owner["type"] === "redacted_thinking");
}

/** Returns the MIME type next to a base64 field. */
export function mimeTypeOf(owner: JsonObject): string {
  for (const key of ["mimeType", "media_type", "image", "audio"]) {
    const value = owner[key];
    if (typeof value === "string") return value;
  }
  return "";
}
