// Makes the trials of one live workflow, one run after another or a few at a time, until enough of them are there.
import type { Workflow } from "../config/schema.js";
import { McpvalsError } from "../errors.js";
import { counts, isDecided, joinTrials, type TrialResult } from "../report/build-trials.js";
import type { Evaluation } from "../report/report.js";
import type { RunOptions } from "../suite/options.js";
import { workThrough } from "../suite/pool.js";
import type { TrialPlan } from "../suite/trial-plan.js";

/** A trial, and how its run is kept for `show --last`. */
export interface LiveTrial extends TrialResult {
  keep: (evaluation: Evaluation) => Promise<void>;
}

export interface JoinedTrials {
  evaluation: Evaluation;
  /** Keeps the run of the trial that is shown. */
  keep: (evaluation: Evaluation) => Promise<void>;
  /** Whether a limit, a failure or an interruption ended the trials before all of them were made. */
  isStopped: boolean;
}

/** How often the trials of a workflow may meet an outside failure before no more are made. */
const MOST_FAILURES = 2;

export interface TrialsToRun {
  workflow: Workflow;
  plan: TrialPlan;
  /** How many trials of this workflow may run at the same time. */
  atATime: number;
  signal: AbortSignal;
  /** Makes one trial; `number` counts from 1. A trial that is made again keeps its number. */
  run: (number: number) => Promise<LiveTrial>;
  /** The first trial is the one that is shown, because it is the recorded one. */
  showFirst?: boolean;
}

/**
 * Runs the trials and joins them. None is repeated because it scored badly. One that an outside failure ended is made
 * again, with a note, and counts only if it is judged then; after two such failures no more are made.
 */
export async function runTrials(
  { workflow, plan, atATime, signal, run, showFirst = false }: TrialsToRun,
  { onProgress }: RunOptions,
): Promise<JoinedTrials> {
  const { repeat, passAt, looks } = plan;
  const trials: LiveTrial[] = [];
  let retried = 0;
  let failures = 0;
  const tell = (message: string): void => onProgress?.({ type: "note", message });
  const goesOn = (): boolean => failures < MOST_FAILURES && !signal.aborted;

  const runOne = async (number: number): Promise<void> => {
    let trial = await run(number);
    while (trial.evaluation.verdict === "error" && !signal.aborted) {
      failures += 1;
      if (!goesOn()) break;
      const [why = "it met a failure outside the server"] = trial.evaluation.reasons;
      tell(`Trial ${number} of ${workflow.name} is made again: ${why.split("\n")[0] ?? why}`);
      retried += 1;
      trial = await run(number);
    }
    trials[number - 1] = trial;
  };

  for (const until of looks?.map(({ after }) => after) ?? [repeat]) {
    const numbers = Array.from({ length: until - trials.length }, (_, at) => trials.length + at + 1);
    try {
      await workThrough(numbers, runOne, { concurrency: atATime, signal, enough: () => !goesOn() });
    } catch (error) {
      // The trials that were paid for count. The next workflow meets the limit, too, before it spends anything.
      if (!(error instanceof McpvalsError) || error.code !== "BUDGET_REACHED" || made(trials).length === 0) throw error;
      tell(`${workflow.name}: ${error.message}`);
      failures = MOST_FAILURES;
    }
    const evaluations = made(trials).map(({ evaluation }) => evaluation);
    // A trial that was not judged is missing at every later look: nothing can be decided any more.
    const isWhole = evaluations.filter(counts).length === until;
    if (!goesOn() || isDecided(evaluations, looks) || !isWhole) break;
  }
  const all = made(trials);
  const [first = await run(1), ...more] = all;
  const evaluation = joinTrials([first, ...more], { planned: repeat, passAt, looks, retried, showFirst });
  const shown = all[(evaluation.trials?.shown ?? 1) - 1] ?? first;
  return { evaluation, keep: (last) => shown.keep(last), isStopped: !goesOn() };
}

/** Without the holes of trials that were not begun. */
function made(trials: readonly LiveTrial[]): LiveTrial[] {
  return trials.filter((trial) => trial !== undefined);
}
