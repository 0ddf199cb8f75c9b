// Searches what is about to be written for the secrets known by then, and says where one is without showing it. The
// last of three searches: it finds secrets where nothing can be replaced, and faults of the redaction.
import { isAscii } from "node:buffer";
import { McpvalsError } from "../errors.js";
import { buildPointer } from "../json/pointer.js";
import type { Veil } from "./veil.js";

/**
 * Throws SECRET_FOUND for a known value in any form, in the value, text by text as the redaction read it, or in the bytes
 * that it would be written as.
 */
export function scanForSecrets(
  veil: Pick<Veil, "find">,
  file: string,
  content: { value: unknown; bytes: Uint8Array },
): void {
  const inValue = veil.find(content.value);
  if (inValue !== undefined) throw found(inValue.name, file, inValue.path);
  const bytes = Buffer.from(content.bytes.buffer, content.bytes.byteOffset, content.bytes.byteLength);
  const inBytes =
    veil.find(bytes.toString("latin1")) ?? (isAscii(bytes) ? undefined : veil.find(bytes.toString("utf8")));
  if (inBytes !== undefined) throw found(inBytes.name, file);
}

function found(name: string, file: string, path?: readonly string[]): McpvalsError {
  const where = path === undefined ? "its text" : `it at ${buildPointer(path) || "its root"}`;
  return new McpvalsError("SECRET_FOUND", `${file} was not written: the secret ${name} is in ${where}`, {
    evidence: `${reasonOf(path)} What was recorded before is unchanged, and the journal of this run is removed.`,
    fix: `Keep the server from sending it. If ${name} is no secret, give the variable or header that holds it another name.`,
  });
}

/** Says why it was not replaced. */
function reasonOf(path: readonly string[] | undefined): string {
  const isSigned = path?.some((part) => /^(?:signature|data|encrypted_\w+)$/.test(part)) === true;
  return isSigned
    ? "That is signed or encrypted, and would be invalid with anything replaced in it."
    : "Names, signatures and what is encrypted are written as they are; anywhere else this is a fault of mcpvals.";
}
