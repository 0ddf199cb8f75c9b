// Groups changes of the contract that differ only in their subject. Words are not escaped.
import type { ContractChange } from "../../../contract/change.js";
import { canonicalJson } from "../../../json/canonical.js";
import { describeSubject } from "./place-words.js";

/** At least one; all have the rule, the path and the message of the first. */
export type ChangeGroup = readonly [ContractChange, ...ContractChange[]];

/** In the order of each group's first change. */
export function groupChanges(changes: readonly ContractChange[]): ChangeGroup[] {
  const groups = new Map<string, [ContractChange, ...ContractChange[]]>();
  for (const change of changes) {
    const { rule, class: kind, subject, path, message, note } = change;
    const key = canonicalJson([rule, kind, subject.kind, path, message, note ?? null]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  return [...groups.values()];
}

/** `tool book_table, /outputSchema`, `9 tools, /outputSchema` */
export function describeSubjects(group: ChangeGroup): string {
  const [first] = group;
  if (group.length === 1) return describeSubject(first);
  const kind = first.subject.kind.replace("-", " ");
  return `${group.length} ${PLURAL.get(kind) ?? `${kind}s`}${first.path === "" ? "" : `, ${first.path}`}`;
}

const PLURAL = new Map([
  ["capability", "capabilities"],
  ["instructions", "instructions"],
]);

/** `d-00000001 book_table, d-00000002 cancel_table`; undefined for a single change. */
export function describeMembers(group: ChangeGroup): string | undefined {
  if (group.length === 1) return undefined;
  return group.map(({ id, subject }) => (subject.name === undefined ? id : `${id} ${subject.name}`)).join(", ");
}

/** True where all have the same values. */
export function haveSameValues([first, ...others]: ChangeGroup): boolean {
  const key = ({ before, after }: ContractChange): string => canonicalJson([before ?? null, after ?? null]);
  return others.every((change) => key(change) === key(first));
}
