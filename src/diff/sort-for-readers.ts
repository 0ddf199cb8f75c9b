// Sorts what a diff found as people read it: what recorded calls meet first, then one subject after another.
import { appendTo } from "../append-to.js";
import { CONTRACT_WORST_FIRST } from "../contract/classes.js";
import type { ContractChange } from "../contract/change.js";
import { canonicalJson } from "../json/canonical.js";
import type { WorkflowDiff } from "./diff.js";
import { OUTCOMES_WORST_FIRST } from "./verdict/decide.js";

/** Sorts by outcome, the worst first, then in the given order. */
export function worstFirst(workflows: readonly WorkflowDiff[]): WorkflowDiff[] {
  return OUTCOMES_WORST_FIRST.flatMap((outcome) => workflows.filter((one) => one.outcome === outcome));
}

/** Returns each tool that recorded calls use, with the workflows that call it. */
export function findCalledTools(workflows: readonly WorkflowDiff[]): Map<string, string[]> {
  const called = new Map<string, string[]>();
  for (const { workflow, calls } of workflows) {
    for (const tool of new Set(calls.map((call) => call.tool))) {
      appendTo(called, tool, workflow);
    }
  }
  return called;
}

/**
 * Sorts tools that recorded calls use to the front. All changes of a subject stay together, and a subject ranks by its
 * worst change that nobody accepted; its own changes are sorted by class.
 */
export function sortForReaders(
  changes: readonly ContractChange[],
  called: ReadonlyMap<string, readonly string[]>,
): ContractChange[] {
  const subjects = new Map<string, ContractChange[]>();
  for (const change of changes) appendTo(subjects, keyOfSubject(change), change);
  const isCalled = (group: readonly ContractChange[]): boolean =>
    group.some(({ subject: { kind, name } }) => kind === "tool" && name !== undefined && called.has(name));
  return [...subjects.values()]
    .toSorted((one, other) => Number(isCalled(other)) - Number(isCalled(one)) || rankOf(one) - rankOf(other))
    .flatMap((group) => group.toSorted((one, other) => rankOfClass(one) - rankOfClass(other)));
}

/** The same for all changes of one tool, prompt or other subject. */
export function keyOfSubject({ subject: { kind, name } }: ContractChange): string {
  return canonicalJson([kind, name ?? null]);
}

function rankOf(changes: readonly ContractChange[]): number {
  return Math.min(...changes.map((one) => (one.accepted === true ? CONTRACT_WORST_FIRST.length : rankOfClass(one))));
}

function rankOfClass({ class: kind }: ContractChange): number {
  return CONTRACT_WORST_FIRST.indexOf(kind);
}
