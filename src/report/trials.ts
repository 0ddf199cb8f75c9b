// Defines what a report says about the trials of a workflow that ran several times.
import type { WorkflowVerdict } from "../metrics/verdicts.js";
import type { JudgedTrial } from "./agreement.js";
import type { Interval } from "../statistics/wilson.js";

/** The trials of one workflow, each with a server of its own. */
export interface Trials {
  /** How many were asked for, at most. */
  planned: number;
  /** Those that passed or failed; only they count. */
  runs: number;
  passed: number;
  /** Trials that an outside failure ended and that were made again. */
  retried: number;
  /** `passed / runs`, null without runs, and its 95 % interval. */
  rate: number | null;
  interval: Interval;
  /** The share that has to pass. */
  passAt: number;
  /** With `sure`: what the rule decided, and after how many trials. */
  sure?: { decided: "passed" | "failed" | null; after: number };
  /** For each k up to `runs`: the probability that one of k trials passes (pass@k), and that all do (pass^k). */
  passAtK: { k: number; any: number; all: number }[];
  /** For each metric: of how many trials it gave a verdict, and how many of these passed. */
  metrics: { id: string; metric: string; passed: number; runs: number; interval: Interval }[];
  /** Over the trials that count. */
  spread: { turns: Spread; calls: Spread; tokens: Spread; ms: Spread };
  /** US dollars of the trials that count, without the judge; absent where the price of the model is unknown. */
  cost?: TrialCost;
  /** Where the paths of trials with different verdicts part. */
  parting?: Parting;
  /** One sentence: the rate, how sure it is, and what it decides. */
  sentence: string;
  /** Which trial (from 1) the rest of the evaluation describes. */
  shown: number;
  each: Trial[];
}

export interface Spread {
  least: number;
  median: number;
  most: number;
}

/** US dollars. */
export interface TrialCost {
  least: number;
  mean: number;
  most: number;
  /** What all of them cost for each one that passed; null where none did. */
  perPass: number | null;
}

export interface Trial {
  verdict: WorkflowVerdict;
  turns: number;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  ms: number;
  /** Why it did not pass, in one line. */
  because?: string;
  /** What the judge says beside the metrics; absent where it scored nothing. */
  judge?: JudgedTrial;
}

/** Same prompts, different verdicts: the first turn (from 1) in which trials differ. */
export interface Parting {
  turn: number;
  /** `calls`: Claude called something else. `words`: all calls are the same, only words or results differ. */
  differ: "calls" | "words";
  paths: PartingPath[];
}

/** The trials that went one way. */
export interface PartingPath {
  /** From 1. */
  trials: number[];
  passed: number;
  failed: number;
  /** What Claude did in that turn: its calls, or its words. */
  did: string;
  /** The tools that it called after that turn, in the first of these trials. */
  later: string[];
}
