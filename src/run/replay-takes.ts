// Replays all takes of a workflow.
import type { Workflow } from "../config/schema.js";
import { joinTakes } from "../report/join-takes.js";
import type { Evaluation } from "../report/report.js";
import type { ReplayOptions } from "../suite/options.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stages } from "../suite/stage.js";
import { replayWorkflow, type ReplayedWorkflow } from "./replay-workflow.js";

export interface ReplayedTakes {
  /** Of all takes. */
  evaluation: Evaluation;
  /** In order; one where there are no others. */
  takes: readonly [ReplayedWorkflow, ...ReplayedWorkflow[]];
  /** The take whose run the evaluation shows. */
  shown: ReplayedWorkflow;
}

/** Plays the cassette and every take beside it, one after another, each on a server of its own. */
export async function replayTakes(
  workflow: Workflow,
  settings: RunSettings,
  stages: Stages,
  options: ReplayOptions,
): Promise<ReplayedTakes> {
  const first = await replayWorkflow(workflow, settings, stages, options);
  const others: ReplayedWorkflow[] = [];
  for (const take of await settings.index.takes(workflow.name)) {
    if (settings.signal.aborted) break;
    others.push(await replayWorkflow(workflow, { ...settings, take }, stages, options));
  }
  if (others.length === 0) return { evaluation: first.evaluation, takes: [first], shown: first };
  const passAt = workflow.passAt ?? settings.suite.config.passAt ?? 1;
  const evaluation = joinTakes([first.evaluation, ...others.map((one) => one.evaluation)], passAt);
  const takes = [first, ...others] as const;
  return { evaluation, takes, shown: takes[(evaluation.trials?.shown ?? 1) - 1] ?? first };
}
