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
}

/** How many lines before or after the rows of a text may be a head or a foot. */
const MOST_BESIDE = 2;
/** So many counts are tried; in a longer list those that most rows that are as they were speak for. */
const MOST_TRIED = 30;

/** Lists the ways to put rows back, the fewest rows first. */
export function widenings(recorded: readonly Exact[], live: readonly Exact[], end: WindowEnd): Widened[] {
  const size = recorded.length;
  if (live.length !== size || size < 2) return [];
  return countsToTry(recorded, live, end)
    .toSorted((one, other) => one - other)
    .flatMap((count) =>
      Array.from({ length: MOST_BESIDE + 1 }, (_, at) => MOST_BESIDE - at)
        .filter((beside) => count + beside < size)
        .map((beside) => widen(recorded, live, { end, count, beside })),
    );
}

function countsToTry(recorded: readonly Exact[], live: readonly Exact[], end: WindowEnd): number[] {
  const size = recorded.length;
  if (size <= MOST_TRIED) return Array.from({ length: size - 1 }, (_, at) => at + 1);
  const times = new Map<number, number>();
  for (const shift of shiftsOf(recorded, live, end)) times.set(shift, (times.get(shift) ?? 0) + 1);
  const often = [...times].toSorted(([, one], [, other]) => other - one);
  return often.slice(0, MOST_TRIED).map(([count]) => count);
}

function widen(
  recorded: readonly Exact[],
  live: readonly Exact[],
  { end, count, beside }: { end: WindowEnd; count: number; beside: number },
): Widened {
  const size = recorded.length;
  const from = end === "first" ? beside : size - beside;
  const gone = end === "first" ? recorded.slice(from, from + count) : recorded.slice(from - count, from);
  return { rows: [...live.slice(0, from), ...gone, ...live.slice(from)], end, count, from };
}

/** How far rows moved that say what they said. */
export function shiftsOf(recorded: readonly Exact[], live: readonly Exact[], end: WindowEnd): number[] {
  const places = new Map(recorded.map((row, i) => [canonOf(row), i]));
  return live.flatMap((row, j) => {
    const i = places.get(canonOf(row)) ?? j;
    const shift = end === "last" ? j - i : i - j;
    return shift > 0 ? [shift] : [];
  });
}

/** True where the rows that were put back are what the recorded ones are found in. */
export function arePutBack({ end, count, from }: Widened, order: readonly number[]): boolean {
  const size = order.length;
  const beside = end === "first" ? from : size - from;
  const first = end === "first" ? beside : size - beside - count;
  return Array.from({ length: count }, (_, k) => order[first + k] === from + k).every(Boolean);
}
