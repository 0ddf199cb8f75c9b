// Decides what a report of a diff shows first and what it only counts. All reports of a diff use this.
import type { CallDiff, DiffReport, ScoreDiff, WorkflowDiff } from "../../../diff/diff.js";
import type { ContractChange } from "../../../contract/change.js";
import type { Drift } from "../../../trace/drift.js";
import { worstDriftFirst } from "../../../report/worst-drift-first.js";
import { OUTCOMES_WORST_FIRST } from "../../../diff/verdict/decide.js";
import {
  wasSettled,
  isUndecided,
  needsDecision,
  weightOf,
  isExplained,
  DEFAULT_ACCEPT,
} from "../../../trace/drift-classes.js";
import {
  factsOfContractClass,
  isCovered,
  QUIET_CHANGES,
  TO_DECIDE,
  type ContractClass,
} from "../../../contract/classes.js";

/** In the order of the suite within an outcome. */
export function worstWorkflowsFirst(report: DiffReport): WorkflowDiff[] {
  return OUTCOMES_WORST_FIRST.flatMap((outcome) => report.workflows.filter((one) => one.outcome === outcome));
}

/** Returns the changes of some classes that are not accepted, each once, though several pairs of contracts may have it. */
export function openChanges(report: DiffReport, ...kinds: readonly ContractClass[]): ContractChange[] {
  return eachOnce(report).filter((change) => kinds.includes(change.class) && change.accepted !== true);
}

export function acceptedChanges(report: DiffReport): ContractChange[] {
  return eachOnce(report).filter((change) => change.accepted === true);
}

function eachOnce({ contracts }: DiffReport): ContractChange[] {
  return [...new Map(contracts.flatMap(({ changes }) => changes).map((change) => [change.id, change])).values()];
}

/**
 * Returns changes of the quiet classes, where nothing else in the contract made it `CHANGED`: the cause is never folded
 * away.
 */
export function decidingChanges(report: DiffReport): ContractChange[] {
  if (report.verdict !== "CHANGED" || openChanges(report, ...TO_DECIDE).length > 0) return [];
  const isHarmless = (kind: ContractClass): boolean => isCovered(kind, DEFAULT_ACCEPT);
  const compatible = openChanges(report, ...QUIET_CHANGES.filter((kind) => !isHarmless(kind)));
  if (compatible.length > 0 || report.summary.workflows.CHANGED > 0) return compatible;
  return openChanges(report, ...QUIET_CHANGES.filter(isHarmless));
}

/**
 * Returns the drift that prevents `SAME`, the worst first; includes new fields where nothing else made it `CHANGED`.
 */
export function tellingDrift({ drift, outcome }: WorkflowDiff): Drift[] {
  const loud = worstDriftFirst(drift).filter((item) => isUndecided(item));
  if (loud.length > 0 || outcome !== "CHANGED") return loud;
  return worstDriftFirst(drift).filter((one) => !needsDecision(one) && weightOf(one) !== "nothing");
}

/** Returns the other drift: accepted, or harmless by its class; the worst first. */
export function quietDrift(workflow: WorkflowDiff): Drift[] {
  const telling = new Set(tellingDrift(workflow));
  return worstDriftFirst(workflow.drift).filter((item) => !telling.has(item));
}

/** True for drift that was found after the recording stopped proving anything. Tools are listed whatever the turn. */
export function isUngrounded({ ungroundedFrom }: WorkflowDiff, { where: { part, turn } }: Drift): boolean {
  if (ungroundedFrom === undefined || turn === undefined) return false;
  return (part === "result" || part === "arguments") && turn >= ungroundedFrom.turn;
}

/** Returns calls that fail now, fail differently, or can no longer be made. */
export function troubledCalls({ calls }: WorkflowDiff): CallDiff[] {
  return calls.filter(({ change }) => TROUBLE.has(change));
}

const TROUBLE = new Set<CallDiff["change"]>(["impossible", "error-appeared", "error-changed"]);

/** Returns calls that no longer fail. */
export function mendedCalls({ calls }: WorkflowDiff): CallDiff[] {
  return calls.filter(({ change }) => change === "error-gone");
}

/** Returns slower calls that were timed here on both sides. Other times are shown only with everything. */
export function slowerCalls({ from, to }: DiffReport, { calls }: WorkflowDiff): CallDiff[] {
  if (from.kind !== "server" || to.kind !== "server") return [];
  return calls.filter(({ latency, ungrounded }) => latency === "slower" && !ungrounded);
}

export function changedScores({ scores }: WorkflowDiff): ScoreDiff[] {
  return scores.filter(({ change }) => change !== "same");
}

/** Counts what is shown only with everything: `3 compatible changes`, `5 volatile differences`. */
export function foldedCounts(report: DiffReport): string[] {
  const told = new Set(decidingChanges(report));
  const changes = QUIET_CHANGES.map((kind): [number, string] => [
    openChanges(report, kind).filter((change) => !told.has(change)).length,
    `${kind} change`,
  ]);
  const timed = report.workflows.flatMap((workflow) => {
    const slower = new Set(slowerCalls(report, workflow));
    return workflow.calls.filter((call) => call.latency !== undefined && !slower.has(call));
  });
  const quiet = report.workflows.flatMap(quietDrift);
  const settled = quiet.filter(wasSettled).length + acceptedChanges(report).length;
  const alone = quiet.filter(isExplained).length;
  const counts: [number, string][] = [
    ...changes,
    [quiet.length - alone - quiet.filter(wasSettled).length, "harmless difference"],
    [alone, "volatile difference"],
    [settled, "accepted difference"],
    [timed.length, "slower or faster call"],
  ];
  return counts.flatMap(([number, what]) => (number === 0 ? [] : [countOf(number, what)]));
}

/** Returns the ids of changes of the contract that `mcpvals accept` may take. A workflow has its own. */
export function acceptableIds(report: DiffReport): string[] {
  // A call that cannot be made stays impossible, even if somebody accepts why.
  const impossible = new Set(
    report.workflows.flatMap(({ calls }) => calls.filter(isImpossible).map(({ tool }) => tool)),
  );
  const changes = openChanges(report, ...TO_DECIDE).filter(
    ({ class: kind, subject }) =>
      factsOfContractClass(kind).weight !== "breaks" || subject.kind !== "tool" || !impossible.has(subject.name ?? ""),
  );
  // A foreign id must not be part of a command to copy.
  return [...new Set(changes.map(({ id }) => id))].filter((id) => /^d-[0-9a-f]{1,64}$/.test(id));
}

/** True for a call that can no longer be made. */
export function isImpossible({ change }: CallDiff): boolean {
  return change === "impossible";
}

/** `1 change`, `2 changes`. */
export function countOf(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
