// Adds and checks the last line of a cassette: the hash of everything above it. Pure.
import { createHash } from "node:crypto";
import { McpvalsError } from "../errors.js";

const SEAL_LINE = /^seal: ([0-9a-f]{64})\n$/;

/** The text followed by its seal. `body` ends with a line end. */
export function addSeal(body: string): string {
  return `${body}seal: ${sealOf(body)}\n`;
}

/** The text above the seal, whether the seal fits or not. */
export function splitSeal(text: string): { body: string; sealed: "fits" | "differs" | "missing" } {
  const at = text.lastIndexOf("\n", text.length - 2) + 1;
  const seal = SEAL_LINE.exec(text.slice(at))?.[1];
  if (seal === undefined) return { body: text, sealed: "missing" };
  const body = text.slice(0, at);
  return { body, sealed: seal === sealOf(body) ? "fits" : "differs" };
}

/** The text above the seal. Throws CASSETTE_CONFLICT, CASSETTE_INVALID (CRLF) or CASSETTE_SEAL. */
export function openSealed(text: string, file: string): string {
  refuseConflict(text, file);
  if (text.startsWith("\ufeff")) {
    throw new McpvalsError("CASSETTE_INVALID", `${file}:1: begins with a byte order mark; expected plain UTF-8`, {
      fix: `An editor put it there. Run: git checkout -- ${file}`,
    });
  }
  refuseCrlf(text, file);
  const { body, sealed } = splitSeal(text);
  if (sealed === "fits") return body;
  const what =
    sealed === "missing"
      ? "expected the seal in the last line: the file was cut off or edited"
      : "does not fit its seal: it was edited by hand, or git merged it line by line";
  const line = Math.max(1, text.split("\n").length - (text.endsWith("\n") ? 1 : 0));
  throw new McpvalsError("CASSETTE_SEAL", `${file}:${line}: ${what}`, {
    evidence: "A run that never happened proves nothing, so it is not replayed.",
    fix: `Restore the file (git checkout -- ${file}), or record it again. If only a formatter changed it: mcpvals lint --fix`,
  });
}

/** Nothing that we write contains a CR. Throws CASSETTE_INVALID. */
export function refuseCrlf(text: string, file: string): void {
  if (!text.includes("\r")) return;
  throw new McpvalsError("CASSETTE_INVALID", `${file}:1: its lines end in CRLF; git changed them on checkout`, {
    evidence: "Cassettes are read byte for byte. The .gitattributes beside them (*.yaml text eol=lf) prevents that.",
    fix: "Run: mcpvals lint --fix. It fixes all of them, and writes the .gitattributes where it is missing.",
  });
}

/** Markers are at the start of a line; recorded text is always indented. */
function refuseConflict(text: string, file: string): void {
  const marker = /^(?:<{7}|\|{7}|>{7})(?: |$)|^={7}$/m.exec(text);
  if (marker === null) return;
  const line = text.slice(0, marker.index).split("\n").length;
  throw new McpvalsError("CASSETTE_CONFLICT", `${file}:${line}: has conflict markers of git`, {
    evidence: "Two recordings cannot be joined: take one side whole, or record again.",
    fix: `Run: git checkout --ours -- ${file} (or --theirs), then: git add ${file}`,
  });
}

function sealOf(body: string): string {
  return createHash("sha256").update(body, "utf8").digest("hex");
}
