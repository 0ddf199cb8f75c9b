// Tells whether the numbers of several rows are ids, though nothing names them so: they lie too far apart to meet.
import { commonDivisor } from "./amounts.js";
import { greatestOf, leastOf } from "./extremes.js";
import { seenText, type Variable } from "./learned.js";

/** So many numbers show how far they lie apart. */
const FEWEST = 6;
/** How many steps there are for each two numbers of a run: that any two of them meet is one chance in so many. */
const STEPS = 1000;
/** How near two of all runs may be: of numbers that mostly lie close together some would meet. */
const NEAR = 10;
/** Of so many numbers two may be nearer, where no others are so near. */
const MANY = 9;
const OTHERS = 100;
/** How many times the least number the range may have: of a few large and many small ones the small would meet. */
const LEAST = 100;

/** True for whole numbers of the rows of one call of which no two are likely to be equal by chance: process ids, ports. */
export function areFarApart(group: readonly Variable[]): boolean {
  const rows = new Set(group.map(({ places: [place] }) => place?.at));
  const calls = new Set(group.map(({ places: [place] }) => place?.call));
  const texts = group.flatMap(({ seen }) => seen.map(seenText));
  if (calls.size > 1 || rows.size < group.length || texts.length < FEWEST) return false;
  if (!texts.every((text) => /^[1-9]\d{2,8}$/.test(text))) return false;
  const numbers = texts.map(Number).toSorted((one, other) => one - other);
  // What is counted in tens, or in pages, has fewer steps.
  if (numbers.reduce(commonDivisor) > 1 || new Set(numbers.map((number) => number % 10)).size < FEWEST / 2)
    return false;
  const gaps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0));
  const [nearest = 0, next = 0] = gaps.toSorted((one, other) => one - other);
  const isPair = nearest > 0 && next >= OTHERS && numbers.length >= MANY;
  if (nearest < NEAR && !isPair) return false;
  const range = greatestOf(numbers) - leastOf(numbers);
  const pairs = (group.length * (group.length - 1)) / 2;
  return range >= STEPS * pairs && range <= LEAST * leastOf(numbers);
}
