// Reads a list that shows so many rows only, the newest ten or the last page of a log, as the list that it was cut from:
// the rows that fell out are put back.
import type { Exact } from "../json/exact.js";
import { canonOf } from "./shapes.js";

/** Which rows fall out when new ones come. */
export type WindowEnd = "first" | "last";

/** A list with rows of the recording put back: how many, and the position of the first of them. */
interface Widened {
  rows: readonly Exact[];
  end: WindowEnd;
  count: number;
  from: number;
  /** How many lines before or after the rows are none. */
  beside: number;
}

/** How many lines before or after the rows of a text may be a head or a foot. */
const MOST_BESIDE = 2;
/** So many counts are tried; in a longer list those that most rows that are as they were speak for. */
const MOST_TRIED = 30;

/** Gives the ways to put so many rows back, the fewest first. */
export function* widenings(
  recorded: readonly Exact[],
  live: readonly Exact[],
  end: WindowEnd,
  counts: readonly number[],
): Iterable<Widened> {
  const size = recorded.length;
  for (const count of counts.toSorted((one, other) => one - other)) {
    for (let beside = MOST_BESIDE; beside >= 0; beside--) {
      if (count + beside < size) yield widen(recorded, live, { end, count, beside });
    }
  }
}

/** How many rows may have fallen out of lists of these lengths: any number, or what rows that are as they were speak for. */
export function countsToTry(recorded: readonly Exact[], live: readonly Exact[], end: WindowEnd): number[] {
  const size = recorded.length;
  if (size < 2) return [];
  if (size <= MOST_TRIED) return Array.from({ length: size - 1 }, (_, at) => at + 1);
  const texts = (rows: readonly Exact[]): string[] => rows.map((row) => canonOf(row));
  return shiftsOf(texts(recorded), texts(live), end);
}

/** How far rows moved that say what they said: what most of them speak for. */
export function shiftsOf(recorded: readonly string[], live: readonly string[], end: WindowEnd): number[] {
  const places = new Map(recorded.map((text, i) => [text, i]));
  const times = new Map<number, number>();
  for (const [j, text] of live.entries()) {
    const i = places.get(text) ?? j;
    const shift = end === "last" ? j - i : i - j;
    if (shift > 0) times.set(shift, (times.get(shift) ?? 0) + 1);
  }
  const often = [...times].toSorted(([, one], [, other]) => other - one);
  return often.slice(0, MOST_TRIED).map(([count]) => count);
}

function widen(
  recorded: readonly Exact[],
  live: readonly Exact[],
  { end, count, beside }: { end: WindowEnd; count: number; beside: number },
): Widened {
  const size = recorded.length;
  const last = size - beside;
  const from = end === "first" ? beside : live.length - beside;
  const gone = end === "first" ? recorded.slice(from, from + count) : recorded.slice(last - count, last);
  return { rows: [...live.slice(0, from), ...gone, ...live.slice(from)], end, count, from, beside };
}

/** True where the rows that were put back are what the recorded ones are found in. */
export function arePutBack({ end, count, from, beside }: Widened, order: readonly number[]): boolean {
  const first = end === "first" ? beside : order.length - beside - count;
  return Array.from({ length: count }, (_, k) => order[first + k] === from + k).every(Boolean);
}
