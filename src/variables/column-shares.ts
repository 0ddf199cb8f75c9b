// Finds a column that was in every run what part of the sum of another column each row is: `new | 12 | 33.3%`.
import { decimalsIn } from "../json/digits.js";
import type { BrokenNumber, LiveValueOf } from "./amounts.js";
import { besideEach, numberInCell, withoutPercent, type NumberCell, type ListColumns } from "./column-numbers.js";
import { greatestOf, leastOf } from "./extremes.js";

/** Of two rows the one share says the other. */
const ROWS = 3;
/** How many steps of their last digit the shares must lie apart: of so many numbers none fit by chance. */
const SPREAD = 10;

/** What held of two columns in every run. */
export interface Shares {
  shares: readonly NumberCell[];
  parts: readonly NumberCell[];
  /** 100 for percentages. */
  whole: 1 | 100;
  step: number;
}

/** Returns the shares of one list. */
export function columnShares({ columns }: ListColumns): Shares[] {
  return columns.flatMap((shares) => columns.flatMap((parts) => (parts === shares ? [] : sharesOf(shares, parts))));
}

function sharesOf(shares: readonly NumberCell[], among: readonly NumberCell[]): Shares[] {
  const parts = besideEach(shares, among)?.map(([, part]) => part);
  if (shares.length < ROWS || parts === undefined) return [];
  const texts = shares.flatMap((cell) => cell.texts);
  const numbers = texts.map((text) => numberInCell(text) ?? 0);
  const step = 10 ** -greatestOf(texts.map((text) => decimalsIn(withoutPercent(text))));
  if (greatestOf(numbers) - leastOf(numbers) < SPREAD * step) return [];
  const runs = shares[0]?.texts.map((_, run) => (cell: NumberCell) => cell.texts[run]) ?? [];
  return ([1, 100] as const).flatMap((whole): Shares[] => {
    const one: Shares = { shares, parts, whole, step };
    // Servers round, or cut off.
    return runs.every((textOf) => firstOff(one, textOf, step) === -1) ? [one] : [];
  });
}

/** The first row whose share is off, -1 for none; -1 also where a number is not known. */
function firstOff(
  { shares, parts, whole }: Shares,
  textOf: (cell: NumberCell) => string | undefined,
  slack: number,
): number {
  const numbers = parts.map((cell) => numberInCell(textOf(cell)));
  if (!numbers.every((number) => number !== undefined)) return -1;
  const sum = numbers.reduce((all, number) => all + number, 0);
  if (sum === 0) return -1;
  return shares.findIndex((cell, row) => {
    const share = numberInCell(textOf(cell));
    return share !== undefined && Math.abs(share - (whole * (numbers[row] ?? 0)) / sum) > slack + 1e-6;
  });
}

/** Lists the first share of each column that is off. */
export function brokenShares(all: readonly Shares[], valueOf: LiveValueOf): BrokenNumber[] {
  return all.flatMap((one): BrokenNumber[] => {
    const off = firstOff(one, ({ index }) => valueOf(index), one.step);
    const [share, part] = [one.shares[off], one.parts[off]];
    if (share === undefined || part === undefined) return [];
    const { variable, place, index } = share;
    return [{ variable, place, live: valueOf(index) ?? "", was: `the share of ${part.variable.name}` }];
  });
}
