// Counts the steps of one comparison, so that schemas that are made to explode end, on every machine at the same point.
import { Undecidable } from "./undecidable.js";

/** The largest published schemas need a hundredth of it; it takes about half a second. */
const STEPS = 120_000;
/** So much may be lost on comparisons that come to no end, before the next ones get little. */
const MOST_LOST = 3 * STEPS;
const LITTLE = STEPS / 100;

let lost = 0;

/** Begins a new run: what was lost in earlier ones does not count any more. */
export function resetWork(): void {
  lost = 0;
}

export class Work {
  private readonly steps = lost < MOST_LOST ? STEPS : LITTLE;
  private left = this.steps;

  /** Throws {@link Undecidable} when nothing is left. */
  pay(steps = 1): void {
    this.left -= steps;
    if (this.left >= 0) return;
    lost += this.steps;
    throw new Undecidable("The schemas combine too much.");
  }
}
