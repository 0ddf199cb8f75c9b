// Writes down by how much the server's clock was moved in each check, so that a reader knows what another day would show.
import { writeClockOffset } from "../config/clock-offset.js";

/** What stands for a check in which the server had the real clock. */
const REAL = "real";

/** For the facts of a cassette: `+25h, +190d 5h`, or `real` for a clock that was not moved. Milliseconds of each check. */
export function describeMoves(moves: readonly number[]): string {
  return [...new Set(moves.map((ms) => (ms === 0 ? REAL : writeClockOffset(ms))))].join(", ");
}

/** True where the checks of today say no more of other days than what is written already. */
export function isClockKnown(written: string | undefined, now: string): boolean {
  const known = new Set(written?.split(", "));
  return written !== undefined && now.split(", ").every((one) => one === REAL || known.has(one));
}
