// Renders what `accept` did as the text that it prints.
import { serializeKept } from "../json/kept-numbers.js";
import { createPaint } from "../render/safe/paint.js";
import { cutText, escapeControls } from "../render/safe/shown-text.js";
import { describePlace } from "../trace/describe-drift.js";
import type { Acceptance } from "../run/accept.js";

export interface AcceptTextOptions {
  color: boolean;
  /** Columns. */
  width: number;
  /** Shortens a path as far as it still works from the current folder. */
  show: (file: string) => string;
}

type Entry = Acceptance["accepted"][number];
type Change = Acceptance["acceptedChanges"][number];

/** Each accepted drift with both values, then what is still open. */
export function renderAcceptances(acceptances: readonly Acceptance[], options: AcceptTextOptions): string {
  const lines = acceptances.flatMap((one) => linesOf(one, options));
  return lines.map((line) => `${line}\n`).join("");
}

function linesOf(acceptance: Acceptance, { color, width, show }: AcceptTextOptions): string[] {
  const paint = createPaint(color);
  const { file, accepted, removed, acceptedChanges, removedChanges, needless, elsewhere, left } = acceptance;
  const oneLine = (indent: number, text: string): string =>
    " ".repeat(indent) + cutText(escapeControls(text), Math.max(20, width - indent));
  const entry = ({ id, workflow, class: kind, where, recorded, present, why }: Entry): string[] => [
    oneLine(2, `${id} ${kind}: ${workflow ?? "all workflows"}, ${describePlace(where)}`),
    oneLine(4, `recorded ${recorded === undefined ? "(nothing)" : serializeKept(recorded)}`),
    oneLine(4, `present  ${present === undefined ? "(nothing)" : serializeKept(present)}`),
    paint("dim", oneLine(4, `why      ${why}`)),
  ];
  const change = ({ id, class: kind, rule, subject, path, before, after, why }: Change): string[] => [
    oneLine(
      2,
      `${id} ${kind}: ${[`${subject.kind} ${subject.name ?? ""}`.trimEnd(), path].filter((part) => part !== "").join(", ")} (${rule})`,
    ),
    oneLine(4, `before ${before === undefined ? "(nothing)" : serializeKept(before)}`),
    oneLine(4, `after  ${after === undefined ? "(nothing)" : serializeKept(after)}`),
    paint("dim", oneLine(4, `why    ${why}`)),
  ];
  const named = (list: readonly { id: string; workflow: string }[]): string[] =>
    list.map(({ id, workflow }) => oneLine(2, `${id} in ${workflow}`));
  return [
    ...(count(accepted, acceptedChanges) === 0 ? [] : [paint("bold", `Accepted in ${escapeControls(show(file))}:`)]),
    ...accepted.flatMap(entry),
    ...acceptedChanges.flatMap(change),
    ...(count(removed, removedChanges) === 0 ? [] : [paint("bold", `Removed from ${escapeControls(show(file))}:`)]),
    ...removed.flatMap(entry),
    ...removedChanges.flatMap(change),
    ...needless.map(({ id, because }) => oneLine(0, `Not needed: ${id} is ${because}`)),
    ...(elsewhere.length === 0 ? [] : ["The same drift elsewhere; --same accepts it there, too:", ...named(elsewhere)]),
    ...(left.length === 0 ? [] : ["These still prevent a verdict:", ...named(left)]),
    ...(count(accepted, removed) === 0 ? [] : ["Run the replay or the diff again, and commit the file."]),
    ...(count(accepted, removed) > 0 || count(acceptedChanges, removedChanges) === 0 ? [] : ["Commit the file."]),
  ];
}

function count(...lists: readonly (readonly unknown[])[]): number {
  return lists.reduce((sum, list) => sum + list.length, 0);
}
