// Renders the changes of the contract as a section of the console's diff: equal changes of several tools together.
import type { ContractChange } from "../../../contract/change.js";
import { hanging, paragraph } from "../console-look.js";
import { isNested } from "../console-values.js";
import { cutText, escapeControls } from "../../safe/shown-text.js";
import { changedValueLines } from "./console-change.js";
import { few, type DiffConsole, type ConsoleSection, type ConsoleSectionHead } from "./console-section.js";
import { describeMembers, describeSubjects, groupChanges, haveSameValues, type ChangeGroup } from "./group-changes.js";

const MOST = 10;

export function changeSection(
  view: DiffConsole,
  head: ConsoleSectionHead,
  changes: readonly ContractChange[],
): ConsoleSection {
  const groups = view.look.debug ? changes.map((change): ChangeGroup => [change]) : groupChanges(changes);
  return { ...head, lines: few(groups, MOST, 2, view.look, (group) => groupLines(group, view)) };
}

function groupLines(group: ChangeGroup, view: DiffConsole): string[] {
  const { look } = view;
  const [{ id, rule, message, note, before, after }] = group;
  const members = describeMembers(group);
  // A whole tool or schema that was added or removed is only named; its content is rarely needed.
  const whole = (before === undefined && isNested(after)) || (after === undefined && isNested(before));
  const shown = look.debug || (!whole && haveSameValues(group));
  return [
    ...hanging(`${members === undefined ? `${id} ` : ""}${rule}: ${describeSubjects(group)}`, 2, look),
    ...paragraph(message, 4, look),
    ...(shown ? changedValueLines([before, after], 4, view) : []),
    ...(note === undefined ? [] : paragraph(note, 4, look)),
    ...(members === undefined ? [] : paragraph(cutText(escapeControls(members), 6 * look.width), 4, look)),
  ];
}
