// Computes an interval for the mean pass rate of workflows that ran several times each.
import { studentQuantile95 } from "./student.js";
import { wilsonInterval, Z95, type Interval } from "./wilson.js";

/** The trials of one workflow. */
export interface Cluster {
  passed: number;
  trials: number;
}

/**
 * The mean of the workflows' pass rates, and its 95 % interval over workflows like these. The trials of one workflow are
 * one cluster: they are alike, so ten trials of three workflows are not thirty independent ones. The interval is
 * Wilson's for the effective number of trials, which lies between the number of workflows and that of all trials.
 * Undefined for fewer than two workflows with trials: nothing shows how workflows differ.
 *
 * The effective number: N. Dean, M. Pagano, Evaluating confidence interval methods for binomial proportions in clustered
 * surveys, J. Survey Statistics and Methodology 3 (2015), 484–503, with the correction for few clusters of E. L. Korn,
 * B. I. Graubard, Survey Methodology 24 (1998), 193–201. Why clusters: E. Miller, Adding error bars to evals,
 * arXiv:2411.00640 (2024).
 */
export function clusterInterval(clusters: readonly Cluster[]): (Interval & { mean: number }) | undefined {
  const some = clusters.filter(({ trials }) => trials > 0);
  const count = some.length;
  if (count < 2) return undefined;
  const rates = some.map(({ passed, trials }) => passed / trials);
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / count;
  const squares = rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0);
  const variance = squares / (count - 1) / count;
  const all = some.reduce((sum, { trials }) => sum + trials, 0);
  const effective = variance === 0 ? count : Math.min(all, Math.max(count, (mean * (1 - mean)) / variance));
  const corrected = effective * (Z95 / studentQuantile95(count - 1)) ** 2;
  return { mean, ...wilsonInterval(mean * corrected, corrected) };
}
