// Computes probabilities of a binomial number exactly, by enumeration.

/** The probabilities of 0 … n passes in n independent trials that pass with `rate` (0 to 1). Sums to 1. */
export function binomialProbabilities(n: number, rate: number): number[] {
  if (rate <= 0 || rate >= 1) {
    const sure = rate <= 0 ? 0 : n;
    return Array.from({ length: n + 1 }, (_, passed) => (passed === sure ? 1 : 0));
  }
  const [yes, no] = [Math.log(rate), Math.log1p(-rate)];
  let logChoices = 0;
  return Array.from({ length: n + 1 }, (_, passed) => {
    if (passed > 0) logChoices += Math.log((n - passed + 1) / passed);
    return Math.exp(logChoices + passed * yes + (n - passed) * no);
  });
}

/** Sums the smallest first, so that many small ones count. */
export function sumOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0);
}
