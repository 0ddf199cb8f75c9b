// Compares two arrays, or the lines of two texts: element by element, in any order, or in a list that has grown.
import { addAll } from "../append-to.js";
import { canonicalJson } from "../json/canonical.js";
import type { Exact } from "../json/exact.js";
import { below } from "./align.js";
import type { Bindings } from "./bindings.js";
import type { CallPair } from "./call-pair.js";
import type { FindingClass, FindingReason, VariableFinding } from "./finding.js";
import type { FreePlaces } from "./free-places.js";
import type { GrownList, VaryingList } from "./learned.js";
import { matchArray, type ArrayMatch } from "./match-array.js";
import { areOldRows } from "./old-rows.js";
import { piecesOf } from "./pieces.js";
import { leavesOfRow, type RowTemplate } from "./row-template.js";
import { constantWordsOf, RowWords } from "./row-words.js";
import { seenText } from "./learned.js";
import { holdsValue } from "./shapes.js";
import { timeOf } from "./earlier-values.js";
import { orderOfTies } from "./tied-rows.js";
import { arePutBack, countsToTry, widenings } from "./windows.js";

/** What the comparison of an array asks, and where it notes what it finds. */
interface ArrayComparison {
  readonly pair: CallPair;
  readonly free: FreePlaces;
  readonly findings: VariableFinding[];
  value(recorded: Exact, live: Exact, at: string): void;
  find(kind: FindingClass, why: FindingReason, at: string, sides: { recorded: Exact; now: Exact }): void;
  changed(why: FindingReason, at: string, recorded: Exact, now: Exact): void;
  fits(recorded: Exact, live: Exact, at: string): boolean;
  isPlain(at: string): boolean;
  /** The same comparison, which reads no variables for later calls. */
  apart(): ArrayComparison;
  readEarlier(template: RowTemplate, row: Exact): Bindings | undefined;
}

interface Arrays {
  recorded: readonly Exact[];
  live: readonly Exact[];
  at: string;
  /** Returns the pointer of an element. */
  place: (index: number) => string;
}

/** Compares two arrays. */
export function compareArray(comparison: ArrayComparison, arrays: Arrays): void {
  const { recorded, live, at } = arrays;
  const varying = comparison.pair.index.varyingAt(comparison.pair.call, at);
  if (varying !== undefined) {
    compareBesideRows(comparison, arrays, varying);
    return;
  }
  const list = comparison.pair.index.grownAt(comparison.pair.call, at);
  // Without rows to know those of earlier runs by, any row could have come in place of one that fell out.
  const isWindow =
    list?.window !== undefined && list.left !== undefined && live.length === (list.size ?? recorded.length);
  compareWhole(comparison, isWindow ? withRowsPutBack(comparison, arrays, list) : arrays);
}

/** Compares the lines above and below rows of any number; the rows are held to their rules when all is read. */
function compareBesideRows(
  comparison: ArrayComparison,
  { recorded, live, at, place }: Arrays,
  { head = 0, foot = 0 }: VaryingList,
): void {
  if (live.length <= head + foot) {
    comparison.changed("length", at, [...recorded], [...live]);
    return;
  }
  for (const [i, line] of recorded.entries()) {
    const isBelow = i >= recorded.length - foot;
    if (i < head || isBelow)
      comparison.value(line, live[isBelow ? live.length - (recorded.length - i) : i] ?? null, place(i));
  }
}

/** The same arrays with the rows that fell out of a full list. */
function withRowsPutBack(comparison: ArrayComparison, arrays: Arrays, list: GrownList): Arrays {
  const { recorded, live } = arrays;
  if (list.window === undefined || findElements(comparison, arrays, list, false) !== undefined) return arrays;
  for (const wide of widenings(recorded, live, list.window, countsToTry(recorded, live, list.window))) {
    const whole = { ...arrays, live: wide.rows };
    const match = findElements(comparison, whole, list, false);
    if (match !== undefined && arePutBack(wide, match.order)) return whole;
  }
  return arrays;
}

function compareWhole(comparison: ArrayComparison, arrays: Arrays): void {
  const { pair, free } = comparison;
  const { recorded, live, at, place } = arrays;
  const { call, index, bindings } = pair;
  const grown = index.grownAt(call, at);
  const shuffled = index.isShuffled(call, at) || free.anyOrder(at);
  const changed = (why: FindingReason): void => comparison.changed(why, at, [...recorded], [...live]);
  if (grown === undefined && recorded.length !== live.length) {
    changed("length");
    return;
  }
  if (grown === undefined && !shuffled && isSwapped(comparison, arrays)) {
    changed("order");
    return;
  }
  const match =
    grown === undefined && !shuffled
      ? { order: orderOf(comparison, arrays), rest: [], open: new Set<number>() }
      : findElements(comparison, arrays, grown, shuffled);
  if (match === undefined) {
    changed(shuffled ? "set" : "order");
    return;
  }
  // An element that may be another one is compared, but its variables are not read: a later call would send them.
  const apart = match.open.size === 0 ? comparison : comparison.apart();
  match.order.forEach((j, i) => {
    const side = match.open.has(i) ? apart : comparison;
    side.value(recorded[i] ?? null, live[j] ?? null, place(i));
  });
  if (apart !== comparison) addAll(comparison.findings, apart.findings);
  if (grown === undefined) return;
  const isSteady = bindings.noteEarlierRows(call, at, match.rest.length);
  if (isSteady && match.rest.length === 0) return;
  const own = new Map(bindings.entries());
  const ahead = match.rest.filter(isAhead(comparison, arrays));
  const read = (template: RowTemplate, row: Exact): Bindings | undefined => comparison.readEarlier(template, row);
  if (
    isSteady &&
    areOldRows({ list: grown, recorded, live, rest: match.rest, ahead, place, index, own, words: bindings.left, read })
  )
    comparison.find("grown", "grown", at, { recorded: recorded.length, now: live.length });
  else changed("leftover");
}

