// Plans what a live command is about to spend, from the tokens of each workflow's earlier run. Knows no terminal.
import { ifReadable } from "../cassette/if-readable.js";
import { readCassette } from "../cassette/read-cassette.js";
import { readTrace } from "../cassette/read-trace.js";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import type { Workflow } from "../config/schema.js";
import { isSkipped } from "../config/skip-reason.js";
import { allTokens, spentIn, sumSpent, times, type Spent } from "../report/spent.js";
import { isBrokenOff } from "../trace/broken-off.js";
import type { Trace } from "../trace/trace.js";
import { readLastRun } from "./last-run.js";
import type { RunOptions } from "./options.js";
import type { RunSettings } from "./settings.js";
import type { PlannedRuns, SpendingPlan } from "./planned-spending.js";
import { describePlans, planTrials } from "./trial-plan.js";

/** Reads the cassettes, or else the last live runs. Spends nothing. Throws BAD_USAGE as `planTrials` does. */
export async function planSpending(
  due: readonly { workflow: Workflow; why: string }[],
  settings: RunSettings,
  options: RunOptions,
): Promise<SpendingPlan> {
  const { suite, model, judge, agent } = settings;
  const plans = due.map(({ workflow }) => planTrials(workflow, suite.config, options));
  // An agent asks what it asked, where nobody chose a model for it.
  const priced = (earlier: Trace): string =>
    agent === undefined ? model.name : (settings.agentModel ?? earlier.model.name);
  const runs = due.map(async ({ workflow, why }, at): Promise<PlannedRuns> => {
    const earlier = await readEarlier(workflow.name, settings);
    const spent = earlier === undefined ? undefined : spentIn(earlier, priced(earlier), suite.config.prices);
    // An imported run may not say what it used.
    const claude = spent === undefined || allTokens(spent) === 0 ? undefined : spent;
    const asked = judge === undefined ? undefined : await readJudged(workflow.name, settings);
    const each = claude === undefined || asked === undefined ? claude : { ...claude, judge: asked };
    return { workflow: workflow.name, why, trials: plans[at]?.repeat ?? 1, each };
  });
  const planned = await Promise.all(runs);
  return {
    suite: suite.name,
    model: agent === undefined ? model.name : (settings.agentModel ?? "the agent's own model"),
    runs: planned,
    kept: [],
    remarks: [...describePlans(plans), ...(judge === undefined ? [] : describeJudging(planned, judge.samples))],
  };
}

/** Without trials that were made before. `missing`: how many the run at this place lacks; undefined for all. */
export function withoutMade(plan: SpendingPlan, missing: (at: number) => number | undefined): SpendingPlan {
  const runs = plan.runs.map((run, at) => ({ ...run, trials: missing(at) ?? run.trials }));
  const made = runs.filter(({ trials }) => trials === 0);
  return {
    ...plan,
    runs: runs.filter(({ trials }) => trials > 0),
    kept: [...plan.kept, ...made.map(({ workflow }) => ({ workflow, why: "all its trials were judged before" }))],
  };
}

/** What is spent where the judge is asked about the replay of every take. */
export async function planJudging(settings: RunSettings): Promise<SpendingPlan> {
  const due = settings.workflows.filter((workflow) => !isSkipped(workflow));
  const planned = due.map(async ({ name }): Promise<PlannedRuns> => {
    const judge = await readJudged(name, settings);
    return {
      workflow: name,
      why: "the judge is asked again",
      trials: 1 + (await settings.index.takes(name)).length,
      each: judge === undefined ? undefined : { ...sumSpent([]), judge },
    };
  });
  const runs = await Promise.all(planned);
  return {
    suite: settings.suite.name,
    model: judgeNameOf(settings),
    runs,
    kept: [],
    remarks: describeJudging(runs, settings.judge?.samples ?? 1),
  };
}

/** The model that judges. */
export function judgeNameOf({ judge }: Pick<RunSettings, "judge">): string {
  return judge?.model ?? "no judge";
}

/** How often the judge is asked, and of how many workflows it is not known what that takes. */
function describeJudging(runs: readonly PlannedRuns[], samples: number): string[] {
  if (runs.length === 0) return [];
  const requests = runs.reduce((all, { trials }) => all + trials * samples, 0);
  const unknown = runs.filter(({ each }) => each?.judge === undefined).length;
  const cost = unknown === 0 ? "" : `; what that costs is unknown for ${unknown} of ${runs.length} workflows`;
  return [`The judge is asked ${requests} ${requests === 1 ? "time" : "times"} if every run ends well${cost}.`];
}

/** What the judge took for one trial of the last live run; undefined where it was not asked then. */
async function readJudged(workflow: string, { suite }: RunSettings): Promise<Spent["judge"]> {
  const evaluation = (await ifReadable(readLastRun(storePlaceOf(suite), workflow)))?.evaluation;
  const spent = evaluation?.spent?.judge;
  const trials = evaluation?.trials?.each.length ?? 1;
  return spent === undefined ? undefined : times(spent, 1 / trials);
}

/** The plan of a suite that is left out. */
export function planNothing(suite: string, model: string, reason: string): SpendingPlan {
  return { suite, model, runs: [], kept: [], remarks: [reason] };
}

/** The recorded run; where there is none that can be read, the last live one. */
async function readEarlier(workflow: string, { suite, index }: RunSettings): Promise<Trace | undefined> {
  const place = storePlaceOf(suite);
  const stored = await ifReadable(readCassette(cassetteFileOf(place, workflow), index));
  if (stored !== undefined) return readTrace(stored.cassette, stored.contract);
  const last = (await ifReadable(readLastRun(place, workflow)))?.run;
  return last === undefined || isBrokenOff(last.end) ? undefined : last;
}
