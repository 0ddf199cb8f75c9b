// A session as sealed text and blobs, written entry by entry, so that long ones need no memory.
// Pure: the disk is session-store.ts; session-read.ts reads it.
import { createHash } from "node:crypto";
import type { Session, SessionEntry } from "../trace/session.js";
import { BLOB_LIMIT, extractBlobs } from "./blobs.js";
import { foldDeep } from "./deep.js";
import { CASSETTE_VERSION } from "./format-version.js";
import { addSeal } from "./seal.js";
import { buildEntryTimes, buildFileEntry } from "./session-entries.js";
import type { EntryTimes, FileEntry } from "./session-schema.js";
import { toJson } from "../json/to-json.js";
import { serializeYaml } from "./yaml-text.js";

/** How much a session may hold, and where. */
export interface SessionLimits {
  /** Characters, and marks between nodes, of the entries that stand in the file itself: people read them, and so does YAML. */
  text: number;
  marks: number;
  /** Bytes of a blob with further entries; the entry that reaches them is its last. */
  more: number;
  /** Bytes that such a blob may have at most, and all of a session together. */
  moreMost: number;
  moreTotal: number;
}

const MIB = 1024 * 1024;
export const SESSION_LIMITS: SessionLimits = {
  text: MIB / 2,
  marks: 100_000,
  more: 2 * MIB,
  moreMost: 160 * MIB,
  moreTotal: 256 * MIB,
};
const MARKS = /[,\n[{]|[-?:] /g;
/** Levels of an entry that are YAML: it lies two below the root. */
const ENTRY_LEVELS = 76;

export interface SessionCassette {
  session: Session;
  /** `mcpvals 0.1.0`. */
  by: string;
}

/** What a session cassette says beside its entries. */
export type SessionHead = Omit<Session, "entries"> & { by: string };

/** Writes a session entry by entry. The same entries give the same text. */
export class SessionText {
  readonly #entries: string[] = [];
  readonly #times: EntryTimes[] = [];
  readonly #more: string[] = [];
  #blobs = new Map<string, Uint8Array>();
  #lines: Uint8Array[] = [];
  #lineSize = 0;
  #chars = 0;
  #marks = 0;
  #isFull = false;
  #moreTotal = 0;
  readonly #limits: SessionLimits;

  constructor(limits: Partial<SessionLimits> = {}) {
    this.#limits = { ...SESSION_LIMITS, ...limits };
  }

  /** False where nothing more can be kept: a reader would not take it. */
  add(entry: SessionEntry): boolean {
    const written = buildFileEntry(entry);
    const times = buildEntryTimes(entry);
    if (!this.#isFull && this.#inFile(written, times)) return true;
    this.#isFull = true;
    return this.#inMore(written, times);
  }

  /** True where {@link takeBlobs} would give some. */
  get hasBlobs(): boolean {
    return this.#blobs.size > 0;
  }

  /** The blobs that are complete, each given once; those that are needed by the text are complete after {@link finish}. */
  takeBlobs(): Map<string, Uint8Array> {
    const blobs = this.#blobs;
    this.#blobs = new Map();
    return blobs;
  }

  /** The text with its seal. Nothing can be added afterwards. */
  finish(head: SessionHead): string {
    this.#closeMore();
    const { name, transport, era, server, findings, startedAt, ms, by } = head;
    const top = { cassette: CASSETTE_VERSION, kind: "session", session: name, transport, era, server };
    const facts = {
      recorded: { at: startedAt, by, ms },
      findings: findings.length === 0 ? undefined : findings,
      entries: this.#times,
    };
    const body = [
      serializeYaml(toJson(top)),
      this.#entries.length === 0 ? serializeYaml({ entries: [] }) : `entries:\n${this.#entries.join("")}`,
      this.#more.length === 0 ? "" : serializeYaml({ more: this.#more }),
      serializeYaml(toJson({ facts })),
    ];
    return addSeal(body.join(""));
  }

  #inFile(written: FileEntry, times: EntryTimes): boolean {
    const { value, blobs } = extractBlobs(foldDeep(toJson(written), ENTRY_LEVELS));
    for (const bytes of blobs.values()) if (bytes.length > BLOB_LIMIT) return false;
    const text = serializeYaml({ entries: [value] }).slice("entries:\n".length);
    const marks = text.match(MARKS)?.length ?? 0;
    if (this.#chars + text.length > this.#limits.text || this.#marks + marks > this.#limits.marks) return false;
    this.#chars += text.length;
    this.#marks += marks;
    this.#entries.push(text);
    this.#times.push(times);
    for (const [name, bytes] of blobs) this.#blobs.set(name, bytes);
    return true;
  }

  #inMore(entry: FileEntry, times: EntryTimes): boolean {
    const line = Buffer.from(`${JSON.stringify({ entry, times })}\n`, "utf8");
    const { more, moreMost, moreTotal } = this.#limits;
    if (line.length > moreMost - more || this.#moreTotal + line.length > moreTotal) return false;
    this.#moreTotal += line.length;
    this.#lines.push(line);
    this.#lineSize += line.length;
    if (this.#lineSize >= more) this.#closeMore();
    return true;
  }

  #closeMore(): void {
    if (this.#lines.length === 0) return;
    const bytes = Buffer.concat(this.#lines);
    const name = `${createHash("sha256").update(bytes).digest("hex")}.jsonl`;
    this.#lines = [];
    this.#lineSize = 0;
    this.#blobs.set(name, bytes);
    this.#more.push(name);
  }
}

/** The file's text with its seal, and the blobs that it refers to. */
export function serializeSession(
  { session, by }: SessionCassette,
  limits: Partial<SessionLimits> = {},
): { text: string; blobs: Map<string, Uint8Array> } {
  const written = new SessionText(limits);
  for (const entry of session.entries) written.add(entry);
  const text = written.finish({ ...session, by });
  return { text, blobs: written.takeBlobs() };
}
