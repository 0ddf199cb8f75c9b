// Returns the lines that show how both values of a drift differ, marked - and +. For texts with many lines, only those
// that differ.
import { serializeKept } from "../../json/kept-numbers.js";
import type { JsonValue } from "../../json/value.js";
import type { Drift } from "../../trace/drift.js";

export interface ValueLine {
  mark: "-" | "+" | " ";
  text: string;
}

/** Unmarked lines may have any length and content. */
export function valueLines({ recorded, present }: Pick<Drift, "recorded" | "present">): ValueLine[] {
  if (typeof recorded === "string" && typeof present === "string" && /\n/.test(recorded + present)) {
    return textLines(recorded.split(/\r?\n/), present.split(/\r?\n/));
  }
  return [...oneSide("-", recorded), ...oneSide("+", present)];
}

function oneSide(mark: "-" | "+", value: JsonValue | undefined): ValueLine[] {
  if (value === undefined) return [{ mark, text: "(nothing)" }];
  const text = serializeKept(value);
  const lines = typeof value === "object" && text.length > 60 ? serializeKept(value, 2).split("\n") : [text];
  return lines.map((line) => ({ mark, text: line }));
}

/** Leaves out what both have in common at their starts and ends, except one line of context. */
function textLines(recorded: readonly string[], present: readonly string[]): ValueLine[] {
  const most = Math.min(recorded.length, present.length);
  let start = 0;
  while (start < most && recorded[start] === present[start]) start++;
  let end = 0;
  while (end < most - start && recorded[recorded.length - 1 - end] === present[present.length - 1 - end]) end++;
  const context = (from: number, to: number): ValueLine[] =>
    recorded.slice(Math.max(0, from), to).map((text) => ({ mark: " ", text }));
  const inside = (mark: "-" | "+", lines: readonly string[]): ValueLine[] =>
    lines.slice(start, lines.length - end).map((text) => ({ mark, text }));
  const after = recorded.length - end;
  return [
    ...context(start - 1, start),
    ...inside("-", recorded),
    ...inside("+", present),
    ...context(after, Math.min(recorded.length, after + 1)),
  ];
}
