// Computes the median of the judge's scores, and how far they are apart.

/** One usable answer of the judge. */
export interface Sample {
  score: number;
  reason: string;
}

export interface Median extends Sample {
  min: number;
  max: number;
}

/** The median of the scores, with the reason of the nearest sample. Needs at least one sample. */
export function medianOf(samples: readonly Sample[]): Median {
  const sorted = samples.toSorted((a, b) => a.score - b.score);
  const at = (index: number): number => sorted[index]?.score ?? Number.NaN;
  const middle = (at(Math.floor((sorted.length - 1) / 2)) + at(Math.floor(sorted.length / 2))) / 2;
  // Rounds, because 0.1 + 0.2 is not 0.3.
  const score = Number(middle.toFixed(10));
  const distance = (sample: Sample): number => Math.abs(sample.score - score);
  const nearest = Math.min(...samples.map(distance));
  return {
    score,
    reason: samples.find((sample) => distance(sample) === nearest)?.reason ?? "",
    min: at(0),
    max: at(sorted.length - 1),
  };
}
