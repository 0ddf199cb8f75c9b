// Keeps the order in which the conversations of an agent were answered. What an agent says next may depend on it: one that
// hears of two subagents at once asks once, else twice.
import { Waiters } from "../waiters.js";

/** A recorded turn, as far as it says when it was asked for. */
export interface PacedTurn {
  /** From 1. */
  number: number;
  /** The turn that it follows; 0 for the first of a conversation. */
  after: number;
  /** How many turns had been given out then. Default: all before it. */
  asked?: number;
}

/** Milliseconds for what may not come: then this agent does not keep the order, and nothing more is held. */
const PATIENCE = 2000;

/** Holds the turns of a recording whose conversations went on at the same time. */
export class Pace {
  private isKept: boolean;
  private readonly asking = new Set<number>();
  private readonly given = new Set<number>();
  private readonly waiters = new Waiters();

  constructor(
    private readonly recorded: readonly PacedTurn[],
    private readonly patience = PATIENCE,
  ) {
    this.isKept = recorded.some(({ asked }) => asked !== undefined);
  }

  /** A turn was asked for; resolves when it may be given out. */
  async asked(number: number): Promise<void> {
    this.asking.add(number);
    this.waiters.wake();
    const until = performance.now() + this.patience;
    while (this.isKept && !this.isNext(number)) {
      const left = until - performance.now();
      if (left <= 0) this.end();
      else await this.waiters.change(left);
    }
  }

  /** A turn was given out. */
  gave(number: number): void {
    this.given.add(number);
    this.waiters.wake();
  }

  /** Holds nothing any more. */
  end(): void {
    this.isKept = false;
    this.waiters.wake();
  }

  /** All turns before it were given out, and those that were asked for before it was given out are asked for. */
  private isNext(number: number): boolean {
    return this.recorded.every(({ number: other, after, asked = other - 1 }) =>
      // A conversation may begin because of this turn, before it has ended.
      other < number
        ? this.given.has(other)
        : other === number || after === 0 || asked >= number || this.asking.has(other),
    );
  }
}
