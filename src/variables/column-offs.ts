// Gives a time of a list how far the times of the other rows lay: where it was equally far from its call in each run by
// chance, and most rows of its column were not; where alone it says nothing, and all rows of its column differ.
import { appendTo } from "../append-to.js";
import { inAnyRow } from "../json/pointer.js";
import { greatestOf, leastOf } from "./extremes.js";
import type { Class } from "./classify.js";
import type { Varying } from "./identity.js";
import type { Observed } from "./observe.js";
import { offOfColumn, timeOff, type TimeOff } from "./off-times.js";
import { isFullDate, SLACK_MS } from "./time.js";

/** So many rows show how far the times of a column may lie. */
const FEWEST_ROWS = 3;

/** Takes dates that the clock does not explain for times where all rows of their column together lie about as far from their calls. */
export function withColumnTimes(classes: readonly (readonly [Observed, Class])[]): (readonly [Observed, Class])[] {
  if (!classes.some(([, { kind }]) => kind === "unstable")) return [...classes];
  const columns = new Map<string, { observed: Observed; found: Class }[]>();
  for (const [observed, found] of classes) {
    const [recorded = ""] = observed.seen;
    if (observed.place.call === 0 || observed.place.key === true || !isFullDate(recorded)) continue;
    appendTo(columns, columnOf(observed), { observed, found });
  }
  const offs = new Map<Observed, TimeOff>();
  for (const rows of columns.values()) {
    const isOpen = rows.some(({ found }) => found.kind === "unstable");
    const areLoose = rows.every(({ found: { kind } }) => kind === "unstable" || kind === "time");
    if (rows.length < FEWEST_ROWS || !isOpen || !areLoose) continue;
    const off = offOfColumn(rows.map(({ observed }) => observed));
    if (off !== undefined)
      for (const { observed, found } of rows) if (found.kind === "unstable" || "off" in found) offs.set(observed, off);
  }
  // The end of the last task is that of the project, too.
  const bySeen = new Map([...offs].map(([{ place, seen }, off]) => [seenIn(place.call, seen), off]));
  return classes.map((one) => {
    const [observed, { kind }] = one;
    const { place, seen } = observed;
    const off = offs.get(observed) ?? (kind === "unstable" ? bySeen.get(seenIn(place.call, seen)) : undefined);
    return off === undefined ? one : [observed, { kind: "time", off }];
  });
}

function seenIn(call: number, seen: readonly string[]): string {
  return JSON.stringify([call, ...seen]);
}

/** Returns the same places. */
export function withColumnOffs(varying: readonly Varying[]): Varying[] {
  const columns = new Map<string, Varying[]>();
  for (const one of varying) if (one.kind === "time") appendTo(columns, columnOf(one.observed), one);
  return varying.map((one) => {
    if (one.kind !== "time" || one.off !== undefined) return one;
    const rows = columns.get(columnOf(one.observed)) ?? [];
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

function columnOf({ place }: Observed): string {
  return `${String(place.call)} ${inAnyRow(place.at)} ${JSON.stringify(place.token) ?? ""}`;
}
