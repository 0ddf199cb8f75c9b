// Returns what one call proves of the expected state of its step.
import type { Tool } from "../trace/contract.js";
import { isEvidence, isToolError } from "../trace/read.js";
import type { Call, CallOutcome, Trace } from "../trace/trace.js";
import { judgeCall, type CallRules } from "./call-health.js";
import { withoutDrift } from "./undrifted.js";

export interface StateRules extends CallRules {
  /** The text of an error counts as evidence: the error is expected, or the run is live. */
  errorsCount: boolean;
  /** What a replay is compared with. */
  evidence: Trace["evidence"];
}

/**
 * Returns the outcome without what drifted. Undefined where the call proves nothing: it is unhealthy for a reason other
 * than an error that Claude was given.
 */
export function provenOutcome(
  call: Call,
  tools: readonly Tool[],
  { errorsCount, evidence, ...rules }: StateRules,
): CallOutcome | undefined {
  if (!isEvidence(call)) return undefined;
  // An unexpected error fails Tool Call Health, whatever its text says.
  const expectFailure = rules.expectFailure === true || (errorsCount && isError(call.outcome));
  if (judgeCall(call, tools, { ...rules, expectFailure }).fault !== undefined) return undefined;
  return withoutDrift(call, evidence);
}

/** True for an error that the server answered and Claude was given. */
export function isError(outcome: CallOutcome): boolean {
  return outcome.kind === "error" || isToolError(outcome);
}
