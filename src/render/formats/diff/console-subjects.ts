// Renders the breaking and risky changes of the contract tool by tool; prompts and resources are counted.
import type { ContractChange } from "../../../contract/change.js";
import { TO_DECIDE } from "../../../contract/classes.js";
import { findCalledTools } from "../../../diff/sort-for-readers.js";
import { canonicalJson } from "../../../json/canonical.js";
import { appendTo } from "../../../append-to.js";
import { cutText, escapeControls } from "../../safe/shown-text.js";
import { hanging, type Look } from "../console-look.js";
import { isNested } from "../console-values.js";
import { changedValueLine, changedValueLines } from "./console-change.js";
import { few, type ConsoleSection, type DiffConsole } from "./console-section.js";
import {
  describeMembers,
  describeSubjects,
  groupBySubject,
  groupChanges,
  haveSameValues,
  isReadOneByOne,
  isRename,
  type ChangeGroup,
  type SubjectGroup,
} from "./group-changes.js";
import { openChanges } from "./notable.js";
import { CONTRACT_MARK, describeName } from "./place-words.js";

const MOST = 12;

/** What recorded calls use comes first. */
export function subjectSection(view: DiffConsole): ConsoleSection {
  const { report, look } = view;
  const changes = openChanges(report, ...TO_DECIDE);
  const groups = groupBySubject(changes.filter(isReadOneByOne), findCalledTools(report.workflows));
  const folded = groupChanges(changes.filter((change) => !isReadOneByOne(change)));
  return {
    title: "Contract, Tool by Tool",
    colour: "bold",
    lines: [
      ...few(alike(groups, look), MOST, 2, look, (group) => subjectLines(group, view)),
      ...folded.flatMap((group) => foldedLines(group, view)),
    ],
  };
}

/** Subjects with the same changes, which are shown once. */
type Alike = readonly [SubjectGroup, ...SubjectGroup[]];

function alike(groups: readonly SubjectGroup[], look: Look): Alike[] {
  const found = new Map<string, SubjectGroup[]>();
  for (const group of groups) {
    const { changes, calledBy } = group;
    const [{ subject, id }] = changes;
    const said = changes.map(({ rule, path, before, after, message }) => [
      rule,
      path,
      path === "" ? null : [before ?? null, after ?? null],
      message.replaceAll(`\`${subject.name ?? ""}\``, "it"),
    ]);
    const own = look.debug || changes.some(isRename);
    appendTo(found, canonicalJson([subject.kind, own ? id : "", calledBy.join(), ...said]), group);
  }
  return [...found.values()].flatMap(([first, ...others]): Alike[] =>
    first === undefined ? [] : [[first, ...others]],
  );
}

function subjectLines([first, ...others]: Alike, view: DiffConsole): string[] {
  const { look } = view;
  const { changes, calledBy } = first;
  const rename = changes.find(isRename);
  const shown = rename === undefined || look.debug ? changes : [rename];
  const ifRenamed = changes.filter((change) => !shown.includes(change));
  const met = calledBy.length === 0 ? "" : `, called in ${calledBy.join(", ")}`;
  if (others.length > 0) return changes.flatMap((_, at) => sharedLines([first, ...others], at, met, view));
  const head = cutText(
    escapeControls(`${CONTRACT_MARK[changes[0].class]} ${describeName(changes[0])}${met}`),
    look.width - 2,
  );
  return [
    `  ${head}`,
    ...shown.flatMap((change) => changeLines(change, view)),
    ...(ifRenamed.length === 0
      ? []
      : hanging(`if so, also: ${ifRenamed.map(({ id, rule }) => `${id} ${rule}`).join(", ")}`, 4, look)),
  ];
}

function changeLines(change: ContractChange, view: DiffConsole): string[] {
  const { look } = view;
  const { id, rule, path, message, note, before, after } = change;
  // A whole tool or schema that was added or removed is only named; its content is rarely needed.
  const isWhole = (before === undefined && isNested(after)) || (after === undefined && isNested(before));
  const values = [before, after] as const;
  const place = path === "" || path === "/name" ? "" : `, ${path}`;
  return [
    ...hanging(`${id} ${rule}${place}: ${message}`, 4, look),
    ...(look.debug
      ? [...changedValueLines(values, 6, view), ...hanging(note ?? "", 6, look).filter((line) => line.trim() !== "")]
      : isWhole || isRename(change)
        ? []
        : changedValueLine(values, 6, look)),
  ];
}

/** Renders one change that several subjects have, and their names. */
function sharedLines(groups: Alike, at: number, met: string, view: DiffConsole): string[] {
  const members = groups.flatMap(({ changes }) => changes[at] ?? []);
  const [first, ...others] = members;
  return first === undefined ? [] : foldedLines([first, ...others], view, met);
}

/** One change of many subjects is one entry with their count. */
function foldedLines(group: ChangeGroup, view: DiffConsole, met = ""): string[] {
  const { look } = view;
  const [first] = group;
  const members = describeMembers(group);
  if (members === undefined) {
    const head = cutText(escapeControls(`${CONTRACT_MARK[first.class]} ${describeName(first)}`), look.width - 2);
    return [`  ${head}`, ...changeLines(first, view)];
  }
  const head = `${CONTRACT_MARK[first.class]} ${describeSubjects(group)}${met}: ${first.rule}`;
  const names = look.debug ? members : cutText(escapeControls(members), 2 * (look.width - 8));
  // What is said of each by its name is said by the rule.
  const isSaidOfAll = first.path !== "" && haveSameValues(group);
  return [
    ...hanging(head, 2, look),
    ...(isSaidOfAll ? hanging(first.message, 4, look) : []),
    ...hanging(names, 4, look),
  ];
}
