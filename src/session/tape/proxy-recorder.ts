// Records the traffic of both sides: writes a journal without secrets while the traffic runs, and the session cassette
// at the end. A fault in here does not affect the traffic.
import { readKept } from "../../json/read-json.js";
import { dirname } from "node:path";
import { startSessionJournal, type SessionJournal } from "../../cassette/session-journal.js";
import type { SessionMode } from "../../cassette/session-store.js";
import { displayPath } from "../../cassette/store-place.js";
import { messageOf } from "../../errors.js";
import { OpenRequests, type OpenRequest } from "../../exchange/open-requests.js";
import type { HttpEnd } from "../../exchange/http-end.js";
import { serializeKept } from "../../json/kept-numbers.js";
import { kindOf } from "../../exchange/message.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/value.js";
import { TextLineSplitter } from "../../proxy/framing.js";
import type { FrameHttp, Side } from "../../proxy/tap.js";
import type { KnownValue } from "../../redaction/known-values.js";
import type { Redactor } from "../../redaction/redactor.js";
import { collectAfter } from "../../collect-garbage.js";
import { isRefused, LeftSessions } from "./left-sessions.js";
import { loadRedactor } from "../../suite/redaction.js";
import type { SessionDraft } from "./session-draft.js";

export interface RecorderOptions {
  /** Absolute. */
  out: string;
  name: string;
  mode: SessionMode;
  /** The server's command and arguments, or its URL, so that secrets in them are recognized. */
  server: { command: string; args: string[] } | { url: string };
  /** ISO 8601, UTC. */
  startedAt: string;
  /** False: nothing is recorded, but open requests are still tracked. */
  records: boolean;
}

/** Receives messages for a person. */
export type Tell = (message: string) => void;

/** Bytes; a longer message is not kept, because a reader would refuse it. */
const LINE_LIMIT = 100 * 1024 * 1024;
const NOISE_LENGTH = 500;
/** Bytes of other output that are searched, so that no secret is cut in two before it is found. */
const NOISE_READ = 8_000;
const TO_RECORD = 64 * 1024;
const PROGRESS_MS = 500;
/** Milliseconds for which the start waits for earlier journals; the rest of them is done in pauses, and at the end. */
const RECOVER_MS = 2000;
/**
 * Bytes of the journal that are not taken over: with more than this, the end would take seconds, so do not wait for
 * pauses.
 */
const FAR_BEHIND = 16 * 1024 * 1024;
const KEPT_ALIVE = 10_000;

/** Characters of a message that are written at once. */
const PIECE = 1024 * 1024;

/** A byte order mark, decoded. */
const MARK = "\uFEFF";

export class Recorder {
  private readonly options: RecorderOptions;
  private readonly tell: Tell;
  private readonly open = new OpenRequests();
  private readonly lines = { client: new TextLineSplitter(LINE_LIMIT), server: new TextLineSplitter(LINE_LIMIT) };
  private readonly decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** Keep small messages alive: the engine discards machine code for objects like these with the last of them. */
  private readonly last: Partial<Record<Side, JsonValue>> = {};
  private redactor: Redactor | undefined;
  private journal: SessionJournal | undefined;
  private written = "";
  private recorded = 0;
  private draft: SessionDraft | undefined;
  /** What earlier processes left that is not a session yet. */
  private left: LeftSessions | undefined;

  constructor(options: RecorderOptions, tell: Tell) {
    this.options = options;
    this.tell = tell;
  }

  /** Call this first. Turns what an earlier process left into a session. */
  async start(): Promise<void> {
    if (!this.options.records) return;
    try {
      const { out, name, server, startedAt } = this.options;
      this.redactor = await this.loadRedactor();
      const transport = "url" in server ? "http" : "stdio";
      this.journal = await startSessionJournal(out, { name, transport, startedAt });
      this.left = new LeftSessions(out, {
        own: this.journal.file,
        open: (file) => this.startDraft(file),
        tell: this.tell,
      });
      await this.left.advance(RECOVER_MS);
    } catch (error) {
      this.give(error);
    }
  }

