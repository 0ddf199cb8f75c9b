// Waits, with a limit, for the tape's thread to write the session. What the thread does not finish stays in the journal
// for the next start, and the user gets a message that says so.
import { join, dirname } from "node:path";
import { displayPath } from "../../cassette/store-place.js";
import { now } from "../../proxy/clock.js";
import type { Tell } from "./proxy-recorder.js";

/**
 * Milliseconds that writing the session may take: hosts that close a server wait about four seconds before they kill
 * it, and a person waits about ten before a second Ctrl-C.
 */
export const END_MS = 10_000;
/**
 * Additional milliseconds where something is not in the journal yet and would be lost, or only the file itself is
 * missing.
 */
const LAST_MS = 5000;
/** Milliseconds without a message from the thread after which the end no longer waits, whatever its limit. */
const SILENT_MS = 60_000;
const LOOK_AGAIN_MS = 50;
/** The time after which a long end reports its progress, and between two such reports. */
const TELL_MS = 2000;

export interface EndLimits {
  /** 0: no limit. */
  end?: number | undefined;
  silent?: number | undefined;
}

interface EndOptions extends EndLimits {
  /** The session cassette. */
  out: string;
  tell: Tell;
  /** Bytes that the thread received and has not recorded yet. */
  unread: () => number;
  /** Ends the thread. */
  terminate: () => void;
}

export class TapeEnd {
  private readonly options: EndOptions;
  private readonly from = now();
  private readonly limit: number;
  private heardAt = now();
  private toldAt = now();
  private left: number | undefined;
  private resolve = (): void => {};
  /** Resolves when the session is written, or when waiting has ended. */
  readonly over = new Promise<void>((resolve) => (this.resolve = resolve));
  private readonly watch = setInterval(() => this.look(), LOOK_AGAIN_MS);

  constructor(options: EndOptions) {
    this.options = options;
    const { end = END_MS } = options;
    this.limit = end === 0 ? Infinity : end;
  }

  /** Takes note of a message from the thread; `left`: bytes that it still has to take over. */
  heard(left?: number): void {
    this.heardAt = now();
    this.left = left ?? this.left;
  }

  /** Takes note that the thread is done, or gone. */
  finished(): void {
    clearInterval(this.watch);
    this.resolve();
  }

  /** Stops waiting. */
  stop(signal: NodeJS.Signals): void {
    this.giveUp(`a second signal came, ${signal}`);
  }

  private look(): void {
    const { silent = SILENT_MS, unread } = this.options;
    const time = now() - this.from;
    if (time > this.limit + (this.left === 0 || unread() > 0 ? LAST_MS : 0)) {
      this.giveUp(`it takes longer than ${inSeconds(this.limit)}`);
    } else if (now() - this.heardAt > silent) {
      this.giveUp(`its thread sent no message for ${inSeconds(silent)}`);
    } else if (now() - this.toldAt > TELL_MS) {
      this.toldAt = now();
      this.options.tell(`writing the session, ${this.rest()}; after a second signal, the next start writes it`);
    }
  }

  private giveUp(why: string): void {
    const { out, tell, unread, terminate } = this.options;
    const lost = unread();
    const journals = displayPath(join(dirname(out), ".mcpvals", "journal", "proxy"));
    terminate();
    this.finished();
    tell(
      `the session is not written: ${why}, ${this.rest()}. ` +
        (lost === 0
          ? "Everything that passed"
          : `The last ${inBytes(lost)} that passed are not recorded; what passed before`) +
        ` is in ${journals}, and the next start for this file writes it. To write it now: ` +
        `mcpvals proxy --out ${displayPath(out)} --wait 0 -- node -e 0`,
    );
  }

  private rest(): string {
    if (this.left === undefined) return "nothing of it is written yet";
    return this.left === 0 ? "only the file itself is not written yet" : `${inBytes(this.left)} still to be taken over`;
  }
}

function inSeconds(ms: number): string {
  return `${ms / 1000} s`;
}

function inBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${bytes} bytes` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
