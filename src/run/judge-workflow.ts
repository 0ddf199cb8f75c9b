// Asks the judge about a run, where the settings ask for it.
import type { Judgement } from "../cassette/schema.js";
import { hideTrace } from "../places/trace-places.js";
import type { Workflow } from "../config/schema.js";
import { McpvalsError } from "../errors.js";
import { buildUnscored } from "../judge/score.js";
import type { MetricResult } from "../metrics/result.js";
import type { Veil } from "../redaction/veil.js";
import { spendingOf, sumSpent, type Spent } from "../report/spent.js";
import type { RunSettings } from "../suite/settings.js";
import type { Trace } from "../trace/trace.js";

export interface JudgedWorkflow {
  result: MetricResult;
  judgement?: Judgement;
  /** Absent where nothing was sent, or the judge's server does not say what it took. */
  spent?: Spent | undefined;
}

/**
 * Returns undefined where no judge is asked for. Sends placeholders, as in a cassette, never the values of this
 * machine. Spends tokens; where no more may be spent, the run is not scored.
 */
export async function judgeWorkflow(
  { judge, env, signal, budget, suite }: RunSettings,
  workflow: Workflow,
  trace: Trace,
  places: Veil,
): Promise<JudgedWorkflow | undefined> {
  if (judge === undefined) return undefined;
  const { prices } = suite.config;
  const parts: Spent[] = [];
  const spentOn = (): Spent | undefined => (parts.length === 0 ? undefined : sumSpent(parts));
  let refused: unknown;
  const before = (): void => {
    try {
      budget.check();
    } catch (error) {
      refused = error;
      throw error;
    }
  };
  const { judgeRun } = await import("../judge/judge-run.js");
  try {
    const judged = await judgeRun({
      trace: hideTrace(trace, places),
      workflow: places.hide(workflow),
      settings: judge,
      env,
      signal,
      before,
      onUsage: (usage) => {
        budget.add(judge.model, usage, prices);
        parts.push(spendingOf(judge.model, usage, prices));
      },
    });
    return { ...judged, spent: spentOn() };
  } catch (error) {
    if (!(error instanceof McpvalsError)) throw error;
    // Claude's run is paid for, and stays.
    if (error === refused) return { result: buildUnscored("limit", error.message, judge), spent: spentOn() };
    if (error.code === "JUDGE_ACCOUNT") budget.stop(error);
    throw error;
  }
}
