// Writes what passed between a client and a server to the disk, line by line and without secrets, while it is recorded.
// The session is built from it, also by another process if this one is killed.
import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { HttpEnd } from "../exchange/http-end.js";
import { collectAfter } from "../collect-garbage.js";
import { readKept } from "../json/read-json.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Frame } from "../proxy/tap.js";
import { TextPieces } from "../proxy/text-pieces.js";
import { writeFailed } from "./write-whole.js";
import { codeOf } from "./read-limited.js";
import { writeWholly } from "../write-wholly.js";
import { ignoreState } from "./ignore-state.js";
import { acquireLock, lockHolder } from "./lock.js";
import { refuseLinks } from "./refuse-links.js";

/** What the first line of a journal says. */
export interface SessionJournalHeader {
  name: string;
  transport: "stdio" | "http";
  /** ISO 8601, UTC. */
  startedAt: string;
}

/** A line after the first. */
export type SessionJournalLine = Pick<Frame, "from" | "at" | "message" | "http"> & {
  /** Where the bytes are not JSON: their beginning. */
  noise?: string;
};

export type SessionJournalEvent = SessionJournalLine | { end: HttpEnd } | { finding: string };

export interface SessionJournal {
  file: string;
  /** Appends lines, each with its line end. Throws WRITE_FAILED. */
  write(lines: string): void;
  /** Closes the file, and keeps it. */
  close(): void;
  /** Removes it once its contents are stored elsewhere. */
  remove(): void;
}

const READ_SIZE = 64 * 1024;
/** Bytes of a long line that are decoded at once. */
const PIECE = 1024 * 1024;

function folderOf(out: string): string {
  return join(dirname(out), ".mcpvals", "journal", "proxy");
}

/** Starts the journal of a session that will be written to `out`. Throws WRITE_FAILED. */
export async function startSessionJournal(out: string, header: SessionJournalHeader): Promise<SessionJournal> {
  const file = join(folderOf(out), `${basename(out)}.${randomBytes(6).toString("hex")}.jsonl`);
  let descriptor: number;
  let release = (): void => {};
  refuseLinks(file, dirname(out));
  try {
    makeFolder(dirname(file));
    ignoreState({ state: join(dirname(out), ".mcpvals") });
    release = await acquireLock(`${file}.lock`, `session "${header.name}"`);
    descriptor = openSync(file, "wx", 0o600);
    writeSync(descriptor, `${JSON.stringify({ journal: 1, kind: "session", ...header })}\n`);
  } catch (error) {
    release();
    throw writeFailed(file, error);
  }
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  return {
    file,
    write(lines) {
      try {
        writeWholly(descriptor, lines);
      } catch (error) {
        throw writeFailed(file, error);
      }
    },
    close,
    remove() {
      close();
      rmSync(file, { force: true });
      release();
    },
  };
}

/** Level by level: where nothing can be created, as below /proc, Node's recursive mkdir never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process created it in the meantime.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** The journals for `out` that no living process writes, oldest name first. */
export function findLeftSessions(out: string): string[] {
  const folder = folderOf(out);
  const isOurs = (name: string): boolean =>
    name.startsWith(`${basename(out)}.`) && /^\.[0-9a-f]{12}\.jsonl$/.test(name.slice(basename(out).length));
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  return names
    .filter((name) => isOurs(name) && lockHolder(join(folder, `${name}.lock`)) === undefined)
    .toSorted()
    .map((name) => join(folder, name));
}

/** Removes a journal that was left, with its lock. */
export function removeLeftSession(file: string): void {
  rmSync(file, { force: true });
  rmSync(`${file}.lock`, { force: true });
}

/** Reads a journal, also while it is written. */
export interface SessionJournalReader {
  header: SessionJournalHeader;
  /** The next event; undefined where there is none yet. A last line that was cut off does not count. */
  next(): SessionJournalEvent | undefined;
  /** Bytes that {@link next} has not reached. */
  left(): number;
  close(): void;
}

/** Opens a journal; undefined where the file is not one. */
export function openSessionJournal(file: string): SessionJournalReader | undefined {
  const lines = new LineReader(file);
  const header = headerOf(parseLine(lines.next()));
  if (header === undefined) {
    lines.close();
    return undefined;
  }
  return {
    header,
    next() {
      for (let line = lines.next(); line !== undefined; line = lines.next()) {
        const event = eventOf(parseLine(line));
        if (event !== undefined) return event;
      }
      return undefined;
    },
    left: () => lines.left(),
    close: () => lines.close(),
  };
}

