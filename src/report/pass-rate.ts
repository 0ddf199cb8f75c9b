// Computes how often Claude passes over several workflows, where they ran several times. Pure.
import { clusterInterval } from "../statistics/cluster-interval.js";
import { counts } from "./build-trials.js";
import type { Evaluation, Summary } from "./report.js";

/** Empty where nothing ran several times, or only one workflow ran. */
export function passRateOf(evaluations: readonly Evaluation[]): Pick<Summary, "passRate"> {
  const live = evaluations.filter(({ run }) => run?.sources.model === "live");
  if (live.every(({ trials }) => trials === undefined)) return {};
  const clusters = live.flatMap((one) => {
    if (one.trials !== undefined) return one.trials.runs === 0 ? [] : [{ ...one.trials, trials: one.trials.runs }];
    return counts(one) ? [{ passed: one.passed ? 1 : 0, trials: 1 }] : [];
  });
  const rate = clusterInterval(clusters);
  return rate === undefined ? {} : { passRate: { workflows: clusters.length, ...rate } };
}
