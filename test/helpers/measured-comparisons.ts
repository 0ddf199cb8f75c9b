// How often comparisons that were simulated claim something: measured with fixed seeds, and given in docs/trials.md.

export const RUNS = 2000;

/** How many claimed a difference where there is none, for each pair of sides. */
export const CLAIMED_OF_ALIKE = {
  "equal rates": 29,
  "equal rates that differ by workflow": 39,
  "rates that cross with the same mean": 0,
  "one workflow that passes in half of its runs": 70,
  "single runs of 30 workflows": 58,
} as const;

/** How many named one workflow or more of ten that are alike. */
export const NAMED_OF_ALIKE = 24;

/** How many saw a difference of 20 points in three workflows with 40 trials each. */
export const SEEN = 1844;