/** Reads the lines of a file that may grow, with one buffer. A longer line is found first and then read again. */
class LineReader {
  private readonly descriptor: number;
  private readonly buffer = Buffer.allocUnsafeSlow(READ_SIZE);
  /** Where the next line begins in the file. */
  private start = 0;
  /** Where the buffer begins in the file, and how much of it is read. */
  private bufferAt = 0;
  private filled = 0;
  /** Bytes after `start` that are known to have no line end. */
  private searched = 0;

  constructor(file: string) {
    this.descriptor = openSync(file, "r");
  }

  next(): string | undefined {
    for (;;) {
      const from = this.start + this.searched - this.bufferAt;
      const end = from < this.filled ? this.buffer.subarray(0, this.filled).indexOf(10, from) : -1;
      if (end >= 0) return this.take(this.bufferAt + end);
      this.bufferAt = Math.max(this.bufferAt + this.filled, this.start);
      this.searched = this.bufferAt - this.start;
      this.filled = readSync(this.descriptor, this.buffer, 0, READ_SIZE, this.bufferAt);
      if (this.filled === 0) return undefined;
    }
  }

  left(): number {
    return fstatSync(this.descriptor).size - this.start;
  }

  close(): void {
    closeSync(this.descriptor);
  }

  /** The line that ends there. */
  private take(end: number): string {
    const line =
      this.start >= this.bufferAt
        ? this.buffer.toString("utf8", this.start - this.bufferAt, end - this.bufferAt)
        : this.readAgain(end);
    this.start = end + 1;
    this.searched = 0;
    return line;
  }

  /** From the start of the line, piece by piece. */
  private readAgain(end: number): string {
    const pieces = new TextPieces();
    const piece = Buffer.allocUnsafeSlow(Math.min(end - this.start, PIECE));
    for (let at = this.start; at < end;) {
      const count = readSync(this.descriptor, piece, 0, Math.min(piece.length, end - at), at);
      if (count === 0) break;
      pieces.add(piece.subarray(0, count));
      at += count;
    }
    const text = pieces.take();
    collectAfter(text.length);
    return text;
  }
}

function parseLine(line: string | undefined): JsonObject {
  const value = readKept(line ?? "");
  return isJsonObject(value) ? value : {};
}

function headerOf({ journal, kind, name, transport, startedAt }: JsonObject): SessionJournalHeader | undefined {
  if (journal !== 1 || kind !== "session" || typeof name !== "string" || typeof startedAt !== "string")
    return undefined;
  return transport === "stdio" || transport === "http" ? { name, transport, startedAt } : undefined;
}

function eventOf({ from, at, message, noise, http, end, finding }: JsonObject): SessionJournalEvent | undefined {
  if (typeof finding === "string") return { finding };
  if (isJsonObject(end) && typeof end["request"] === "number") return { end: endOf(end["request"], end) };
  if ((from !== "client" && from !== "server") || typeof at !== "number") return undefined;
  const carried = httpOf(http);
  return {
    from,
    at,
    ...(message === undefined ? {} : { message }),
    ...(typeof noise === "string" ? { noise } : {}),
    ...(carried === undefined ? {} : { http: carried }),
  };
}

function endOf(request: number, { status, abandoned, resumable, at, ...texts }: JsonObject): HttpEnd {
  const end: HttpEnd = { request };
  if (typeof at === "number") end.at = at;
  if (typeof status === "number") end.status = status;
  if (abandoned === true) end.abandoned = true;
  if (resumable === true) end.resumable = true;
  for (const key of ["failure", "oddType", "problem", "requestProblem"] as const) {
    const text = texts[key];
    if (typeof text === "string") end[key] = text;
  }
  return end;
}

function httpOf(http: JsonValue | undefined): Frame["http"] {
  if (!isJsonObject(http)) return undefined;
  // The path is not needed, and may hold a secret.
  const { request, method, path = "", status } = http;
  if (typeof request !== "number" || typeof method !== "string" || typeof path !== "string") return undefined;
  return { request, method, path, ...(typeof status === "number" ? { status } : {}) };
}
