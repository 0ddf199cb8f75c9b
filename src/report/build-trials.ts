// Counts the trials of one workflow, and makes one evaluation of them. Pure.
import { percent } from "../metrics/percent.js";
import type { WorkflowVerdict } from "../metrics/verdicts.js";
import { passAtK, passHatK } from "../statistics/pass-at-k.js";
import { decideSure, type SureLook } from "../statistics/sure.js";
import { wilsonInterval } from "../statistics/wilson.js";
import { judgedTrialOf } from "./judge-agreement.js";
import { meanScore } from "./mean-score.js";
import type { Evaluation } from "./report.js";
import { sumSpent } from "./spent.js";
import { findParting, type TrialPath } from "./trial-path.js";
import type { Spread, Trial, Trials } from "./trials.js";

/** One trial, and the path that it took, if it began. */
export interface TrialResult {
  evaluation: Evaluation;
  path: TrialPath | undefined;
}

export interface TrialsAsked {
  planned: number;
  passAt: number;
  looks: readonly SureLook[] | undefined;
  /** How many trials an outside failure ended that were made again. */
  retried: number;
  /** The recorded trial is the first, whatever came of it. Default: one with the workflow's verdict. */
  showFirst?: boolean;
}

interface Decision {
  verdict: WorkflowVerdict;
  sentence: string;
}

/** How far a rate may be below `passAt` by rounding alone. */
const ROUNDING = 1e-9;

/** True for a trial that counts: what was outside, or not judged, says nothing about the model. */
export function counts({ verdict }: Pick<Evaluation, "verdict">): boolean {
  return verdict === "passed" || verdict === "failed";
}

/** One evaluation of all trials, in their order. Needs one trial at least. */
export function joinTrials(results: readonly [TrialResult, ...TrialResult[]], asked: TrialsAsked): Evaluation {
  const evaluations = results.map(({ evaluation }) => evaluation);
  const counted = evaluations.filter(counts);
  const passed = counted.filter((one) => one.passed).length;
  const decision = decide(evaluations, asked);
  const { verdict } = decision;
  const shown =
    asked.showFirst === true
      ? 0
      : Math.max(
          0,
          evaluations.findIndex((one) => one.verdict === verdict),
        );
  const base = evaluations[shown] ?? results[0].evaluation;
  const runs = counted.length;
  const parting = findParting(
    results.flatMap(({ evaluation, path }, at) =>
      path === undefined || !counts(evaluation) ? [] : [{ trial: at + 1, passed: evaluation.passed, path }],
    ),
  );
  const after = asked.looks === undefined ? undefined : { decided: decidedOf(counted, asked.looks), after: runs };
  const trials: Trials = {
    planned: asked.planned,
    runs,
    passed,
    retried: asked.retried,
    rate: runs === 0 ? null : passed / runs,
    interval: wilsonInterval(passed, runs),
    passAt: asked.passAt,
    ...(after !== undefined && { sure: after }),
    passAtK: Array.from({ length: runs }, (_, at) => {
      const of = { n: runs, passed, k: at + 1 };
      return { k: at + 1, any: passAtK(of), all: passHatK(of) };
    }),
    metrics: metricsOf(counted),
    spread: spreadOf(counted),
    ...costOf(counted),
    ...(parting !== undefined && { parting }),
    sentence: decision.sentence,
    shown: shown + 1,
    each: evaluations.map(trialOf),
  };
  const spent = evaluations.flatMap((one) => one.spent ?? []);
  const decided = verdict === "passed" || verdict === "failed";
  return {
    ...base,
    verdict,
    passed: verdict === "passed",
    overallScore: decided ? meanScore(counted) : null,
    // What one trial says of itself is no reason for the verdict on all.
    reasons: base.verdict === verdict ? [decision.sentence, ...base.reasons] : [decision.sentence],
    settle: [],
    ...(spent.length > 0 && { spent: sumSpent(spent) }),
    trials,
  };
}

function decidedOf(counted: readonly Evaluation[], looks: readonly SureLook[]): "passed" | "failed" | null {
  const passed = counted.filter((one) => one.passed).length;
  return decideSure(looks, { passed, trials: counted.length }) ?? null;
}

/** What `sure` knows after the trials that count so far. */
export function isDecided(evaluations: readonly Evaluation[], looks: readonly SureLook[] | undefined): boolean {
  return looks !== undefined && decidedOf(evaluations.filter(counts), looks) !== null;
}

