// What is about to be written in; an error that says where a secret stands in it out, without the secret. The last of three:
// what this finds is a fault of the redaction, or a secret where nothing may be replaced (a signature).
import { McpvalsError } from "../errors.js";
import { buildPointer } from "../json/pointer.js";
import type { Veil } from "./veil.js";

/** Throws SECRET_FOUND for a known value in any form, in the value or in the bytes that it was written as. */
export function scanForSecrets(
  veil: Pick<Veil, "find">,
  file: string,
  content: { value: unknown; bytes: Uint8Array },
): void {
  const inValue = veil.find(content.value);
  if (inValue !== undefined) throw found(inValue.name, `${file} at ${buildPointer(inValue.path) || "its root"}`);
  const text = Buffer.from(content.bytes.buffer, content.bytes.byteOffset, content.bytes.byteLength).toString("latin1");
  const inBytes = veil.find(text) ?? veil.find(Buffer.from(text, "latin1").toString("utf8"));
  if (inBytes !== undefined) throw found(inBytes.name, file);
}

function found(name: string, where: string): McpvalsError {
  return new McpvalsError("SECRET_FOUND", `the secret ${name} would stand in ${where}; nothing was written`, {
    evidence: "It is where nothing can be replaced: in a signature or an encrypted field of Claude's, or in a name.",
    fix: "Keep the server from sending it. If it is no secret, give the variable or header that holds it another name.",
  });
}
