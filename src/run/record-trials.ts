// Records a workflow that runs several times: the first trial is its cassette, the others are takes beside it or only
// counted.
import { removeTakes } from "../cassette/takes.js";
import { storePlaceOf } from "../cassette/store-place.js";
import type { Workflow } from "../config/schema.js";
import type { Evaluation } from "../report/report.js";
import type { RecordOptions } from "../suite/options.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stages } from "../suite/stage.js";
import { planTrials, repeats } from "../suite/trial-plan.js";
import { evaluateOnce } from "./evaluate.js";
import { recordWorkflow, type RecordOutcome } from "./record-workflow.js";
import { runTrials, type LiveTrial } from "./run-trials.js";

export interface RecordedTrials {
  evaluation: Evaluation;
  keep: (evaluation: Evaluation) => Promise<void>;
  /** The takes that were written, from 1. */
  takes: number[];
}

/** Records the first trial, never the best one; with `keepTrials`, each one as a take of its own. */
export async function recordTrials(
  workflow: Workflow,
  because: string,
  settings: RunSettings,
  stages: Stages,
  options: RecordOptions,
): Promise<RecordedTrials> {
  const { config } = settings.suite;
  const plan = planTrials(workflow, config, options);
  const keepTrials = options.keepTrials ?? workflow.keepTrials ?? config.keepTrials ?? false;
  const written = new Map<number, NonNullable<RecordOutcome["noteTrials"]>>();
  const run = async (take: number): Promise<LiveTrial> => {
    if (take > 1 && !keepTrials) return evaluateOnce(workflow, settings, stages, options);
    const outcome = await recordWorkflow(workflow, because, { ...settings, take }, stages, options);
    if (outcome.noteTrials !== undefined) written.set(take, outcome.noteTrials);
    return outcome;
  };
  const { signal } = settings;
  const { evaluation, keep } = repeats(plan)
    ? await runTrials({ workflow, plan, atATime: 1, signal, run, showFirst: true }, options)
    : await run(1);
  const { trials } = evaluation;
  // Takes of an older recording stay until its first take is replaced.
  if (written.has(1)) {
    if (trials !== undefined) {
      for (const noteTrials of written.values()) await noteTrials({ runs: trials.each.length, passed: trials.passed });
    }
    const last = Math.max(...written.keys());
    const old = (await settings.index.takes(workflow.name)).filter((take) => take > last);
    await removeTakes(storePlaceOf(settings.suite), workflow.name, old);
  }
  return { evaluation, keep, takes: [...written.keys()] };
}