function decide(evaluations: readonly Evaluation[], { planned, passAt, looks }: TrialsAsked): Decision {
  const counted = evaluations.filter(counts);
  const passed = counted.filter((one) => one.passed).length;
  const runs = counted.length;
  const rate = rateWords(passed, runs);
  const missing = planned - runs;
  // Which verdict a trial that was not judged leaves: the worst of theirs.
  const open: WorkflowVerdict = evaluations.some(({ verdict }) => verdict === "error") ? "error" : "inconclusive";
  const lost = missing === 0 ? "" : ` ${trialWords(missing)} of ${planned} were not judged.`;
  if (looks !== undefined) {
    const decided = decidedOf(counted, looks);
    if (decided !== null) {
      const side = decided === "passed" ? "above" : "below";
      return {
        verdict: decided,
        sentence: `${rate}: the pass rate is ${side} ${passAt}, with an error of at most 2.5%.`,
      };
    }
    const hint = missing === 0 ? needed(passed, runs, passAt) : lost;
    const verdict = missing === 0 ? "inconclusive" : open;
    return { verdict, sentence: `${rate}: whether the pass rate is above ${passAt} or below it is undecided.${hint}` };
  }
  const reached = `passAt ${passAt} is reached`;
  if (passed + ROUNDING >= passAt * planned) return { verdict: "passed", sentence: `${rate}; ${reached}.${lost}` };
  if (passed + missing + ROUNDING < passAt * planned) {
    return { verdict: "failed", sentence: `${rate}; passAt ${passAt} is not reached.${lost}` };
  }
  return { verdict: open, sentence: `${rate}; whether passAt ${passAt} is reached is open.${lost}` };
}

/** `4 of 5 trials passed: 80% (95% interval 38% to 96%)` */
function rateWords(passed: number, runs: number): string {
  if (runs === 0) return "No trial was judged";
  const { low, high } = wilsonInterval(passed, runs);
  return `${passed} of ${trialWords(runs)} passed: ${percent(passed / runs)} (95% interval ${percent(low)} to ${percent(high)})`;
}

function trialWords(count: number): string {
  return `${count} ${count === 1 ? "trial" : "trials"}`;
}

/** About how many trials would decide, if the rate stays as it is. */
function needed(passed: number, runs: number, passAt: number): string {
  const rate = passed / runs;
  for (let trials = runs * 2; trials <= 1280; trials *= 2) {
    const { low, high } = wilsonInterval(rate * trials, trials);
    if (low > passAt || high < passAt) return ` At this rate, about ${trials} trials would decide.`;
  }
  return " At this rate, not even 1000 trials would decide.";
}

function metricsOf(counted: readonly Evaluation[]): Trials["metrics"] {
  const [first] = counted;
  return (first?.results ?? []).flatMap(({ id, metric }) => {
    const verdicts = counted.flatMap(({ results }) => results.filter((one) => one.id === id));
    const judged = verdicts.filter(({ verdict }) => verdict === "passed" || verdict === "failed");
    const passed = judged.filter(({ verdict }) => verdict === "passed").length;
    return judged.length === 0
      ? []
      : [{ id, metric, passed, runs: judged.length, interval: wilsonInterval(passed, judged.length) }];
  });
}

function spreadOf(counted: readonly Evaluation[]): Trials["spread"] {
  const over = (numberOf: (trial: Trial) => number): Spread => {
    const sorted = counted.map((one) => numberOf(trialOf(one))).toSorted((a, b) => a - b);
    const at = (index: number): number => sorted[index] ?? 0;
    const last = sorted.length - 1;
    return { least: at(0), median: (at(Math.floor(last / 2)) + at(Math.ceil(last / 2))) / 2, most: at(last) };
  };
  return {
    turns: over(({ turns }) => turns),
    calls: over(({ calls }) => calls),
    tokens: over(({ inputTokens, outputTokens }) => inputTokens + outputTokens),
    ms: over(({ ms }) => ms),
  };
}

function costOf(counted: readonly Evaluation[]): Pick<Trials, "cost"> {
  const dollars = counted.map(({ spent }) => spent?.usd ?? null).filter((usd) => usd !== null);
  if (dollars.length === 0 || dollars.length < counted.length) return {};
  const sum = dollars.reduce((all, one) => all + one, 0);
  const passed = counted.filter((one) => one.passed).length;
  const perPass = passed === 0 ? null : sum / passed;
  return { cost: { least: Math.min(...dollars), mean: sum / dollars.length, most: Math.max(...dollars), perPass } };
}

function trialOf({ verdict, run, reasons, results }: Evaluation): Trial {
  const judge = judgedTrialOf(results);
  const failed = results.find((one) => one.verdict === "failed" || one.verdict === "inconclusive");
  const [because] = [...reasons, ...(failed === undefined ? [] : [`${failed.metric}: ${failed.details}`])];
  return {
    verdict,
    turns: run?.turns ?? 0,
    calls: run?.calls ?? 0,
    inputTokens: run?.inputTokens ?? 0,
    outputTokens: run?.outputTokens ?? 0,
    ms: run?.ms ?? 0,
    ...(verdict !== "passed" && because !== undefined && { because: because.split("\n")[0] ?? "" }),
    ...(judge !== undefined && { judge }),
  };
}
