// Finds numbers that are not in the order that their names say, in which they were in every run: a least, a mean and a
// greatest; p50 and p99; the buckets of a histogram.
import { appendTo } from "../append-to.js";
import { isNumber, numberText } from "../json/digits.js";
import type { Exact } from "../json/exact.js";
import { setOf } from "../reading/set-of.js";
import { surroundingsOf } from "./amounts.js";
import { cellsInLine, type Cell } from "./cells.js";
import { LabelledLines } from "./labelled-numbers.js";
import { isNowBeside, middlesOf } from "./middle-names.js";
import { wordsOfName } from "./names.js";

/** A part of a leaf that may be a number: the leaf, or characters of a line. */
export interface NumberPlace {
  at: string;
  text: string;
  start: number;
  end: number;
  /** Its unit stands behind another number. */
  isBare?: true;
}

/** The values of a number in every run, and now. */
export interface NumberValues {
  seen: readonly number[];
  live: number;
}

/** A number that is below one that it must not be below. */
export interface Misordered {
  place: NumberPlace;
  values: NumberValues;
  was: string;
}

interface Named {
  name: string;
  rank: Rank;
  place: NumberPlace;
}

const LEAST = setOf("min minimum least lowest low smallest shortest");
const MIDDLE = setOf("avg average mean median");
const MOST = setOf("max maximum most highest high peak largest longest greatest biggest");
const EITHER = setOf("top best");
/** `p99`, `latency_p50`; `p999` is 99.9 %. */
const PERCENTILE = /(?:^|[^a-z\d])p(\d{2,3})(?![a-z\d])/i;
/** How many requests took at most so long. */
const BUCKET = /^(.*\{.*?)\ble="([\d.e+-]+|\+Inf)"(.*)$/i;

/** A sample of a metric, as Prometheus reads it. */
const SAMPLE = /^([a-z_:][\w:]*\{[^}]*\ble="[^}]*\}) [\d.e+]+$/i;

/** True for what is called the least or the greatest of several. */
export function namesEnd(label: string): boolean {
  return wordsOfName(label).some((word) => LEAST.has(word) || MOST.has(word) || EITHER.has(word));
}

/** The rank of a number among those with the same other words. `isLeast` and `isMost`: it is below, or above, all of them. */
interface Rank {
  /** The other words. */
  of: string;
  isLeast?: true;
  isMost?: true;
  /** Compared with other quantiles, or other limits of buckets. */
  place?: number;
}

/**
 * Lists the numbers of an object, of a row below its head, or of the lines of a histogram, that left the order of their
 * names. `leaves`: those of a recorded result; `valuesAt`: undefined for what is no number in a run.
 */
export function findMisordered(
  leaves: readonly { at: string; value: Exact }[],
  valuesAt: (place: NumberPlace) => NumberValues | undefined,
): Misordered[] {
  return [...groupsOf(leaves).values()].flatMap((group): Misordered[] =>
    group.flatMap((low) =>
      group.flatMap((high) => {
        if (low === high || !isBelow(low.rank, high.rank)) return [];
        const [one, values] = [valuesAt(low.place), valuesAt(high.place)];
        if (one === undefined || values === undefined || one.live <= values.live) return [];
        const runs = Math.max(one.seen.length, values.seen.length);
        // What is the same in all runs is there once.
        const wasInOrder = Array.from({ length: runs }, (_, run) =>
          [one, values].map(({ seen }) => seen[run] ?? seen[0] ?? Number.NaN),
        ).every(([below = 0, above = 0]) => below <= above);
        return wasInOrder ? [{ place: high.place, values, was: `at least ${low.name}` }] : [];
      }),
    ),
  );
}

/** The numbers whose names have an order, by what they stand in and the other words of their names. */
function groupsOf(leaves: readonly { at: string; value: Exact }[]): Map<string, Named[]> {
  const groups = new Map<string, Named[]>();
  let head: { around: string; cells: Cell[] } | undefined;
  const labelled = new LabelledLines();
  const ranks = new Map<string, Rank | undefined>();
  const objects = new Map<string, (Omit<Named, "rank"> & { rank: Rank | undefined })[]>();
  const note = (group: string, name: string, place: NumberPlace): void => {
    if (!ranks.has(name)) ranks.set(name, rankOf(name));
    const rank = ranks.get(name);
    if (rank !== undefined) appendTo(groups, `${group} ${rank.of}`, { name, rank, place });
  };
  for (const { at, value } of leaves) {
    if (isNumber(value)) {
      const text = numberText(value);
      const slash = at.lastIndexOf("/");
      const [object, name] = [at.slice(0, slash), at.slice(slash + 1)];
      const place = { at, text, start: 0, end: text.length };
      note(object, name, place);
      appendTo(objects, object, { name, rank: ranks.get(name), place });
    } else if (typeof value === "string") {
      const around = surroundingsOf(at);
      const [line, name = ""] = SAMPLE.exec(value) ?? [];
      if (line !== undefined) note(around, name, { at, text: value, start: name.length + 1, end: line.length });
      for (const { group, name: own, ...characters } of labelled.read(value, around, at))
        note(group, own, { at, text: value, ...characters });
      const cells = cellsInLine(value);
      if (cells === undefined) continue;
      if (head?.around === around && head.cells.length === cells.length && /\d/.test(value)) {
        for (const [column, { text, start }] of cells.entries())
          note(at, head.cells[column]?.text.trim() ?? "", { at, text: value, start, end: start + text.length });
      } else if (/\p{L}/u.test(value)) head = { around, cells };
    }
  }
  for (const [object, numbers] of objects) {
    const names = numbers.map(({ name, rank }) => ({ name, of: rank?.of ?? "", isEnd: isEnd(rank) }));
    for (const { name, of } of middlesOf(names)) {
      const found = numbers.find((one) => one.name === name);
      if (found !== undefined) appendTo(groups, `${object} ${of}`, { ...found, rank: { of } });
    }
    if (!names.some(({ of, isEnd }) => isEnd && of === "")) continue;
    const around = objects.get(object.slice(0, object.lastIndexOf("/"))) ?? [];
    for (const one of around) if (isNowBeside(one.name)) appendTo(groups, `${object} `, { ...one, rank: { of: "" } });
  }
  return groups;
}

function isEnd(rank: Rank | undefined): boolean {
  return rank?.isLeast === true || rank?.isMost === true;
}

function isBelow(low: Rank, high: Rank): boolean {
  if (low.isLeast === true || high.isMost === true) return low.isMost !== true && high.isLeast !== true;
  return low.place !== undefined && high.place !== undefined && low.place < high.place;
}

function rankOf(name: string): Rank | undefined {
  const [, before, limit = "", after] = BUCKET.exec(name) ?? [];
  if (before !== undefined)
    return { of: `${before}${after ?? ""}`, place: limit === "+Inf" ? Infinity : Number(limit) };
  const quantile = PERCENTILE.exec(name.replaceAll(/([a-z])([A-Z])/g, "$1_$2"))?.[1];
  const words = wordsOfName(name);
  const rest = (isRank: (word: string) => boolean): string => words.filter((word) => !isRank(word)).join(" ");
  if (quantile !== undefined) return { of: rest((word) => word === "p"), place: Number(`0.${quantile}`) };
  for (const [set, rank] of [
    [LEAST, { isLeast: true }],
    [MIDDLE, {}],
    [MOST, { isMost: true }],
  ] as const) {
    if (words.some((word) => set.has(word))) return { of: rest((word) => set.has(word)), ...rank };
  }
  return undefined;
}
