// In: what `accept` did. Out: the text that it prints.
import { createPaint } from "../report/reporters/paint.js";
import { cutText, escapeControls } from "../report/reporters/shown-text.js";
import { describePlace } from "../report/describe-place.js";
import type { Acceptance } from "../run/accept.js";

export interface AcceptTextOptions {
  color: boolean;
  /** Columns. */
  width: number;
  /** A path as short as it can be and still be used. */
  show: (file: string) => string;
}

type Entry = Acceptance["accepted"][number];

/** Each drift with both values, then what is left to do. */
export function renderAcceptances(acceptances: readonly Acceptance[], options: AcceptTextOptions): string {
  const lines = acceptances.flatMap((one) => linesOf(one, options));
  return lines.map((line) => `${line}\n`).join("");
}

function linesOf(acceptance: Acceptance, { color, width, show }: AcceptTextOptions): string[] {
  const paint = createPaint(color);
  const { file, accepted, removed, needless, elsewhere, left } = acceptance;
  const oneLine = (indent: number, text: string): string =>
    " ".repeat(indent) + cutText(escapeControls(text), Math.max(20, width - indent));
  const entry = ({ id, workflow, class: kind, where, recorded, present, why }: Entry): string[] => [
    oneLine(2, `${id} ${kind}: ${workflow}, ${describePlace(where)}`),
    oneLine(4, `recorded ${recorded === undefined ? "(nothing)" : JSON.stringify(recorded)}`),
    oneLine(4, `present  ${present === undefined ? "(nothing)" : JSON.stringify(present)}`),
    paint("dim", oneLine(4, `why      ${why}`)),
  ];
  const named = (list: readonly { id: string; workflow: string }[]): string[] =>
    list.map(({ id, workflow }) => oneLine(2, `${id} in ${workflow}`));
  return [
    ...(accepted.length === 0 ? [] : [paint("bold", `Accepted in ${escapeControls(show(file))}:`)]),
    ...accepted.flatMap(entry),
    ...(removed.length === 0 ? [] : [paint("bold", `Removed from ${escapeControls(show(file))}:`)]),
    ...removed.flatMap(entry),
    ...needless.map(({ id, because }) => oneLine(0, `Not needed: ${id} is ${because}`)),
    ...(elsewhere.length === 0 ? [] : ["The same drift elsewhere; --same accepts it there, too:", ...named(elsewhere)]),
    ...(left.length === 0 ? [] : ["Still in the way of a verdict:", ...named(left)]),
    ...(accepted.length + removed.length === 0 ? [] : ["Replay again (mcpvals replay), and commit the file."]),
  ];
}
