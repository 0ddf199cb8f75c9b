// Counts how often the judge says of a run what the metrics say, and names the runs where they differ. Pure.
import type { MetricResult } from "../metrics/result.js";
import { verdictOf } from "../metrics/workflow-verdict.js";
import type { Disagreement, JudgedTrial } from "./agreement.js";
import type { Evaluation, Summary } from "./report.js";

/** Undefined where the judge did not score the run. */
export function judgedTrialOf(results: readonly MetricResult[]): JudgedTrial | undefined {
  const judge = results.find(({ id }) => id === "llm-judge");
  if (judge === undefined || judge.score === null) return undefined;
  const metrics = verdictOf(results.filter((result) => result !== judge));
  const { spread } = judge.metadata;
  return {
    passed: judge.passed,
    score: judge.score,
    ...(typeof spread === "number" && { spread }),
    ...(metrics !== "inconclusive" && { metrics }),
  };
}

/** Empty where there are fewer than two runs to compare: one says nothing about the judge. */
export function agreementOf(evaluations: readonly Evaluation[]): Pick<Summary, "judge"> {
  const runs = evaluations.flatMap(runsOf);
  const decided = runs.filter(({ metrics }) => metrics !== undefined);
  if (decided.length < 2) return {};
  const count = (metrics: "passed" | "failed", passed: boolean): number =>
    decided.filter((run) => run.metrics === metrics && run.passed === passed).length;
  const spreads = runs.flatMap(({ spread }) => spread ?? []).toSorted((a, b) => a - b);
  const at = (index: number): number => spreads[index] ?? 0;
  const last = spreads.length - 1;
  const median = (at(Math.floor(last / 2)) + at(Math.ceil(last / 2))) / 2;
  return {
    judge: {
      runs: decided.length,
      bothPassed: count("passed", true),
      bothFailed: count("failed", false),
      onlyMetrics: count("passed", false),
      onlyJudge: count("failed", true),
      differ: evaluations.flatMap(differencesOf),
      ...(spreads.length > 0 && { spread: { median: Number(median.toFixed(10)), most: at(last) } }),
    },
  };
}

interface Run extends JudgedTrial {
  /** From 1; undefined where the workflow ran once. */
  trial: number | undefined;
}

function runsOf({ trials, results }: Evaluation): Run[] {
  if (trials !== undefined) {
    return trials.each.flatMap(({ judge }, at) => (judge === undefined ? [] : [{ ...judge, trial: at + 1 }]));
  }
  const only = judgedTrialOf(results);
  return only === undefined ? [] : [{ ...only, trial: undefined }];
}

function differencesOf(evaluation: Evaluation): Disagreement[] {
  const runs = runsOf(evaluation);
  return (["metrics", "judge"] as const).flatMap((passedBy) => {
    const which = runs.filter(
      ({ metrics, passed }) =>
        metrics === (passedBy === "metrics" ? "passed" : "failed") && passed === (passedBy === "judge"),
    );
    if (which.length === 0) return [];
    const trials = which.flatMap(({ trial }) => trial ?? []);
    return [{ workflow: evaluation.workflowName, ...(trials.length > 0 && { trials }), passedBy }];
  });
}
