// Counts the steps of one comparison, so that schemas made to explode end, at the same point on every machine.
import { Undecidable } from "./undecidable.js";

/** The largest published schemas need a hundredth of it; all of it takes about half a second. */
const STEPS = 120_000;
/** How many steps comparisons that never finish may use before later ones get few. */
const MOST_LOST = 3 * STEPS;
const LITTLE = STEPS / 100;

let lost = 0;

/** Begins a new run: steps lost in earlier runs no longer count. */
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