  /** Takes a piece of the traffic; over HTTP, a whole message. `at`: from a clock that only runs forward. */
  push(from: Side, at: number, bytes: Uint8Array, http?: FrameHttp): void {
    if (http === undefined) this.messages(from, at, this.lines[from].push(bytes));
    else this.messages(from, at, [bytes.length < LINE_LIMIT ? this.decoder.decode(bytes) : undefined], http);
    if (this.written.length > TO_RECORD) this.flush();
  }

  httpEnd(end: HttpEnd): void {
    if (this.redactor !== undefined) this.write(JSON.stringify({ end: this.redactor.redactTexts(end) }));
  }

  /** Takes values that are secrets from now on. */
  know(values: readonly KnownValue[]): void {
    this.redactor?.know(values);
  }

  /** Writes to the disk what was pushed. */
  flush(): void {
    if (this.written === "") return;
    const lines = this.written;
    this.written = "";
    try {
      this.journal?.write(lines);
      this.recorded += lines.length;
    } catch (error) {
      this.give(error);
    }
  }

  /** Counts the server's last line even before its line end, which may never come. */
  openRequests(): OpenRequest[] {
    const last = this.lines.server.unfinished();
    const message = last === undefined ? undefined : readKept(last.startsWith(MARK) ? last.slice(MARK.length) : last);
    return message === undefined ? this.open.list() : this.open.listAfter(message);
  }

  /** Extends the session as far as the journal goes, for about `ms` milliseconds; true where there is more to do. */
  async advance(ms: number): Promise<boolean> {
    const journal = this.journal;
    if (journal === undefined) return false;
    try {
      if (await this.left?.advance(ms)) return true;
      this.draft ??= await this.startDraft(journal.file);
      return (await this.draft?.advance(ms)) ?? false;
    } catch (error) {
      this.give(error);
      return false;
    }
  }

  /** True where the end would take a long time. */
  isFarBehind(): boolean {
    return (this.draft?.left() ?? this.recorded) > FAR_BEHIND;
  }

  /**
   * Writes the session; what it could not write stays in the journal. Calls `onProgress` from time to time with what is
   * left.
   */
  async finish(at: number, onProgress: (left: number) => void): Promise<void> {
    for (const from of ["client", "server"] as const) {
      const last = this.lines[from].end();
      if (last !== undefined) this.messages(from, at, [last.text]);
    }
    this.flush();
    const journal = this.journal;
    if (journal === undefined) return;
    this.journal = undefined;
    journal.close();
    try {
      while (await this.left?.advance(PROGRESS_MS)) onProgress(this.recorded + (this.left?.left() ?? 0));
      this.draft ??= await this.startDraft(journal.file);
      await this.takeOver(onProgress);
      if (this.draft?.isOutdated() === true) {
        this.draft.close();
        this.draft = await this.startDraft(journal.file);
        await this.takeOver(onProgress);
      }
      onProgress(0);
      const written = await this.draft?.finish();
      if (written?.kind === "empty") this.tell("no message passed, so there is no session to be written");
      journal.remove();
    } catch (error) {
      if (isRefused(error)) journal.remove();
      this.tell(
        isRefused(error)
          ? `${messageOf(error)}. The journal of the session is removed`
          : `${messageOf(error)}. What was recorded is in ${displayPath(journal.file)}; the next start tries again`,
      );
    }
  }

  private async takeOver(onProgress: (left: number) => void): Promise<void> {
    onProgress(this.draft?.left() ?? 0);
    while (await this.draft?.advance(PROGRESS_MS)) onProgress(this.draft?.left() ?? 0);
  }

  /** Stops recording. */
  private give(error: unknown): void {
    const journal = this.journal;
    this.journal = undefined;
    this.redactor = undefined;
    this.draft?.close();
    this.draft = undefined;
    this.written = "";
    if (isRefused(error)) journal?.remove();
    else journal?.close();
    const began = journal === undefined ? "nothing is recorded" : "nothing is recorded any more";
    const what = isRefused(error)
      ? "The journal is removed"
      : `What was recorded until now is in ${displayPath(journal?.file ?? "")}`;
    const kept = journal === undefined ? "" : `. ${what}`;
    this.tell(`${began}: ${messageOf(error)}${kept}`);
  }

