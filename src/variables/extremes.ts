// The least and the greatest of as many numbers as a list has rows: more than a call takes arguments.

/** Infinity where there is none. */
export function leastOf(numbers: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const number of numbers) least = Math.min(least, number);
  return least;
}

/** -Infinity where there is none. */
export function greatestOf(numbers: Iterable<number>): number {
  let greatest = Number.NEGATIVE_INFINITY;
  for (const number of numbers) greatest = Math.max(greatest, number);
  return greatest;
}
