// Merges repeated runs into one that has each call at its shortest time: the rest of the time was noise.
import { callsOf } from "../../trace/read.js";
import type { Call, Trace } from "../../trace/trace.js";

/** A different kind of outcome does not count as another time of the same call. */
export function keepQuickest(trace: Trace, again: readonly Trace[]): Trace {
  const others = again.flatMap((one) => callsOf(one));
  const quickest = (call: Call): number =>
    Math.min(
      call.ms,
      ...others
        .filter(({ id, tool, outcome }) => id === call.id && tool === call.tool && outcome.kind === call.outcome.kind)
        .map(({ ms }) => ms),
    );
  return {
    ...trace,
    steps: trace.steps.map((step) => ({
      ...step,
      turns: step.turns.map((turn) => ({
        ...turn,
        calls: turn.calls.map((call) => ({ ...call, ms: quickest(call) })),
      })),
    })),
  };
}
