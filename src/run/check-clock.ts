// Describes by how much the server's clock was moved in each check, so that a reader knows which days the checks cover.
import { writeClockOffset } from "../config/clock-offset.js";

/** Marks a check in which the server had the real clock. */
const REAL = "real";

/**
 * The text for a cassette: `+25h, +190d 5h`, or `real` for a clock that was not moved. `moves`: milliseconds for each
 * check.
 */
export function describeMoves(moves: readonly number[]): string {
  return [...new Set(moves.map((ms) => (ms === 0 ? REAL : writeClockOffset(ms))))].join(", ");
}

/** True where the checks of today cover no day that is not written already. */
export function isClockKnown(written: string | undefined, now: string): boolean {
  const known = new Set(written?.split(", "));
  return written !== undefined && now.split(", ").every((one) => one === REAL || known.has(one));
}
