// Renders a former and a present value for the console's diff: on one line where they are short.
import { serializeKept } from "../../../json/kept-numbers.js";
import type { JsonValue } from "../../../json/value.js";
import { oneLine, type Look } from "../console-look.js";
import { isNested, consoleValueLines } from "../console-values.js";
import { cutPair } from "../../parts/cut-pair.js";
import { readable } from "../html/readable.js";
import { columnsOf, escapeControls } from "../../safe/shown-text.js";
import type { DiffConsole } from "./console-section.js";

type Value = JsonValue | undefined;

/** Renders nothing where both values are absent. */
export function changedValueLines(
  [before, after]: readonly [Value, Value],
  indent: number,
  { look, differ }: Pick<DiffConsole, "look" | "differ">,
): string[] {
  if (before === undefined && after === undefined) return [];
  const [was, is] = [textOf(before), textOf(after)];
  const both = escapeControls(`${was} → ${is}`);
  if (columnsOf(both) <= look.width - indent) return [" ".repeat(indent) + both];
  const pair = [readableOf(before), readableOf(after)] as const;
  if (look.debug || pair.every(isNested)) {
    return consoleValueLines(pair, { before: "before", after: "after ", all: "--full", indent, differ }, look);
  }
  const [one, other] = cutPair(was, is, Math.max(20, look.width - indent - "before ".length));
  return [oneLine(`before ${one}`, indent, look), oneLine(`after  ${other}`, indent, look)];
}

/** Renders both values on one line, cut around their first difference. */
export function changedValueLine([before, after]: readonly [Value, Value], indent: number, look: Look): string[] {
  if (before === undefined && after === undefined) return [];
  const [was, is] = [textOf(before), textOf(after)];
  const room = look.width - indent - " → ".length;
  if (columnsOf(escapeControls(was + is)) <= room) return [oneLine(`${was} → ${is}`, indent, look)];
  const [one = "", other = ""] = cutPair(was, is, Math.max(10, Math.floor(room / 2)));
  return [oneLine(`${escapeControls(one)} → ${escapeControls(other)}`, indent, look)];
}

function readableOf(value: Value): Value {
  return value === undefined ? undefined : readable(value);
}

function textOf(value: Value): string {
  return value === undefined ? "(nothing)" : serializeKept(value);
}
