// Groups changes of the contract that differ only in their subject. Words are not escaped.
import type { ContractChange } from "../../../contract/change.js";
import { appendTo } from "../../../append-to.js";
import { keyOfSubject } from "../../../diff/sort-for-readers.js";
import { canonicalJson } from "../../../json/canonical.js";
import { describeSubject } from "./place-words.js";

/** At least one; all have the rule, the path and, but for the name, the message of the first. */
export type ChangeGroup = readonly [ContractChange, ...ContractChange[]];

/** In the order of each group's first change. */
export function groupChanges(changes: readonly ContractChange[]): ChangeGroup[] {
  const groups = new Map<string, ContractChange[]>();
  for (const change of changes) {
    const { rule, class: kind, subject, path, message, note } = change;
    const { name = "" } = subject;
    // What is said of each by its name is the same for all.
    const said = name === "" ? message : message.replaceAll(`\`${name}\``, "it");
    const key = canonicalJson([rule, kind, subject.kind, path, said, note ?? null]);
    appendTo(groups, key, change);
  }
  return [...groups.values()].flatMap(([first, ...others]): ChangeGroup[] =>
    first === undefined ? [] : [[first, ...others]],
  );
}

/** All changes of one tool, prompt or other subject. */
export interface SubjectGroup {
  changes: ChangeGroup;
  /** Workflows whose recorded calls use it. */
  calledBy: readonly string[];
}

/** Changes in the order of a report, subject by subject. Keeps each once, though several pairs of contracts may have it. */
export function groupBySubject(
  changes: readonly ContractChange[],
  called: ReadonlyMap<string, readonly string[]>,
): SubjectGroup[] {
  const groups = new Map<string, ContractChange[]>();
  for (const change of changes) appendTo(groups, keyOfSubject(change), change);
  return [...groups.values()].flatMap(([first, ...others]): SubjectGroup[] => {
    if (first === undefined) return [];
    const { kind, name = "" } = first.subject;
    return [{ changes: [first, ...others], calledBy: kind === "tool" ? (called.get(name) ?? []) : [] }];
  });
}

/** True for tools, and for what the whole server says: a person looks at each. Prompts and resources are counted. */
export function isReadOneByOne({ subject: { kind } }: ContractChange): boolean {
  return kind !== "prompt" && kind !== "resource" && kind !== "resource-template";
}

/** The former guess that a tool was renamed: its other changes hold only if it was. */
export function isRename({ rule }: ContractChange): boolean {
  return rule === "tool-renamed";
}

/** `tool book_table, /outputSchema`, `9 tools, /outputSchema` */
export function describeSubjects(group: ChangeGroup): string {
  const [first] = group;
  if (group.length === 1) return describeSubject(first);
  return `${group.length} ${pluralOfKind(first.subject.kind)}${first.path === "" ? "" : `, ${first.path}`}`;
}

/** `tools`, `resource templates` */
export function pluralOfKind(kind: string): string {
  return PLURAL.get(kind) ?? `${kind.replace("-", " ")}s`;
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
