// Parses the opened text of a session cassette. The session has placeholders, as in the file. Pure.
import { readJson } from "../json/read-json.js";
import { McpvalsError } from "../errors.js";
import type { SessionEntry } from "../trace/session.js";
import { insertBlobs, type Blobs } from "./blobs.js";
import type { OpenedCassette } from "./open-text.js";
import { unfoldDeep } from "./deep.js";
import { invalidValue } from "./invalid.js";
import { refuseKind } from "./kind.js";
import { readFileEntry } from "./session-entries.js";
import { moreLine, PLAIN, sessionSchema } from "./session-schema.js";
import type { SessionCassette } from "./session-text.js";

/** The session in an opened text. Throws CASSETTE_INVALID, also for a cassette of another kind. */
export function parseSession({ file, yaml }: Pick<OpenedCassette, "file" | "yaml">, blobs: Blobs): SessionCassette {
  refuseKind(yaml.value, "recording", file);
  const parsed = sessionSchema.safeParse(unfoldDeep(insertBlobs(yaml.value, blobs)), PLAIN);
  if (!parsed.success) throw invalidValue(file, parsed.error.issues, yaml.lineOf);
  const { session: name, transport, era, server, entries: written, more = [], facts } = parsed.data;
  const issue = (path: (string | number)[], message: string): McpvalsError =>
    invalidValue(file, [{ path, message }], yaml.lineOf);
  if (facts.entries.length !== written.length) {
    throw issue(["facts", "entries"], `expected ${written.length}, one an entry`);
  }
  const entries: SessionEntry[] = [];
  for (const [index, times] of facts.entries.entries()) {
    const entry = written[index];
    const read = entry === undefined ? "expected an entry" : readFileEntry(entry, times);
    if (typeof read === "string") throw issue(["facts", "entries", index], read);
    entries.push(read);
  }
  for (const blob of more) for (const entry of readMore(blob, blobs.get(blob), file)) entries.push(entry);
  const { recorded, findings = [] } = facts;
  const session = { name, transport, era, server, entries, findings, startedAt: recorded.at, ms: recorded.ms };
  return { session, by: recorded.by };
}

function* readMore(name: string, bytes: Uint8Array | undefined, file: string): Iterable<SessionEntry> {
  const refuse = (line: number, what: string): McpvalsError =>
    new McpvalsError("CASSETTE_INVALID", `${file}: blobs/${name}:${line}: ${what}`, {
      fix: `Restore it from git, or record the session again.`,
    });
  if (bytes === undefined) throw refuse(1, "is missing");
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  let line = 0;
  for (let from = 0; from < text.length;) {
    const end = text.indexOf("\n", from);
    line += 1;
    const parsed = moreLine.safeParse(readJson(text.slice(from, end < 0 ? undefined : end)), PLAIN);
    from = end < 0 ? text.length : end + 1;
    if (!parsed.success) throw refuse(line, parsed.error.issues[0]?.message ?? "is not an entry");
    const read = readFileEntry(parsed.data.entry, parsed.data.times);
    if (typeof read === "string") throw refuse(line, read);
    yield read;
  }
}
