// Finds the name that was probably meant by one that does not exist.

/** The candidate with the fewest typing slips from `name`, if it is near enough to suggest. */
export function didYouMean(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let best: { candidate: string; slips: number } | undefined;
  for (const candidate of candidates) {
    const slips = countSlips(wanted, candidate.toLowerCase());
    if (best === undefined || slips < best.slips) best = { candidate, slips };
  }
  if (best !== undefined && best.slips <= Math.max(1, Math.floor(name.length / 3))) return best.candidate;
  if (wanted.length < 3) return undefined;
  const longer = candidates.filter((candidate) => candidate.toLowerCase().includes(wanted));
  return longer.length === 1 ? longer[0] : undefined;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`. */
function countSlips(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    rows.push(line);
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      line.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
