// The changes of a contract in, the same ones out: what matters most first.
import type { ContractChange, ContractClass, ContractSubject } from "./change.js";

const CLASSES: readonly ContractClass[] = ["breaking", "risky", "compatible", "docs"];
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
      CLASSES.indexOf(one.class) - CLASSES.indexOf(other.class) ||
      KINDS.indexOf(one.subject.kind) - KINDS.indexOf(other.subject.kind),
  );
}