function findElements(
  comparison: ArrayComparison,
  { recorded, live, at, place }: Arrays,
  grown: GrownList | undefined,
  shuffled: boolean,
): ArrayMatch | undefined {
  const { call, index } = comparison.pair;
  const leaves = new Set((grown?.left ?? []).flatMap((one) => ("row" in one ? [one.row] : [])));
  return matchArray(recorded, live, {
    grown: grown?.end,
    apart: grown?.apart === true,
    shuffled,
    among: among(comparison, { recorded, live, at, place }),
    fits: (i, j) => comparison.fits(recorded[i] ?? null, live[j] ?? null, place(i)),
    varies: (i) => index.isWithin(call, place(i)),
    isAhead: isAhead(comparison, { recorded, live, at, place }),
    isOwn: (i) => (leaves.size > 0 ? leaves.has(i) : index.isWithin(call, place(i))),
  });
}

/**
 * Tells which live elements are rows of a check whose clock was ahead of this run's: in a list that is sorted by time
 * they may be anywhere.
 */
function isAhead({ pair }: ArrayComparison, { live, at }: Arrays): (j: number) => boolean {
  let times: ReadonlySet<string> | undefined;
  const find = (): ReadonlySet<string> => {
    const found = pair.index.learned.variables.flatMap(({ kind, seen, places }) => {
      const isHere = places.some((place) => place.call === pair.call && place.at.startsWith(`${at}/`));
      if (kind !== "time" || !isHere) return [];
      return seen
        .slice(1)
        .map(seenText)
        .filter((text) => (timeOf(text) ?? 0) > pair.live.callEnd);
    });
    return new Set(found.length > 0 && areSortedByTime(live) ? found : []);
  };
  return (j) => holdsValue(live[j] ?? null, (times ??= find()));
}

/** True of rows whose first times rise or fall; a head has none. */
function areSortedByTime(rows: readonly Exact[]): boolean {
  const times = rows.flatMap((row) => firstTimeIn(row) ?? []);
  return [1, -1].some((sign) => times.every((time, i) => i === 0 || sign * (time - (times[i - 1] ?? 0)) >= 0));
}

function firstTimeIn(row: Exact): number | undefined {
  for (const { value } of leavesOfRow(row)) {
    if (typeof value !== "string") continue;
    for (const { text, kind } of piecesOf(value)) {
      const time = kind === "time" ? timeOf(text) : undefined;
      if (time !== undefined) return time;
    }
  }
  return undefined;
}

/** Finds the live elements that have the constant words of a recorded one; all where some words may differ. */
function among(
  { pair, free }: ArrayComparison,
  { recorded, live, place }: Arrays,
): (i: number) => readonly number[] | undefined {
  const { call, index, loose } = pair;
  let words: RowWords | undefined;
  return (i) => {
    const row = recorded[i] ?? null;
    if (loose === true || free.hasBelow(place(i)) || JSON.stringify(row).includes("[redacted:")) return undefined;
    words ??= new RowWords(live);
    return words.havingAll(constantWordsOf(row, call, place(i), index));
  };
}

/** The live index of each element: its own, but for rows that tie. */
function orderOf(comparison: ArrayComparison, { recorded, live, place }: Arrays): number[] {
  const { call, index, loose } = comparison.pair;
  const asTheyAre = recorded.map((_, i) => i);
  if (recorded.length < 2 || loose === true) return asTheyAre;
  if (!recorded.some((_, i) => index.isWithin(call, place(i)))) return asTheyAre;
  const ties = orderOfTies(recorded, live, {
    seen: (i, part, text) =>
      "key" in part
        ? index.seenAt(call, below(place(i), part.key), text)
        : index.seenAt(call, place(i), text, part.token),
    fits: (i, j) => comparison.fits(recorded[i] ?? null, live[j] ?? null, place(i)),
  });
  return ties ?? asTheyAre;
}

/** True where the same elements are in a different order, and none of them has learned rules. */
function isSwapped(comparison: ArrayComparison, { recorded, live, at }: Arrays): boolean {
  if (recorded.length < 2 || !comparison.isPlain(at)) return false;
  const [before, after] = [recorded, live].map((all) => all.map((part) => canonicalJson(part)));
  if (before === undefined || after === undefined || before.every((text, i) => text === after[i])) return false;
  return before.toSorted().join("\n") === after.toSorted().join("\n");
}
