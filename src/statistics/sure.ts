// Decides after how many trials a pass rate is known to lie above or below a threshold: the rule of `--sure`.
import { binomialProbabilities, sumOf } from "./binomial.js";

/** How often each of the two wrong decisions may be made, where the true rate is the threshold. */
const ERROR = 0.025;
const FIRST_LOOK = 5;

/** What is decided at one look, after so many trials. */
export interface SureLook {
  after: number;
  /** Passed with at least so many passes; undefined where not even all are enough. */
  passes: number | undefined;
  /** Failed with at most so many passes; undefined where not even none is too few. */
  fails: number | undefined;
}

/** After which trials a run of at most `most` is looked at: 5, 10, 20, 40 …, and after the last. */
export function looksOf(most: number): number[] {
  const looks: number[] = [];
  for (let after = FIRST_LOOK; after < most; after *= 2) looks.push(after);
  return [...looks, most];
}

/**
 * The looks and their limits for a threshold `passAt` (over 0, under 1) and at most `most` trials. At each look, a tail
 * of the binomial distribution of `passAt` is compared with one level for all looks. The level is the largest with which
 * all looks together decide wrongly in at most 2.5 % of cases on either side, where the true rate is `passAt`; the
 * error is enumerated, not approximated. Away from `passAt` it is smaller.
 *
 * Looks at equal levels: S. J. Pocock, Group sequential methods in the design and analysis of clinical trials, Biometrika
 * 64 (1977), 191–199; the enumeration for binomial numbers: C. Jennison, B. W. Turnbull, Group sequential methods with
 * applications to clinical trials (2000), chapter 12.
 */
export function planSure(passAt: number, most: number): SureLook[] {
  const looks = looksOf(most);
  const passes = limitsOf(looks, passAt);
  // The mirror: too few passes are many failures.
  const fails = limitsOf(looks, 1 - passAt);
  return looks.map((after, at) => {
    const tooMany = fails[at];
    return { after, passes: passes[at], fails: tooMany === undefined ? undefined : after - tooMany };
  });
}

/** For each look, from how many on there are too many for `rate`. */
function limitsOf(looks: readonly number[], rate: number): (number | undefined)[] {
  const tails = looks.map((after) => upperTails(binomialProbabilities(after, rate)));
  const limitsAt = (level: number): (number | undefined)[] =>
    tails.map((tail) => {
      const at = tail.findIndex((probability) => probability <= level);
      return at === -1 ? undefined : at;
    });
  const levels = tails
    .flat()
    .filter((level) => level > 0 && level <= ERROR)
    .toSorted((a, b) => b - a);
  const level = levels.find((one) => reachProbability(looks, limitsAt(one), rate) <= ERROR);
  return level === undefined ? looks.map(() => undefined) : limitsAt(level);
}

/** For each number, the probability of that many or more. */
function upperTails(probabilities: readonly number[]): number[] {
  return probabilities.map((_, from) => sumOf(probabilities.slice(from)));
}

/** The probability that the number reaches the limit at one of the looks at least. */
function reachProbability(looks: readonly number[], limits: readonly (number | undefined)[], rate: number): number {
  let below = [1];
  let seen = 0;
  for (const [at, after] of looks.entries()) {
    below = addTrials(below, after - seen, rate).slice(0, limits[at] ?? after + 1);
    seen = after;
  }
  return 1 - sumOf(below);
}

/** The probabilities of each number after `more` trials. */
function addTrials(probabilities: readonly number[], more: number, rate: number): number[] {
  const added = binomialProbabilities(more, rate);
  const sums = Array.from({ length: probabilities.length + more }, () => 0);
  for (const [count, probability] of probabilities.entries()) {
    for (const [plus, chance] of added.entries()) {
      sums[count + plus] = (sums[count + plus] ?? 0) + probability * chance;
    }
  }
  return sums;
}

/** What is decided after `trials` trials; undefined where none of the looks is after so many, or it decides nothing. */
export function decideSure(
  looks: readonly SureLook[],
  { passed, trials }: { passed: number; trials: number },
): "passed" | "failed" | undefined {
  const look = looks.find(({ after }) => after === trials);
  if (look === undefined) return undefined;
  if (look.passes !== undefined && passed >= look.passes) return "passed";
  return look.fails !== undefined && passed <= look.fails ? "failed" : undefined;
}
