// In: a trace and the places of a machine, or a veil that hides secrets too. Out: the trace with placeholders, or with
// what they mean here. Pure.
import type { JsonValue } from "../json/value.js";
import type { Contract } from "../trace/contract.js";
import type { Call, Trace } from "../trace/trace.js";
import { changeContract, changeTrace } from "../trace/change-trace.js";
import type { Places } from "./places.js";

/** What hides: places alone, or a veil, which knows more of calls and learns before it hides. */
export interface Hider {
  hide<T extends JsonValue>(value: T): T;
  hideCall?: (call: Call) => Call;
  study?: (value: unknown) => void;
}

/** The trace with placeholders in every text: script, results, arguments, contract, system prompt. Evidence stays. */
export function hideTrace(trace: Trace, hider: Hider): Trace {
  // What is known of a secret only in the end of a run is hidden in its beginning too.
  const { system, contract, steps, end, findings, stderr } = trace;
  hider.study?.({ system, contract, end, findings, stderr });
  hider.study?.(steps.map(({ user, turns }) => [user, turns.map(({ content, calls }) => [content, calls])]));
  return changeTrace(trace, (value) => hider.hide(value), hider.hideCall);
}

/** A recorded trace, without what has become a place since it was recorded. */
export function hideTraceAgain(trace: Trace, places: Pick<Places, "hideAgain">): Trace {
  return changeTrace(trace, (value) => places.hideAgain(value));
}

/** The trace in the terms of this machine. */
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
