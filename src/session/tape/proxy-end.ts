// Waits for the tape's thread to write the session, and not for ever: what it does not come to stays in the journal, which the
// next start takes over, and exactly that is said.
import { join, dirname } from "node:path";
import { displayPath } from "../../cassette/store-place.js";
import { now } from "../../proxy/clock.js";
import type { Tell } from "./proxy-recorder.js";

/**
 * Milliseconds that writing the session may take: hosts that close a server wait for about four seconds and kill it then, and
 * a person waits for about ten before a second Ctrl-C.
 */
export const END_MS = 10_000;
/** How much longer where something would be lost that is not in the journal yet, or only the file itself is missing. */
const LAST_MS = 5000;
/** Milliseconds without a sign of the thread after which the end does not wait for it, however long it may take. */
const SILENT_MS = 60_000;
const LOOK_AGAIN_MS = 50;
/** An end that takes longer says how far it is, and so again each time that this has passed. */
const TELL_MS = 2000;

export interface EndLimits {
  /** 0: as long as it takes. */
  end?: number | undefined;
  silent?: number | undefined;
}

interface EndOptions extends EndLimits {
  /** The session cassette. */
  out: string;
  tell: Tell;
  /** Bytes that the thread was given and has not recorded. */
  unread: () => number;
  /** Ends the thread. */
  terminate: () => void;
}

export class TapeEnd {
  readonly #options: EndOptions;
  readonly #from = now();
  readonly #limit: number;
  #heardAt = now();
  #toldAt = now();
  #left: number | undefined;
  #resolve = (): void => {};
  /** Resolves when the session is written, or nothing more is done for it. */
  readonly over = new Promise<void>((resolve) => (this.#resolve = resolve));
  readonly #watch = setInterval(() => this.#look(), LOOK_AGAIN_MS);

  constructor(options: EndOptions) {
    this.#options = options;
    const { end = END_MS } = options;
    this.#limit = end === 0 ? Infinity : end;
  }

  /** The thread has given a sign; `left`: bytes that it has to take over. */
  heard(left?: number): void {
    this.#heardAt = now();
    this.#left = left ?? this.#left;
  }

  /** The thread is done, or gone. */
  finished(): void {
    clearInterval(this.#watch);
    this.#resolve();
  }

  /** Waits no longer. */
  stop(signal: NodeJS.Signals): void {
    this.#giveUp(`a second signal came, ${signal}`);
  }

  #look(): void {
    const { silent = SILENT_MS, unread } = this.#options;
    const time = now() - this.#from;
    if (time > this.#limit + (this.#left === 0 || unread() > 0 ? LAST_MS : 0)) {
      this.#giveUp(`it takes longer than ${inSeconds(this.#limit)}`);
    } else if (now() - this.#heardAt > silent) {
      this.#giveUp(`nothing was heard of its thread for ${inSeconds(silent)}`);
    } else if (now() - this.#toldAt > TELL_MS) {
      this.#toldAt = now();
      this.#options.tell(`writing the session, ${this.#rest()}; a second signal leaves it to the next start`);
    }
  }

  #giveUp(why: string): void {
    const { out, tell, unread, terminate } = this.#options;
    const lost = unread();
    const journals = displayPath(join(dirname(out), ".mcpvals", "journal", "proxy"));
    terminate();
    this.finished();
    tell(
      `the session is not written: ${why}, ${this.#rest()}. ` +
        (lost === 0
          ? "All that passed"
          : `The last ${inBytes(lost)} that passed are not recorded; what passed before`) +
        ` is in ${journals}, and the next start for this file writes it. To have it now: ` +
        `mcpvals proxy --out ${displayPath(out)} --wait 0 -- node -e 0`,
    );
  }

  #rest(): string {
    if (this.#left === undefined) return "nothing of it is there yet";
    return this.#left === 0 ? "only the file itself is not there yet" : `${inBytes(this.#left)} still to be taken over`;
  }
}

function inSeconds(ms: number): string {
  return `${ms / 1000} s`;
}

function inBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${bytes} bytes` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
