// Renders a drift of a diff for the console: in two lines, or with all its values.
import type { WorkflowDiff } from "../../../diff/diff.js";
import { cutMiddle } from "../../../cut-middle.js";
import { describePlace } from "../../../trace/describe-drift.js";
import { wasSettled } from "../../../trace/drift-classes.js";
import type { Drift } from "../../../trace/drift.js";
import { hanging, oneLine, paragraph } from "../console-look.js";
import { changedValueLine, changedValueLines } from "./console-change.js";
import type { DiffConsole } from "./console-section.js";
import { isUngrounded } from "./notable.js";

/**
 * Renders id, class and place on one line, and on a second one both values, cut around their difference. Words and
 * schemas of a server are only named: they are long, and the contract has them.
 */
export function compactDriftLines(drift: Drift, indent: number, { look }: Pick<DiffConsole, "look">): string[] {
  const { id, class: kind, where, recorded, present, note } = drift;
  if (!isOfCall(drift)) return [oneLine(`${id} ${kind}: ${describePlace(where)}`, indent, look)];
  const { step: _, ...place } = where;
  // The end of a place says more than its middle.
  const { head, left, tail } = cutMiddle(`${id} ${kind}: ${describePlace(place)}`, look.width - indent - 1, 0.6);
  const about = oneLine(left === 0 ? head : `${head}…${tail}`, indent, look);
  const values = changedValueLine([recorded, present], indent + 2, look);
  // Without values the note is all there is to say.
  return [about, ...(values.length > 0 ? values : note === undefined ? [] : [oneLine(note, indent + 2, look)])];
}

/** True for drift in a result or in arguments, and not in what the server says of itself. */
export function isOfCall({ where: { part } }: Drift): boolean {
  return part === "result" || part === "arguments";
}

/** Renders id, class, place, both values and the note. */
export function driftLines(
  drift: Drift,
  workflow: WorkflowDiff,
  indent: number,
  view: Pick<DiffConsole, "look" | "differ">,
): string[] {
  const { id, class: kind, where, recorded, present, note } = drift;
  const marks = [
    ...(wasSettled(drift) ? ["accepted"] : []),
    ...(isUngrounded(workflow, drift) ? ["for information only"] : []),
  ];
  const mark = marks.length === 0 ? "" : ` (${marks.join(", ")})`;
  return [
    ...hanging(`${id} ${kind}${mark}: ${describePlace(where)}`, indent, view.look),
    ...changedValueLines([recorded, present], indent + 2, view),
    ...(note === undefined ? [] : paragraph(note, indent + 2, view.look)),
  ];
}
