// Sorts the changes of a contract, most important first.
import type { ContractChange, ContractSubject } from "./change.js";
import { CONTRACT_WORST_FIRST } from "./classes.js";

const KINDS: readonly ContractSubject["kind"][] = [
  "capability",
  "tool",
  "prompt",
  "resource",
  "resource-template",
  "server",
  "instructions",
];

/** Sorts by class, the worst first, then by subject, then in the given order. */
export function sortChanges(changes: readonly ContractChange[]): ContractChange[] {
  return changes.toSorted(
    (one, other) =>
      CONTRACT_WORST_FIRST.indexOf(one.class) - CONTRACT_WORST_FIRST.indexOf(other.class) ||
      KINDS.indexOf(one.subject.kind) - KINDS.indexOf(other.subject.kind),
  );
}
