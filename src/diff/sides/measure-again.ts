// Plays a workflow whose calls are slower on the new side again on both sides, until noise explains it or does not.
// The first calls of a side may run on a machine that is still busy.
import { addAll } from "../../append-to.js";
import type { Workflow } from "../../config/schema.js";
import { keepQuickest } from "../behaviour/keep-quickest.js";
import type { ComparedWorkflow } from "../workflow.js";
import type { Trace } from "../../trace/trace.js";
import type { LiveDiff, LiveSide } from "./diff-live.js";
import { replayWorkflow } from "../../run/replay-workflow.js";

/** How often each side is played again. */
const MOST = 2;

export interface Measured {
  from: LiveSide;
  first: ComparedWorkflow;
  sides: { before: Trace; after: Trace };
  compare: (before: Trace, after: Trace) => ComparedWorkflow;
}

/** True where a call that is evidence is slower, and that may matter next to the other findings. */
export function hasSlower({ diff, findings }: ComparedWorkflow): boolean {
  return !findings.worse && diff.calls.some(({ latency, ungrounded }) => latency === "slower" && !ungrounded);
}

/** Compares each call by its shortest time on each side. */
export async function measureAgain(
  written: Workflow,
  { to, strict, suite, options }: LiveDiff,
  { from, first, sides, compare }: Measured,
): Promise<ComparedWorkflow> {
  const play = async ({ settings, stages }: LiveSide): Promise<Trace[]> => {
    const replayed = await replayWorkflow(written, settings, stages, { afterDrift: "play", strict });
    return replayed.kind === "played" ? [replayed.played.trace] : [];
  };
  options.onProgress?.({
    type: "note",
    message: `${suite.name}, ${written.name}: calls are slower on the new side; played again to be sure`,
  });
  const before: Trace[] = [];
  const after: Trace[] = [];
  let compared = first;
  for (let times = 0; times < MOST && hasSlower(compared) && !to.settings.signal.aborted; times++) {
    // In the opposite order of the first time.
    addAll(after, await play(to));
    addAll(before, await play(from));
    compared = compare(keepQuickest(sides.before, before), keepQuickest(sides.after, after));
  }
  return compared;
}
