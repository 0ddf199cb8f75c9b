// Says of a list that has another number of rows in each run how many it had.
import type { VaryingList } from "./learned.js";

/** Returns `had 12 and 9 rows in the checks`. */
export function describeVarying({ seen }: VaryingList): string {
  const counts = seen.map(({ length }) => String(length));
  return `had ${[counts.slice(0, -1).join(", "), counts.at(-1)].filter(Boolean).join(" and ")} rows in the checks`;
}
