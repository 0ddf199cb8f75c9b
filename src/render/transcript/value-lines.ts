// Both values of a drift in; the lines that tell them apart, marked - and +, out. Texts with many lines show those that differ.
import { serializeKept } from "../../json/kept-numbers.js";
import type { JsonValue } from "../../json/value.js";
import type { Drift } from "../../trace/drift.js";

export interface ValueLine {
  mark: "-" | "+" | " ";
  text: string;
}

/** Lines without their marks may be of any length and hold anything. */
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

/** What both have at their starts and ends is left out, but for a line of context. */
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
