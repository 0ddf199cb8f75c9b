// Writes a session as sealed text and blobs, entry by entry, so that a long one needs little memory. Pure:
// session-store.ts writes the files; session-read.ts parses the text.
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

/** How much each part of a session may hold. */
export interface SessionLimits {
  /** Characters, and marks between nodes, of the entries in the file itself, which people and YAML readers read. */
  text: number;
  marks: number;
  /** Bytes of a blob with further entries; the entry that reaches them is its last. */
  more: number;
  /** The most bytes of one such blob, and of all blobs of a session together. */
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
/** Levels of an entry that are written as YAML; the entry itself is two levels below the root. */
const ENTRY_LEVELS = 76;

export interface SessionCassette {
  session: Session;
  /** `mcpvals 0.1.0`. */
  by: string;
}

/** What a session cassette holds besides its entries. */
export type SessionHead = Omit<Session, "entries"> & { by: string };

/** Writes a session entry by entry. The same entries give the same text. */
export class SessionText {
  private readonly entries: string[] = [];
  private readonly times: EntryTimes[] = [];
  private readonly more: string[] = [];
  private blobs = new Map<string, Uint8Array>();
  private lines: Uint8Array[] = [];
  private lineSize = 0;
  private chars = 0;
  private marks = 0;
  private isFull = false;
  private moreTotal = 0;
  private readonly limits: SessionLimits;

  constructor(limits: Partial<SessionLimits> = {}) {
    this.limits = { ...SESSION_LIMITS, ...limits };
  }

  /** Adds an entry; false where no more can be kept, because a reader would refuse it. */
  add(entry: SessionEntry): boolean {
    const written = buildFileEntry(entry);
    const times = buildEntryTimes(entry);
    if (!this.isFull && this.inFile(written, times)) return true;
    this.isFull = true;
    return this.inMore(written, times);
  }

  /** True where {@link takeBlobs} would return some. */
  get hasBlobs(): boolean {
    return this.blobs.size > 0;
  }

  /** The complete blobs, each returned once; those that the text needs are complete after {@link finish}. */
  takeBlobs(): Map<string, Uint8Array> {
    const blobs = this.blobs;
    this.blobs = new Map();
    return blobs;
  }

  /** The text with its seal. Nothing can be added after it. */
  finish(head: SessionHead): string {
    this.closeMore();
    const { name, transport, era, server, findings, startedAt, ms, by } = head;
    const top = { cassette: CASSETTE_VERSION, kind: "session", session: name, transport, era, server };
    const facts = {
      recorded: { at: startedAt, by, ms },
      findings: findings.length === 0 ? undefined : findings,
      entries: this.times,
    };
    const body = [
      serializeYaml(toJson(top)),
      this.entries.length === 0 ? serializeYaml({ entries: [] }) : `entries:\n${this.entries.join("")}`,
      this.more.length === 0 ? "" : serializeYaml({ more: this.more }),
      serializeYaml(toJson({ facts })),
    ];
    return addSeal(body.join(""));
  }

  private inFile(written: FileEntry, times: EntryTimes): boolean {
    const { value, blobs } = extractBlobs(foldDeep(toJson(written), ENTRY_LEVELS));
    for (const bytes of blobs.values()) if (bytes.length > BLOB_LIMIT) return false;
    const text = serializeYaml({ entries: [value] }).slice("entries:\n".length);
    const marks = text.match(MARKS)?.length ?? 0;
    if (this.chars + text.length > this.limits.text || this.marks + marks > this.limits.marks) return false;
    this.chars += text.length;
    this.marks += marks;
    this.entries.push(text);
    this.times.push(times);
    for (const [name, bytes] of blobs) this.blobs.set(name, bytes);
    return true;
  }

  private inMore(entry: FileEntry, times: EntryTimes): boolean {
    const line = lineOf(JSON.stringify({ entry, times }));
    const { more, moreMost, moreTotal } = this.limits;
    if (line.length > moreMost - more || this.moreTotal + line.length > moreTotal) return false;
    this.moreTotal += line.length;
    this.lines.push(line);
    this.lineSize += line.length;
    if (this.lineSize >= more) this.closeMore();
    return true;
  }

  private closeMore(): void {
    const [first, ...rest] = this.lines;
    if (first === undefined) return;
    const bytes = rest.length === 0 ? first : Buffer.concat(this.lines);
    const name = `${createHash("sha256").update(bytes).digest("hex")}.jsonl`;
    this.lines = [];
    this.lineSize = 0;
    this.blobs.set(name, bytes);
    this.more.push(name);
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

/** The bytes of a line with its end; a long text is not copied to append one. */
function lineOf(text: string): Buffer {
  const line = Buffer.allocUnsafeSlow(Buffer.byteLength(text) + 1);
  line.write(text, "utf8");
  line[line.length - 1] = 10;
  return line;
}
