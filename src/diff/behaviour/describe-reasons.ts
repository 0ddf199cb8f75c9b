// Says in sentences why a workflow of a diff has its outcome: what its calls, scores and drift show.
import { percent } from "../../metrics/percent.js";
import type { WorkflowVerdict } from "../../metrics/verdicts.js";
import { ACCEPTABLE, type Weight } from "../../trace/drift-classes.js";
import type { Drift } from "../../trace/drift.js";
import type { CallDiff, ScoreDiff, WorkflowDiff } from "../diff.js";

/** What a workflow's reasons are taken from. */
export interface Reasoned {
  scores: readonly ScoreDiff[];
  /** Calls that count, and those that have nothing to send any more. */
  calls: readonly CallDiff[];
  drift: readonly Drift[];
  weigh: (one: Drift) => Weight;
  verdict: WorkflowDiff["verdict"];
  /** Calls whose time counts. */
  slower: readonly CallDiff[];
}

/** One sentence each, the worst first. */
export function describeReasons({ scores, calls, drift, weigh, verdict, slower }: Reasoned): string[] {
  return [
    ...describeScores(scores, "worse"),
    ...describeCalls(calls),
    ...describeResults(drift, weigh),
    ...describeScores(scores, "unknown"),
    ...describeVerdicts(verdict.before, verdict.after),
    ...describeScores(scores, "better"),
    ...slower.map(describeSlower),
  ];
}

function describeScores(scores: readonly ScoreDiff[], wanted: ScoreDiff["change"]): string[] {
  const show = (side: ScoreDiff["before"]): string =>
    side.score === null ? side.verdict : `${side.verdict} (${percent(side.score)})`;
  return scores.flatMap(({ metric, before, after, change }) =>
    change === wanted ? [`${metric}: ${show(before)} before, ${show(after)} now.`] : [],
  );
}

function describeVerdicts(before: WorkflowVerdict, after: WorkflowVerdict): string[] {
  return before === after ? [] : [`The workflow's verdict was ${before} and is ${after} now.`];
}

function describeCalls(calls: readonly CallDiff[]): string[] {
  const words: readonly (readonly [CallDiff["change"], string])[] = [
    ["impossible", "can no longer be made"],
    ["error-appeared", "fails now"],
    ["error-changed", "fails differently"],
    ["error-gone", "no longer fails"],
  ];
  return words.flatMap(([change, what]) =>
    calls.flatMap((one) => (one.change === change ? [`Call ${one.call}, ${one.tool}, ${what}.`] : [])),
  );
}

function describeSlower({ call, tool, before, after }: CallDiff): string {
  return `Call ${call}, ${tool}, takes ${ms(after.ms)}, and took ${ms(before.ms)}.`;
}

function describeResults(drift: readonly Drift[], weigh: (one: Drift) => Weight): string[] {
  const counted = drift.filter((one) => weigh(one) !== "nothing");
  const classes = ACCEPTABLE.flatMap((kind) => {
    const count = counted.filter((one) => one.class === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  return classes.length === 0 ? [] : [`What Claude is given differs: ${classes.join(", ")}.`];
}

function ms(value: number | undefined): string {
  return `${Math.round(value ?? 0)} ms`;
}
