// Reads the file of a session cassette, which it treats as hostile. The session has placeholders, as in the file.
import { dirname, join } from "node:path";
import { describeMissingFile } from "../config/not-found.js";
import { McpvalsError } from "../errors.js";
import { fileWord, shellWords } from "../shell-words.js";
import type { Session } from "../trace/session.js";
import { BLOB_LIMIT, isBlob } from "./blobs.js";
import { openCassette, openLoosely, type OpenedCassette } from "./open-text.js";
import { decodeText, readLimited } from "./read-limited.js";
import { refuseKind } from "./kind.js";
import { parseSession } from "./session-read.js";
import { SESSION_LIMITS, type SessionCassette } from "./session-text.js";
import { displayPath } from "./store-place.js";
import { TEXT_LIMIT, tooLarge } from "./yaml-read.js";

/**
 * Reads a session that `mcpvals proxy` recorded. Throws FILE_NOT_FOUND, CASSETTE_TOO_LARGE, _CONFLICT, _VERSION, _SEAL, _INVALID
 * (also for the cassette of a workflow), or CASSETTE_FILE_MISSING for a blob.
 */
export async function loadSession(file: string): Promise<Session> {
  const shown = displayPath(file);
  const bytes = await readLimited(file, TEXT_LIMIT);
  if (bytes === undefined) {
    throw await describeMissingFile(
      file,
      process.cwd(),
      `To record a session into it: mcpvals proxy --out ${shellWords(fileWord(shown))} -- CMD ARGS…`,
    );
  }
  const opened = openCassette(decodeText(bytes, shown), shown);
  refuseKind(opened.yaml.value, "recording", shown);
  const missing = (name: string): McpvalsError =>
    new McpvalsError(
      "CASSETTE_FILE_MISSING",
      `${shown} refers to blobs/${name}, which is missing or has other content`,
      {
        fix: "Was it left out of a commit? Restore it from git, or record the session again.",
      },
    );
  const blobs = await readSessionBlobs(file, opened, (name) => {
    throw missing(name);
  });
  return parseSession(opened, blobs).session;
}

/**
 * Reads a session that is only shown, and lists what would prevent serving it; undefined for another kind of cassette.
 */
export async function loadSessionLoosely(
  file: string,
  { alone }: { alone: boolean },
): Promise<(SessionCassette & { problems: string[] }) | undefined> {
  const shown = displayPath(file);
  const bytes = await readLimited(file, TEXT_LIMIT);
  if (bytes === undefined || !/^kind: session\r?$/m.test(bytes.toString("latin1", 0, 200))) return undefined;
  const opened = openLoosely(decodeText(bytes, shown), shown);
  const { problems } = opened;
  const blobs = await readSessionBlobs(file, opened, (name) => {
    if (!alone) problems.push(`blob ${name} is missing, or is not what its name says`);
  });
  const missing = opened.blobs.filter((name) => !blobs.has(name));
  for (const name of missing) {
    // Fill in a text where a text belongs, and no entries where entries belong.
    if (name.endsWith(".txt")) blobs.set(name, Buffer.from(`(the text in blobs/${name}, which is not here)`));
    if (name.endsWith(".jsonl")) blobs.set(name, Buffer.alloc(0));
  }
  return { ...parseSession(opened, blobs), problems };
}

/**
 * The blobs of an opened session. Calls `onMissing` for each that is missing, or whose content does not fit its name.
 */
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
