// Writes a session cassette from a journal: as a whole or not at all, and never over one that somebody wants to keep.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { link, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { SessionBuilder } from "../exchange/session-builder.js";
import type { SessionEntry } from "../trace/session.js";
import { changeEntry, type ChangeValue } from "../trace/change-session.js";
import { writeFailed, writeWhole } from "./write-whole.js";
import { codeOf, readLimited } from "./read-limited.js";
import { refuseLinks } from "./refuse-links.js";
import type { SessionJournalEvent, SessionJournalHeader } from "./session-journal.js";
import { SessionText } from "./session-text.js";
import { displayPath } from "./store-place.js";

/** What happens where a recording exists: the new one gets the next number, replaces it, or is not written. */
export type SessionMode = "number" | "replace" | "keep";

export interface SessionOutput {
  /** Absolute. */
  out: string;
  mode: SessionMode;
  /** `mcpvals 0.1.0`. */
  by: string;
  /** Hides secrets and the machine's places. */
  hide: ChangeValue;
  /** Throws where the bytes that are about to be written hold a secret. */
  scan: (file: string, bytes: Uint8Array) => void;
}

/** `empty`: no message passed. `kept`: a recording exists, and the mode says that it stays. */
export type SessionWritten = { kind: "written"; file: string; entries: number } | { kind: "empty" } | { kind: "kept" };

/** Builds the session of a journal, event by event, and writes it, its blobs first. */
export class SessionWriter {
  private readonly header: SessionJournalHeader;
  private readonly output: SessionOutput;
  private readonly text = new SessionText();
  private readonly builder: SessionBuilder;
  private entries = 0;
  private left = 0;

  constructor(header: SessionJournalHeader, output: SessionOutput) {
    this.header = header;
    this.output = output;
    this.builder = new SessionBuilder((entry) => this.add(entry));
  }

  push(event: SessionJournalEvent): void {
    pushEvent(this.builder, event);
  }

  /**
   * Writes large, complete parts, so that they do not stay in memory until the end. Throws WRITE_FAILED, SECRET_FOUND.
   */
  async spill(): Promise<void> {
    if (!this.text.hasBlobs) return;
    for (const [name, bytes] of this.text.takeBlobs()) await writeBlob(name, bytes, this.output);
  }

  /** Throws WRITE_FAILED, SECRET_FOUND. */
  async finish(): Promise<SessionWritten> {
    const { hide, by, scan, out } = this.output;
    const { server, findings, ...facts } = this.builder.end();
    if (this.entries === 0) return { kind: "empty" };
    if (this.left > 0) findings.push(`${this.left} more entries are not recorded: the session is full`);
    const text = this.text.finish({
      ...this.header,
      by,
      ...facts,
      server: { name: hide(server.name), version: hide(server.version), protocol: hide(server.protocol) },
      findings: hide(findings),
    });
    await this.spill();
    scan(displayPath(out), Buffer.from(text));
    const file = await place(text, this.output);
    return file === undefined ? { kind: "kept" } : { kind: "written", file, entries: this.entries };
  }

  private add(entry: SessionEntry): void {
    this.entries += 1;
    if (!this.text.add(changeEntry(entry, this.output.hide))) this.left += 1;
  }
}

function pushEvent(builder: SessionBuilder, event: SessionJournalEvent): void {
  if ("finding" in event) builder.note(event.finding);
  else if ("end" in event) builder.httpEnd(event.end);
  else {
    const { noise, ...frame } = event;
    builder.push({ ...frame, raw: Buffer.from(noise ?? "") });
  }
}

async function writeBlob(name: string, bytes: Uint8Array, { out, scan }: SessionOutput): Promise<void> {
  scan(`blobs/${name} of ${displayPath(out)}`, bytes);
  const file = join(dirname(out), "blobs", name);
  refuseLinks(file, dirname(out));
  const old = await readLimited(file, Infinity);
  if (old === undefined || !old.equals(bytes)) await writeWhole(file, bytes);
}

/** Undefined where a recording exists and stays. */
async function place(text: string, { out, mode }: SessionOutput): Promise<string | undefined> {
  if (mode === "replace") {
    await writeWhole(out, text);
    return out;
  }
  // Writes to a temporary name that no other process uses, then links it to the free name.
  const temporary = join(dirname(out), `.${basename(out)}.${randomBytes(6).toString("hex")}.tmp`);
  await writeWhole(temporary, text);
  try {
    if (await linked(temporary, out)) return out;
    if (mode === "keep") return undefined;
    for (let number = await nextNumber(out); ; number++) {
      const file = numbered(out, number);
      if (await linked(temporary, file)) return file;
    }
  } catch (error) {
    throw writeFailed(out, error);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function linked(temporary: string, file: string): Promise<boolean> {
  try {
    await link(temporary, file);
    return true;
  } catch (error) {
    const code = codeOf(error) ?? "";
    if (code === "EEXIST") return false;
    // Some file systems have no links.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(code)) throw error;
    if (existsSync(file)) return false;
    await rename(temporary, file);
    return true;
  }
}

/** `session.yaml`, `session-2.yaml`. */
function numbered(out: string, number: number): string {
  return number === 1 ? out : `${out.replace(/\.yaml$/, "")}-${number}.yaml`;
}

/** The number after the highest existing one, so that older recordings have lower numbers. */
async function nextNumber(out: string): Promise<number> {
  const stem = basename(out).replace(/\.yaml$/, "");
  const names = await readdir(dirname(out));
  const numbers = names.flatMap((name) => {
    const digits = name.startsWith(`${stem}-`) ? /^(\d{1,9})\.yaml$/.exec(name.slice(stem.length + 1))?.[1] : undefined;
    return digits === undefined ? [] : [Number(digits)];
  });
  return Math.max(1, ...numbers) + 1;
}
