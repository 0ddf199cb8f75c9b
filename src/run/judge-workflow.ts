// Asks the judge about a live run, where the settings ask for it.
import type { Judgement } from "../cassette/schema.js";
import { hideTrace } from "../places/trace-places.js";
import type { Workflow } from "../config/schema.js";
import type { MetricResult } from "../metrics/result.js";
import type { Veil } from "../redaction/veil.js";
import type { Trace } from "../trace/trace.js";
import type { RunSettings } from "../suite/settings.js";

/**
 * Returns undefined where no judge is asked for. Sends placeholders, as in a cassette, never the values of this
 * machine. Spends tokens.
 */
export async function judgeWorkflow(
  { judge, env, signal }: RunSettings,
  workflow: Workflow,
  trace: Trace,
  places: Veil,
): Promise<{ result: MetricResult; judgement?: Judgement } | undefined> {
  if (judge === undefined) return undefined;
  const { judgeRun } = await import("../judge/judge-run.js");
  return judgeRun({ trace: hideTrace(trace, places), workflow: places.hide(workflow), settings: judge, env, signal });
}
