// Describes what a live command is about to spend: for each workflow, and added up. Pure.
import { describePrice } from "../report/price.js";
import { allTokens, sumSpent, times, type Spent } from "../report/spent.js";

/** What is about to be spent on one workflow. */
export interface PlannedRuns {
  workflow: string;
  /** Why it is run, without a full stop. */
  why: string;
  /** At most. */
  trials: number;
  /** What its earlier run used, with the judge, at today's price of the model; undefined without one. */
  each: Spent | undefined;
}

export interface SpendingPlan {
  suite: string;
  model: string;
  runs: PlannedRuns[];
  /** Workflows that spend nothing, and why. */
  kept: { workflow: string; why: string }[];
  /** What the trials can decide, what is not counted: one sentence each. */
  remarks: string[];
}

/** What plans come to, as far as it is known. */
export interface Estimate {
  workflows: number;
  trials: number;
  /** Tokens of all kinds. */
  tokens: number;
  /** US dollars; null where nothing is known, or the price of a model is not. */
  usd: number | null;
  /** Of the judge; undefined where it is not asked, or its earlier use is unknown. */
  judge?: { tokens: number; usd: number | null };
  /** Workflows without an earlier run. */
  unknown: number;
}

/** Adds up plans. */
export function estimate(plans: readonly SpendingPlan[]): Estimate {
  const runs = plans.flatMap((plan) => plan.runs);
  const known = runs.flatMap(({ each, trials }) => (each === undefined ? [] : [times(each, trials)]));
  const sum = sumSpent(known);
  return {
    workflows: runs.length,
    trials: runs.reduce((all, { trials }) => all + trials, 0),
    tokens: allTokens(sum),
    usd: known.length === 0 ? null : sum.usd,
    ...(sum.judge !== undefined && { judge: { tokens: allTokens(sum.judge), usd: sum.judge.usd } }),
    unknown: runs.length - known.length,
  };
}

/** `book-a-table: it has no cassette; 5 trials, cost unknown` */
export function describeRuns({ workflow, why, trials, each }: PlannedRuns): string {
  return `${workflow}: ${why}; ${counted(trials, "trial")}, ${each === undefined ? "cost unknown" : amount(times(each, trials))}`;
}

/** `Plan: 2 workflows, 10 trials: about 31000 tokens (~$0.09), as in their earlier runs; unknown for 1 of them` */
export function describeEstimate(sum: Estimate): string {
  const what = `Plan: ${counted(sum.workflows, "workflow")}, ${counted(sum.trials, "trial")}`;
  if (sum.workflows === 0) return "Plan: nothing is spent.";
  if (sum.unknown === sum.workflows) return `${what}; cost unknown, there is no earlier run.`;
  const rest = sum.unknown === 0 ? "" : `; unknown for ${sum.unknown} of them`;
  return `${what}; ${amount(sum)} as in their earlier runs${rest}.`;
}

function amount(spent: Spent | Estimate): string {
  const tokens = "tokens" in spent ? spent.tokens : allTokens(spent);
  const { judge } = spent;
  const priced = (usd: number | null): string => (usd === null ? "price unknown" : describePrice(usd));
  const asked = judge === undefined ? undefined : "tokens" in judge ? judge.tokens : allTokens(judge);
  const judged = judge === undefined ? "" : `${asked} tokens of the judge (${priced(judge.usd)})`;
  const claude = `${tokens} tokens (${priced(spent.usd)})`;
  return `about ${[...(tokens > 0 || judged === "" ? [claude] : []), ...(judged === "" ? [] : [judged])].join(" and ")}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
