// Corrects several tests that are looked at together.

/**
 * The p-values, each corrected so that calling all at or under a level significant is wrong at least once with at most
 * that probability, however the tests depend on each other. In the given order; 0 to 1.
 *
 * S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian J. Statistics 6 (1979), 65–70.
 */
export function holmAdjusted(values: readonly number[]): number[] {
  const order = values.map((value, at) => ({ value, at })).toSorted((a, b) => a.value - b.value);
  const adjusted = values.map(() => 1);
  let least = 0;
  for (const [rank, { value, at }] of order.entries()) {
    least = Math.min(1, Math.max(least, value * (values.length - rank)));
    adjusted[at] = least;
  }
  return adjusted;
}
