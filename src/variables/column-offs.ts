// Gives a time of a list how far the times of the other rows lay, where it was equally far from its call in each run by
// chance: most rows of its column were not.
import { appendTo } from "../append-to.js";
import { inAnyRow } from "../json/pointer.js";
import { greatestOf, leastOf } from "./extremes.js";
import type { Varying } from "./identity.js";
import { timeOff, type TimeOff } from "./off-times.js";
import { SLACK_MS } from "./time.js";

/** Returns the same places. */
export function withColumnOffs(varying: readonly Varying[]): Varying[] {
  const columns = new Map<string, Varying[]>();
  for (const one of varying) if (one.kind === "time") appendTo(columns, columnOf(one), one);
  return varying.map((one) => {
    if (one.kind !== "time" || one.off !== undefined) return one;
    const rows = columns.get(columnOf(one)) ?? [];
    const offs = rows.flatMap(({ off }) => off ?? []);
    const own = offs.length * 2 > rows.length ? timeOff(one.observed.seen, one.observed.moments) : undefined;
    const isOne = own !== undefined && offs.every(({ days }) => days === own.days);
    if (!isOne || isNow(own)) return one;
    const [least, most] = [leastOf(offs.map((off) => off.from)), greatestOf(offs.map((off) => off.to))];
    // The first and the last row lie beyond the others.
    const [from, to] = [Math.min(least, own.from), Math.max(most, own.to)];
    if (to - from > 2 * (most - least)) return one;
    const off: TimeOff = { from, to, ...(own.days !== undefined && { days: own.days }) };
    return { ...one, off };
  });
}

/** The time of the call itself is that in each run. */
function isNow({ from, to }: TimeOff): boolean {
  return from >= -SLACK_MS && to <= SLACK_MS;
}

function columnOf({ observed: { place } }: Varying): string {
  return `${String(place.call)} ${inAnyRow(place.at)} ${JSON.stringify(place.token) ?? ""}`;
}
