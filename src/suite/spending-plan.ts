// Plans what a live command is about to spend, from the tokens of each workflow's earlier run. Knows no terminal.
import { readCassette } from "../cassette/read-cassette.js";
import { readTrace } from "../cassette/read-trace.js";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import type { Workflow } from "../config/schema.js";
import { McpvalsError } from "../errors.js";
import { allTokens, spentIn } from "../report/spent.js";
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
  const { suite, model, judge } = settings;
  const plans = due.map(({ workflow }) => planTrials(workflow, suite.config, options));
  const runs = due.map(async ({ workflow, why }, at): Promise<PlannedRuns> => {
    const earlier = await readEarlier(workflow.name, settings);
    const spent = earlier === undefined ? undefined : spentIn(earlier, model.name, suite.config.prices);
    // An imported run may not say what it used.
    const each = spent === undefined || allTokens(spent) === 0 ? undefined : spent;
    return { workflow: workflow.name, why, trials: plans[at]?.repeat ?? 1, each };
  });
  const judged = judge === undefined || due.length === 0 ? [] : ["What the judge costs is not in this plan."];
  return {
    suite: suite.name,
    model: model.name,
    runs: await Promise.all(runs),
    kept: [],
    remarks: [...describePlans(plans), ...judged],
  };
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

async function ifReadable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof McpvalsError && error.code !== "BUG") return undefined;
    throw error;
  }
}
