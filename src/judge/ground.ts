// Says why a judge's verdict on a trace would prove nothing, both for a new verdict and for a recorded one.
import { groundOf } from "../metrics/ground.js";
import type { Trace } from "../trace/trace.js";

/** Undefined where the run was played to its end, all turns are grounded, and nothing was reworded. */
export function whyNoGround(trace: Trace): string | undefined {
  const { complete, reworded, why } = groundOf(trace);
  if (!complete || trace.evidence?.ungroundedFrom !== undefined) return why === "" ? "the run is not whole" : why;
  if (reworded) return "a description or schema that Claude chose its tools by was reworded since the recording.";
  return undefined;
}
