// In: the file of a session cassette, taken as hostile. Out: the session, as it stands there, with placeholders.
import { dirname, join } from "node:path";
import { McpvalsError } from "../errors.js";
import type { Session } from "../trace/session.js";
import { BLOB_LIMIT, isBlob } from "./blobs.js";
import { openCassette, type OpenedCassette } from "./cassette-text.js";
import { decodeText, readLimited } from "./files.js";
import { refuseKind } from "./kind.js";
import { parseSession } from "./session-read.js";
import { SESSION_LIMITS } from "./session-text.js";
import { displayPath } from "./store-place.js";
import { TEXT_LIMIT, tooLarge } from "./yaml-read.js";

/**
 * Reads a session that `mcpvals proxy` recorded. Throws CASSETTE_MISSING, _TOO_LARGE, _CONFLICT, _VERSION, _SEAL, _INVALID
 * (also for the cassette of a workflow), or CASSETTE_FILE_MISSING for a blob.
 */
export async function loadSession(file: string): Promise<Session> {
  const shown = displayPath(file);
  const bytes = await readLimited(file, TEXT_LIMIT);
  if (bytes === undefined) {
    throw new McpvalsError("CASSETTE_MISSING", `no session ${shown}`, {
      fix: `Record it: mcpvals proxy --out ${shown} -- CMD ARGS…`,
    });
  }
  const opened = openCassette(decodeText(bytes, shown), shown);
  refuseKind(opened.yaml.value, "workflow", shown);
  const missing = (name: string): McpvalsError =>
    new McpvalsError("CASSETTE_FILE_MISSING", `${shown} refers to blobs/${name}, which is missing or another content`, {
      fix: "Was it left out of a commit? Restore it from git, or record the session again.",
    });
  const blobs = await readSessionBlobs(file, opened, (name) => {
    throw missing(name);
  });
  return parseSession(opened, blobs).session;
}

/** The blobs of an opened session. `onMissing` is told of each that is missing, or whose content does not fit its name. */
export async function readSessionBlobs(
  file: string,
  { blobs: names }: Pick<OpenedCassette, "blobs">,
  onMissing: (name: string) => void,
): Promise<Map<string, Uint8Array>> {
  const blobs = new Map<string, Uint8Array>();
  let total = 0;
  for (const name of names) {
    const path = join(dirname(file), "blobs", name);
    const isMore = name.endsWith(".jsonl");
    const content = await readLimited(path, isMore ? SESSION_LIMITS.moreMost : BLOB_LIMIT);
    if (content === undefined || !isBlob(name, content)) {
      onMissing(name);
      continue;
    }
    if (isMore) total += content.length;
    if (total > SESSION_LIMITS.moreTotal)
      throw tooLarge(`the entries of ${displayPath(file)}`, total, SESSION_LIMITS.moreTotal);
    blobs.set(name, content);
  }
  return blobs;
}
