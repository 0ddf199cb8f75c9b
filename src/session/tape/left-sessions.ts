// Turns the journals of processes that were killed, or did not finish, into sessions of their own, in small steps.
import { findLeftSessions, removeLeftSession } from "../../cassette/session-journal.js";
import { displayPath } from "../../cassette/store-place.js";
import { McpvalsError, messageOf } from "../../errors.js";
import type { SessionDraft } from "./session-draft.js";

interface LeftOptions {
  /** The journal of this process. */
  own: string;
  open: (file: string) => Promise<SessionDraft | undefined>;
  tell: (message: string) => void;
}

/** The journals for one file that no process writes any more. */
export class LeftSessions {
  private readonly files: string[];
  private readonly options: LeftOptions;
  private draft: SessionDraft | undefined;

  constructor(out: string, options: LeftOptions) {
    this.options = options;
    this.files = findLeftSessions(out).filter((file) => file !== options.own);
  }

  /** Works for about `ms` milliseconds; true where there is more to do. */
  async advance(ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    for (let file = this.files[0]; file !== undefined; file = this.files[0]) {
      try {
        this.draft ??= await this.options.open(file);
        if (await this.draft?.advance(until - performance.now())) return true;
        await this.finish(file);
      } catch (error) {
        this.tellWhy(file, error);
      }
      this.draft = undefined;
      this.files.shift();
      if (performance.now() > until) break;
    }
    return this.files.length > 0;
  }

  /** Bytes of the first journal that are not taken over yet. */
  left(): number {
    return this.draft?.left() ?? 0;
  }

  private async finish(file: string): Promise<void> {
    const written = await this.draft?.finish();
    if (written?.kind === "written")
      this.options.tell(
        `the last session was cut off; what it had (${written.entries} entries) is in ${displayPath(written.file)}`,
      );
    removeLeftSession(file);
  }

  private tellWhy(file: string, error: unknown): void {
    this.draft?.close();
    if (isRefused(error)) removeLeftSession(file);
    this.options.tell(
      isRefused(error)
        ? `a session that was cut off is removed: ${messageOf(error)}`
        : `a session that was cut off stays in ${displayPath(file)}: ${messageOf(error)}`,
    );
  }
}

/** True where the recording holds a secret that cannot be replaced, so that it is not kept in any form. */
export function isRefused(error: unknown): boolean {
  return error instanceof McpvalsError && error.code === "SECRET_FOUND";
}
