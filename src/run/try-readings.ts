// Sends the call of a doubtful argument once with each reading, where a wrong guess can do no harm, and excludes
// readings that fail.
import { readOnlyTools } from "../agent/dispatch.js";
import type { PlayedCheck } from "../drift/check-player.js";
import { excludeReadings, planTries, readTry, type Tried, type Try } from "../drift/plan-tries.js";
import type { Trace } from "../trace/trace.js";
import type { Learned } from "../variables/learned.js";
import type { RunOptions } from "../suite/options.js";
import type { RunSettings } from "../suite/settings.js";

/**
 * Returns what was learned, without the readings that the server refused. `attempt` plays one try on a stage of its
 * own.
 */
export async function tryReadings(
  learned: Learned,
  recorded: Trace,
  { suite }: Pick<RunSettings, "suite">,
  attempt: (one: Try) => Promise<PlayedCheck | undefined>,
  { onProgress }: Pick<RunOptions, "onProgress">,
): Promise<Learned> {
  const { doubtful } = learned;
  if (doubtful.length === 0) return learned;
  const readOnly = readOnlyTools(recorded.contract.tools);
  const plan = planTries(learned, recorded, (tool) => suite.config.reset !== undefined || readOnly.has(tool));
  if ("why" in plan) {
    onProgress?.({ type: "note", message: `Not tried ${recorded.workflow}: ${plan.why}` });
    return learned;
  }
  const all: Tried[] = [];
  for (const one of plan.tries) {
    const played = await attempt(one);
    const tried = played === undefined ? undefined : readTry(one, played, doubtful, recorded);
    // A reading that the run did not reach may be the right one, so learn nothing.
    if (tried === undefined) return learned;
    all.push(tried);
  }
  return { ...learned, doubtful: excludeReadings(doubtful, all) };
}
