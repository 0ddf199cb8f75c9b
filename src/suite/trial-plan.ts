// Decides how many trials a workflow gets, and what so many trials can decide.
import type { ParsedConfig, Workflow } from "../config/schema.js";
import { McpvalsError } from "../errors.js";
import { planSure, type SureLook } from "../statistics/sure.js";
import { fewestToReach } from "../statistics/wilson.js";
import type { RunOptions } from "./options.js";

/** `sure` without a number of trials. */
const MOST_SURE_TRIALS = 40;

export interface TrialPlan {
  /** The most trials of the workflow. */
  repeat: number;
  /** The share of the trials that has to pass, 0 to 1. */
  passAt: number;
  /** When to look whether the threshold is decided; undefined without `sure`. */
  looks: readonly SureLook[] | undefined;
}

type Asked = Pick<RunOptions, "repeat" | "sure">;

/** The share of trials or takes that has to pass, 0 to 1. */
export function passAtOf(workflow: Workflow, config: ParsedConfig): number {
  return workflow.passAt ?? config.passAt ?? 1;
}

/** A flag overrides the workflow, the workflow overrides the suite. Throws BAD_USAGE where `sure` can decide nothing. */
export function planTrials(workflow: Workflow, config: ParsedConfig, { repeat, sure }: Asked): TrialPlan {
  const passAt = passAtOf(workflow, config);
  const isSure = sure ?? workflow.sure ?? config.sure ?? false;
  const most = repeat ?? workflow.repeat ?? config.repeat ?? (isSure ? MOST_SURE_TRIALS : 1);
  if (!isSure) return { repeat: most, passAt, looks: undefined };
  if (passAt <= 0 || passAt >= 1) {
    const message = `--sure cannot decide whether ${workflow.name} passes at a rate of ${passAt}: no number of trials proves that it always passes, or never`;
    throw new McpvalsError("BAD_USAGE", message, {
      fix: 'Write a threshold between 0 and 1 into the config, such as "passAt": 0.8.',
    });
  }
  return { repeat: most, passAt, looks: planSure(passAt, most) };
}

/** False where a workflow is run once and its verdict is that of the run. */
export function repeats({ repeat, looks }: TrialPlan): boolean {
  return repeat > 1 || looks !== undefined;
}

/** What the trials of these workflows can decide: one sentence for each different plan, before anything is spent. */
export function describePlans(plans: readonly TrialPlan[]): string[] {
  return [...new Set(plans.filter(repeats).map(describePlan))];
}

function describePlan({ repeat, passAt, looks }: TrialPlan): string {
  if (looks !== undefined) {
    const failsFrom = looks.find(({ fails }) => fails !== undefined)?.after;
    const passesFrom = looks.find(({ passes }) => passes !== undefined);
    const able = [
      passesFrom === undefined
        ? `cannot pass a workflow at passAt ${passAt}: not even ${count(repeat)} that all pass are enough${enough(passAt)}`
        : `passes a workflow at passAt ${passAt} after ${passesFrom.after} trials at the earliest (${passesFrom.passes} of ${passesFrom.after})`,
      failsFrom === undefined ? "cannot fail one" : `fails one after ${failsFrom} at the earliest`,
    ];
    const most = looks.map(({ after }) => after).join(", ");
    return `At most ${count(repeat)} of each workflow, looked at after ${most}: --sure ${able.join(", and ")}.`;
  }
  const fewest = fewestToReach(passAt);
  const says =
    fewest === undefined
      ? "No number of trials shows that it always passes."
      : repeat < fewest
        ? `They give a rate, and cannot show that it is ${passAt} or more: a 95% interval at or above ${passAt} needs ${fewest} of ${fewest} passed.`
        : `A 95% interval at or above ${passAt} needs ${fewest} of ${fewest} passed, or more trials.`;
  return `${count(repeat)} of each workflow, which passes if ${passAt === 1 ? "all pass" : `a share of ${passAt} passes`}. ${says}`;
}

/** From how many trials on `sure` can pass a workflow. */
function enough(passAt: number): string {
  for (let most = 1; most <= 200; most++) {
    if (planSure(passAt, most).some(({ passes }) => passes !== undefined)) return ` (${most} could be)`;
  }
  return "";
}

function count(trials: number): string {
  return `${trials} ${trials === 1 ? "trial" : "trials"}`;
}
