// Renders a former and a present JSON value as lines of the console.
import type { DiffResult } from "../parts/differ.js";
import { serializeKept } from "../../json/kept-numbers.js";
import { isKeptNumber, type JsonValue } from "../../json/value.js";
import type { ValueDiffer } from "../parts/value-diff.js";
import { oneLine, paragraph, type Look } from "./console-look.js";

/** Lines of one pair of values. */
const LINES_IN_FULL = 8;

export interface ValueLinesOptions {
  /** The labels of the two sides, both of one length. */
  before: string;
  after: string;
  /** The flag that shows everything. */
  all: string;
  indent: number;
  differ: ValueDiffer;
}

type Value = JsonValue | undefined;

/** Renders both values; for objects and lists only the lines that differ, where they can be compared. */
export function consoleValueLines(
  [was, is]: readonly [Value, Value],
  options: ValueLinesOptions,
  look: Look,
): string[] {
  const { before, after, all, indent, differ } = options;
  const lines = isNested(was) && isNested(is) ? differ(was, is) : undefined;
  const differing = (lines ?? []).flatMap(([left, right]) => [
    ...differingLine("-", left),
    ...differingLine("+", right),
  ]);
  if (differing.length === 0) return [...value(before, was, indent, look), ...value(after, is, indent, look)];
  const shown = look.debug ? differing : differing.slice(0, LINES_IN_FULL);
  const rest = differing.length - shown.length;
  return [
    ...shown.map((line) => oneLine(line, indent, look)),
    ...(rest > 0 ? [`${" ".repeat(indent)}${rest} more lines (${all} shows all)`] : []),
  ];
}

function differingLine(sign: "-" | "+", line: DiffResult | undefined): string[] {
  return line === undefined || line.type === "equal" || line.text === "" ? [] : [`${sign} ${line.text}`];
}

/** True for an object or a list. */
export function isNested(json: JsonValue | undefined): boolean {
  return typeof json === "object" && json !== null && !isKeptNumber(json);
}

function value(label: string, json: JsonValue | undefined, indent: number, look: Look): string[] {
  const text = `${label} ${json === undefined ? "(nothing)" : serializeKept(json)}`;
  return look.debug ? paragraph(text, indent, look) : [oneLine(text, indent, look)];
}
