// Decides which trials of a workflow `record` makes: all of them, or those that a recording that was stopped lacks.
import type { Workflow } from "../config/schema.js";
import type { KeptTrial, TrialsBefore } from "../suite/going-on.js";
import type { RecordOptions } from "../suite/options.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stages } from "../suite/stage.js";
import { countMissing, readTakesBefore } from "../suite/takes-before.js";
import { planTrials, type TrialPlan } from "../suite/trial-plan.js";
import { decideRecording, type RecordDecision } from "./decide-recording.js";

export type DecidedTrials =
  | Extract<RecordDecision, { record: false }>
  | {
      record: true;
      because: string;
      plan: TrialPlan;
      keepTrials: boolean;
      /** Those that count already. */
      made: ReadonlyMap<number, KeptTrial>;
      /** How many are to be made, at most. */
      missing: number;
    };

/**
 * Goes on with a recording that was stopped: where its takes replay, so that the server is the one that made them; where
 * they were not checked yet, because their own values differ then; and with `goOn`, because the user says so.
 */
export async function decideTrials(
  workflow: Workflow,
  settings: RunSettings,
  stages: Stages,
  options: RecordOptions,
  before: TrialsBefore,
): Promise<DecidedTrials> {
  const { config } = settings.suite;
  const plan = planTrials(workflow, config, options);
  const keepTrials = options.keepTrials ?? workflow.keepTrials ?? config.keepTrials ?? false;
  const all = { record: true, plan, keepTrials, made: new Map<number, KeptTrial>(), missing: plan.repeat } as const;
  const takes = await readTakesBefore(workflow, settings, { before, plan, keepTrials });
  const missing = countMissing(takes, plan);
  const because = `${takes.trials.size} of its ${plan.repeat} trials were made before it was stopped`;
  const goOn = { ...all, because, made: takes.trials, missing };
  const isUnchecked = !takes.areChecked && options.check !== false;
  const isAsked = options.goOn === true || (isUnchecked && (options.mode ?? "changed") === "changed");
  if (takes.trials.size > 0 && isAsked) return goOn;
  const decision = await decideRecording(workflow, settings, stages, options);
  if (decision.record) return { ...all, because: decision.because };
  const { verdict, replay } = decision.evaluation;
  const isSame = verdict === "passed" || (verdict === "failed" && replay?.failedBefore === true);
  return takes.trials.size > 0 && missing > 0 && isSame ? goOn : decision;
}