  /** An undefined text is one that is too long. */
  private messages(from: Side, at: number, texts: readonly (string | undefined)[], http?: FrameHttp): void {
    const carried = http === undefined ? "" : `,"http":${JSON.stringify(withoutPath(http))}`;
    const head = `{"from":"${from}","at":${Math.round(at * 1000) / 1000}${carried},`;
    for (const text of texts) {
      if (text === undefined) this.note(`a message of the ${from} of more than ${LINE_LIMIT} bytes is not kept`);
      else this.message(from, text, head, http);
    }
  }

  /** `head`: what the journal writes before the message. */
  private message(from: Side, text: string, head: string, http?: FrameHttp): void {
    collectAfter(text.length);
    const plain = text.startsWith(MARK) ? text.slice(MARK.length) : text;
    if (plain !== text)
      this.note(`the ${from} writes a byte order mark before a message, which many clients do not read`);
    const message = readKept(plain);
    if (http !== undefined && message !== undefined && !this.isOfMcp(from, message, http)) return;
    if (message === undefined) {
      if (text.trim() === "") return;
      const noise = this.redactor?.redact(text.slice(0, NOISE_READ)).slice(0, NOISE_LENGTH);
      if (noise !== undefined) this.write(`${head}"noise":${JSON.stringify(noise)}}`);
      return;
    }
    if (text.length < KEPT_ALIVE) this.last[from] = message;
    this.open.push(from, message);
    if (this.redactor === undefined) return;
    const redacted = this.redactor.redact(message);
    // Usually nothing is redacted, and the original text is written.
    const written = redacted === message && !plain.includes("\n") ? plain : serializeKept(redacted);
    this.writeMessage(head, written);
    for (const { name, type } of this.redactor.takeSpoiled())
      this.note(`the secret ${name} was cut out of ${type === "" ? "data" : type}, which may be unreadable without it`);
  }

  /** False for other JSON that passes over HTTP, which is not recorded: it holds OAuth tokens. */
  private isOfMcp(from: Side, message: JsonValue, { oddType }: FrameHttp): boolean {
    const messages = Array.isArray(message) ? message : [message];
    if (oddType === undefined) return messages.some((one) => kindOf(one) !== "noise");
    if (!messages.some((one) => isJsonObject(one) && one["jsonrpc"] === "2.0")) return false;
    this.note(`the ${from} sends JSON-RPC ${oddType === "" ? "without a content type" : `as ${oddType}`}`);
    return true;
  }

  private note(finding: string): void {
    if (this.redactor !== undefined) this.write(JSON.stringify({ finding: this.redactor.redact(finding) }));
  }

  private writeMessage(head: string, written: string): void {
    if (written.length <= PIECE) return this.write(`${head}"message":${written}}`);
    // Piece by piece, so that it is not copied as a whole.
    this.written += `${head}"message":`;
    for (let from = 0; from < written.length;) {
      const to = from + PIECE;
      // No character is cut in two.
      const end = isHighSurrogate(written.charCodeAt(to - 1)) ? to - 1 : to;
      this.written += written.slice(from, end);
      this.flush();
      from = end;
    }
    this.write("}");
    collectAfter(written.length);
  }

  private write(line: string): void {
    if (this.journal === undefined) return;
    this.written += `${line}\n`;
  }

  private async startDraft(file: string): Promise<SessionDraft | undefined> {
    const { SessionDraft } = await import("./session-draft.js");
    const { out, mode } = this.options;
    return SessionDraft.open(file, { out, mode, redactor: this.redactor ?? (await this.loadRedactor()) });
  }

  private loadRedactor(): Promise<Redactor> {
    const { name, out, server } = this.options;
    const suite = { name, file: null, folder: dirname(out), config: {}, variables: [] };
    const known =
      "url" in server
        ? ({ transport: "shttp", url: server.url } as const)
        : ({ transport: "stdio", ...server } as const);
    return loadRedactor({ suite, servers: [{ name: undefined, server: known }], env: process.env });
  }
}

function withoutPath({ request, method, status }: FrameHttp): JsonObject {
  return { request, method, ...(status === undefined ? {} : { status }) };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}
