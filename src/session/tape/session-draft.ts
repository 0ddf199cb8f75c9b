// Writes the session from a journal in small steps, also while the journal grows, so that little is left to do at the
// end.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { findRoot } from "../../config/find-root.js";
import { createPlaces } from "../../places/places.js";
import { openSessionJournal, type SessionJournalReader } from "../../cassette/session-journal.js";
import { SessionWriter, type SessionMode, type SessionWritten } from "../../cassette/session-store.js";
import type { JsonValue } from "../../json/value.js";
import { scanForSecrets } from "../../redaction/last-scan.js";
import type { Redactor } from "../../redaction/redactor.js";
import { collectAfter } from "../../collect-garbage.js";
import { VERSION } from "../../version.js";
import { readForms, readMachine } from "../../places/machine.js";

interface DraftOptions {
  /** Absolute. */
  out: string;
  mode: SessionMode;
  redactor: Redactor;
}

export class SessionDraft {
  private readonly reader: SessionJournalReader;
  private readonly writer: SessionWriter;
  private readonly redactor: Redactor;
  private first: number | undefined;
  /** Bytes of the journal that were taken over. */
  private taken = 0;
  /** Bytes of the journal when memory was last freed for what it holds. */
  private freedAt = 0;

  private constructor(reader: SessionJournalReader, { out, mode, redactor }: DraftOptions) {
    this.reader = reader;
    this.redactor = redactor;
    const places = placesOf(out);
    // The journal is redacted; only a secret that was learned later may still be in it.
    const hide = <T extends JsonValue>(value: T): T =>
      places.hide(redactor.learned === 0 ? value : redactor.redact(value));
    this.writer = new SessionWriter(reader.header, {
      out,
      mode,
      by: `mcpvals ${VERSION}`,
      hide,
      scan: (what, bytes) => scanForSecrets(redactor, what, { value: null, bytes }),
    });
  }

  /** Undefined where the file is not a journal. */
  static open(file: string, options: DraftOptions): SessionDraft | undefined {
    const reader = openSessionJournal(file);
    return reader === undefined ? undefined : new SessionDraft(reader, options);
  }

  /** Takes over what the journal holds, for about `ms` milliseconds; true where there is more. */
  async advance(ms: number): Promise<boolean> {
    this.first ??= this.redactor.learned;
    // Once for so much, and not in each step of a long way: that takes longer than a step.
    const written = this.taken + this.left();
    if (collectAfter(written - this.freedAt)) this.freedAt = written;
    const until = performance.now() + ms;
    for (let size = this.step(); size > 0; size = this.step()) {
      collectAfter(size);
      await this.writer.spill();
      collectAfter(size);
      if (performance.now() > until) return true;
    }
    return false;
  }

  /** Takes over one event; returns how many bytes it has in the journal, 0 where there is none. */
  private step(): number {
    const left = this.reader.left();
    const event = this.reader.next();
    if (event === undefined) return 0;
    const size = left - this.reader.left();
    this.taken += size;
    collectAfter(size);
    this.writer.push(event);
    return size;
  }

  /** Bytes of the journal that are not taken over yet. */
  left(): number {
    return this.reader.left();
  }

  /** True where a secret was learned after the first step: what was taken over may hold it. */
  isOutdated(): boolean {
    return this.first !== undefined && this.first !== this.redactor.learned;
  }

  /** Writes the session. Throws WRITE_FAILED, SECRET_FOUND. */
  async finish(): Promise<SessionWritten> {
    this.close();
    return this.writer.finish();
  }

  close(): void {
    this.reader.close();
  }
}

/** The places as `serve` reads them: the project contains the file, the config's folder is the current folder. */
function placesOf(out: string): ReturnType<typeof createPlaces> {
  const machine = readMachine(process.cwd());
  const root = findRoot(dirname(out));
  return createPlaces({ ...machine, root: existsSync(join(root, ".git")) ? readForms(root) : machine.root, env: {} });
}
