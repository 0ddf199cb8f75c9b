// Reads of one call the texts in which the expected state of its step may stand.
import type { Tool } from "../trace/contract.js";
import { isEvidence, isToolError } from "../trace/read.js";
import type { Call, CallOutcome, Trace } from "../trace/trace.js";
import { judgeCall, type CallRules } from "./call-health.js";
import { readableTextsOf } from "./result-text.js";
import { withoutDrift } from "./undrifted.js";

export interface StateRules extends CallRules {
  /** An error says what it says on evidence, too: it is expected, or the run is the one that is judged by itself. */
  errorsCount: boolean;
  /** What a replay stands on. */
  evidence: Trace["evidence"];
}

/**
 * None where the call proves nothing: it is unhealthy for another reason than an error that Claude was given. Nothing of
 * what drifted.
 */
export function stateTextsOf(
  call: Call,
  tools: readonly Tool[],
  { errorsCount, evidence, ...rules }: StateRules,
): string[] {
  if (!isEvidence(call)) return [];
  // An error that nobody expects fails Tool Call Health, whatever it says.
  const expectFailure = rules.expectFailure === true || (errorsCount && isError(call.outcome));
  if (judgeCall(call, tools, { ...rules, expectFailure }).fault !== undefined) return [];
  const proven = withoutDrift(call, evidence);
  return proven === undefined ? [] : readableTextsOf(proven);
}

/** True of an error that a server answered, which Claude was given. */
export function isError(outcome: CallOutcome): boolean {
  return outcome.kind === "error" || isToolError(outcome);
}
