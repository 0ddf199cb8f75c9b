// Defines what a report says about two things that did the same workflows: models, prompts, servers.
import type { TrialPairs } from "../statistics/paired.js";
import type { Interval } from "../statistics/wilson.js";
import type { Spent } from "./spent.js";

/** The second side beside the first, paired by workflow and trial. */
export interface SideComparison {
  first: ComparedSide;
  second: ComparedSide;
  /** Those that both sides have, in their order. */
  workflows: WorkflowPairs[];
  /** Over the pairs of all workflows; absent where there are none. */
  overall?: ComparedPairs;
  /** Of the second side; `undecided` also where nothing was compared. */
  verdict: ComparedVerdict;
  /** The error of `verdict`: how often it is wrong at most, where the two do not differ. 0.05, less with several sides. */
  level: number;
  /** One sentence that claims no more than the pairs show. */
  sentence: string;
}

export type ComparedVerdict = "better" | "worse" | "undecided";

export interface ComparedSide {
  name: string;
  /** The mean of its workflows' pass rates with a 95 % interval, trials of one workflow as one cluster; from two on. */
  mean?: Interval & { mean: number };
  /** What all of its runs were asked for. */
  spent?: Spent;
}

export interface WorkflowPairs {
  name: string;
  /** How many trials of the longer side have no judged partner. */
  unpaired: number;
  /** Absent without a pair. */
  pairs?: ComparedPairs;
  /** Of the second side. All workflows together are wrong at most as often as `level` says. */
  verdict: ComparedVerdict;
}

export interface ComparedPairs {
  /** How many pairs there are: so many trials of each side. */
  trials: number;
  /** How the pairs of trials ended. */
  counts: TrialPairs;
  first: ComparedRate;
  second: ComparedRate;
  /** The rate of the second minus that of the first, −1 to 1, with a 95 % interval (Newcombe). */
  difference: Interval & { difference: number };
  /** McNemar's exact test, two-sided, not corrected. */
  p: number;
}

/** Of the trials that have a partner. */
export interface ComparedRate {
  passed: number;
  rate: number;
  /** 95 % (Wilson). */
  interval: Interval;
}
