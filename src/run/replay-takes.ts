// Replays all takes of a workflow.
import type { Workflow } from "../config/schema.js";
import { joinTakes } from "../report/join-takes.js";
import type { Evaluation } from "../report/report.js";
import type { ReplayOptions } from "../suite/options.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stages } from "../suite/stage.js";
import { passAtOf } from "../suite/trial-plan.js";
import { replayWorkflow, type ReplayedWorkflow } from "./replay-workflow.js";

export interface ReplayedTakes {
  /** Of all takes. */
  evaluation: Evaluation;
  /** In order; one where there are no others. */
  takes: readonly [ReplayedWorkflow, ...ReplayedWorkflow[]];
  /** The take whose run the evaluation shows. */
  shown: ReplayedWorkflow;
}

/** The cassette and every take beside it, one after another. */
export async function eachTake<T>(
  workflow: Workflow,
  settings: RunSettings,
  play: (settings: RunSettings) => Promise<T>,
): Promise<[T, ...T[]]> {
  const played: [T, ...T[]] = [await play(settings)];
  for (const take of await settings.index.takes(workflow.name)) {
    if (settings.signal.aborted) break;
    played.push(await play({ ...settings, take }));
  }
  return played;
}

/** Plays them, each on a server of its own. */
export async function replayTakes(
  workflow: Workflow,
  settings: RunSettings,
  stages: Stages,
  options: ReplayOptions,
): Promise<ReplayedTakes> {
  const takes = await eachTake(workflow, settings, (own) => replayWorkflow(workflow, own, stages, options));
  const [first, ...others] = takes;
  if (others.length === 0) return { evaluation: first.evaluation, takes, shown: first };
  const evaluations = [first.evaluation, ...others.map((one) => one.evaluation)] as const;
  const evaluation = joinTakes(evaluations, passAtOf(workflow, settings.suite.config));
  return { evaluation, takes, shown: takes[(evaluation.trials?.shown ?? 1) - 1] ?? first };
}
