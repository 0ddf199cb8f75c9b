// Aligns two lists: finds which elements belong together, in order. The caller says which elements are equal.

export interface Aligned {
  /** Index in the first list; absent where the element is new. */
  before?: number;
  /** Index in the second list; absent where the element is gone. */
  after?: number;
}

/** Above this many comparisons only the common start and end are aligned. */
const MOST_CELLS = 1_000_000;

/**
 * Returns a longest common subsequence; the common start and end are matched first, missing elements precede new ones.
 */
export function alignSequences<T>(
  before: readonly T[],
  after: readonly T[],
  isSame: (one: T, other: T) => boolean,
): Aligned[] {
  const same = (one: number, other: number): boolean => {
    const [a, b] = [before[one], after[other]];
    return a !== undefined && b !== undefined && isSame(a, b);
  };
  let start = 0;
  while (start < before.length && start < after.length && same(start, start)) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    same(before.length - 1 - end, after.length - 1 - end)
  ) {
    end++;
  }
  const [rows, columns] = [before.length - start - end, after.length - start - end];
  const lengths =
    rows * columns > MOST_CELLS ? undefined : commonLengths(rows, columns, (r, c) => same(start + r, start + c));

  const aligned: Aligned[] = [];
  for (let at = 0; at < start; at++) aligned.push({ before: at, after: at });
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    const down = lengths?.[row + 1]?.[column] ?? 0;
    const right = lengths?.[row]?.[column + 1] ?? 0;
    if (lengths !== undefined && row < rows && column < columns && same(start + row, start + column)) {
      aligned.push({ before: start + row++, after: start + column++ });
    } else if (row < rows && (column === columns || down >= right)) aligned.push({ before: start + row++ });
    else aligned.push({ after: start + column++ });
  }
  for (let at = end; at > 0; at--) aligned.push({ before: before.length - at, after: after.length - at });
  return aligned;
}

/** Lengths of the longest common subsequences of the remaining elements from (row, column) on. */
function commonLengths(rows: number, columns: number, same: (row: number, column: number) => boolean): number[][] {
  const lengths = Array.from({ length: rows + 1 }, () => Array.from({ length: columns + 1 }, () => 0));
  for (let row = rows - 1; row >= 0; row--) {
    const [here = [], below = []] = [lengths[row], lengths[row + 1]];
    for (let column = columns - 1; column >= 0; column--) {
      here[column] = same(row, column)
        ? (below[column + 1] ?? 0) + 1
        : Math.max(below[column] ?? 0, here[column + 1] ?? 0);
    }
  }
  return lengths;
}
