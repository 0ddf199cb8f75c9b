// Decodes the bytes of a config as UTF-8, or as its byte order mark says. Throws CONFIG_INVALID for anything else.
import { McpvalsError } from "../errors.js";

/** The text, without its byte order mark. `where` names the file in the error. */
export function decodeConfig(bytes: Uint8Array, where: string): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    throw new McpvalsError("CONFIG_INVALID", `${where} is not UTF-8`, {
      evidence: isWide(bytes) ? "It looks like UTF-16 without a byte order mark." : undefined,
      fix: "Save it as UTF-8.",
      cause: error,
    });
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (isWide(bytes)) throw new Error("no byte order mark");
  return "utf-8";
}

/** JSON begins with an ASCII character, which UTF-16 writes as two bytes, one of them 0. */
function isWide(bytes: Uint8Array): boolean {
  return (bytes[0] === 0) !== (bytes[1] === 0) && bytes.length > 1;
}
