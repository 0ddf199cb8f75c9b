// Enumerates exactly what the rule of `--sure` gives.
import { binomialProbabilities } from "../../src/statistics/binomial.js";
import { decideSure, type SureLook } from "../../src/statistics/sure.js";

/** The probability of each decision, and the mean number of trials, where they pass with this rate. */
export function trialsTaken(
  looks: readonly SureLook[],
  rate: number,
): { passed: number; failed: number; trials: number } {
  let open = new Map([[0, 1]]);
  let seen = 0;
  const sums = { passed: 0, failed: 0, trials: 0 };
  for (const { after } of looks) {
    const next = new Map<number, number>();
    for (const [count, probability] of open) {
      for (const [plus, chance] of binomialProbabilities(after - seen, rate).entries()) {
        next.set(count + plus, (next.get(count + plus) ?? 0) + probability * chance);
      }
    }
    seen = after;
    open = new Map();
    for (const [passed, probability] of next) {
      const decided = decideSure(looks, { passed, trials: after });
      if (decided === undefined && after !== looks.at(-1)?.after) open.set(passed, probability);
      else {
        sums.trials += probability * after;
        if (decided !== undefined) sums[decided] += probability;
      }
    }
  }
  return sums;
}
