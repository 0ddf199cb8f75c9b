// A trace in; why a judge's verdict on it would be no evidence out. The same for a verdict asked for now and a recorded one.
import { groundOf } from "../metrics/ground.js";
import type { Trace } from "../trace/trace.js";

/** Undefined where the run was played to its end, on grounded turns, with nothing reworded. */
export function whyNoGround(trace: Trace): string | undefined {
  const { complete, reworded, why } = groundOf(trace);
  if (!complete || trace.evidence?.ungroundedFrom !== undefined) return why === "" ? "the run is not whole" : why;
  if (reworded) return "a description or schema that Claude chose its tools by was reworded since the recording.";
  return undefined;
}
