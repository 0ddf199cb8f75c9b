// Puts placeholders into a trace, or the values that they have here. Takes the places of a machine, or a veil, which
// hides secrets too. Pure.
import type { JsonValue } from "../json/value.js";
import type { Contract } from "../trace/contract.js";
import type { Call, Trace } from "../trace/trace.js";
import { changeContract, changeTrace } from "../trace/change-trace.js";
import type { Places } from "./places.js";

/** Hides values: places alone, or a veil, which knows calls and learns before it hides. */
export interface Hider {
  hide<T extends JsonValue>(value: T): T;
  hideCall?: (call: Call) => Call;
  study?: (value: unknown) => void;
}

/** The trace with placeholders in every text: script, results, arguments, contract, system prompt. Evidence stays. */
export function hideTrace(trace: Trace, hider: Hider): Trace {
  // A secret that is known only at the end of a run is hidden at its beginning too.
  const { system, contract, steps, end, findings, stderr } = trace;
  hider.study?.({ system, contract, end, findings, stderr });
  hider.study?.(steps.map(({ user, turns }) => [user, turns.map(({ content, calls }) => [content, calls])]));
  return changeTrace(trace, (value) => hider.hide(value), hider.hideCall);
}

/** Hides in a recorded trace what has become a place since it was recorded. */
export function hideTraceAgain(trace: Trace, places: Pick<Places, "hideAgain">): Trace {
  return changeTrace(trace, (value) => places.hideAgain(value));
}

/** The trace with the values of this machine. */
export function showTrace(trace: Trace, places: Pick<Places, "show">): Trace {
  return changeTrace(trace, (value) => places.show(value));
}

/** The contract with placeholders. */
export function hideContract(contract: Contract, hider: Hider): Contract {
  return changeContract(
    contract,
    (value) => hider.hide(value),
    (tools) => [...tools].map((tool) => hider.hide(tool)),
  );
}
