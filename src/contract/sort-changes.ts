// The changes of a contract in, the same ones out: what matters most first.
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

/** The worst class first; in a class by what it is about; and then in the order in which they come. */
export function sortChanges(changes: readonly ContractChange[]): ContractChange[] {
  return changes.toSorted(
    (one, other) =>
      CONTRACT_WORST_FIRST.indexOf(one.class) - CONTRACT_WORST_FIRST.indexOf(other.class) ||
      KINDS.indexOf(one.subject.kind) - KINDS.indexOf(other.subject.kind),
  );
}
