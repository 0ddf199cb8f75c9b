// Plans the checks after a recording: how many there are, and by how much each moves the server's clock.
import { parseClockOffset } from "../config/clock-offset.js";
import type { ParsedConfig } from "../config/schema.js";
import type { RecordOptions } from "../suite/options.js";

const RUNS = 2;
/** The first offset changes weekday and day; the second changes month, quarter and usually summer time. */
const CLOCK = ["+25h", "+190d 5h"];

/**
 * The clock's offset of each check, in milliseconds; 0 leaves the clock alone. With more checks than offsets the list begins
 * again.
 */
export function planChecks(
  { check = {} }: Pick<ParsedConfig, "check">,
  { checks, checkClock }: Pick<RecordOptions, "checks" | "checkClock"> = {},
): number[] {
  const clock = checkClock === false ? false : (check.clock ?? CLOCK);
  const offsets = clock === false ? [] : clock.map((text) => parseClockOffset(text) ?? 0);
  return Array.from({ length: checks ?? check.runs ?? RUNS }, (_, at) => offsets[at % offsets.length] ?? 0);
}
