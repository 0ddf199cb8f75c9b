// Lays out texts and JSON in lines of a width, safe for a terminal, and folds long ones.
import { serializeKept } from "../../json/kept-numbers.js";
import type { JsonValue } from "../../json/value.js";
import { columnsOf, escapeControls, wrapText } from "../safe/shown-text.js";
import type { Part } from "./shown.js";

/** Lines of a result that are shown without --full. */
export const FOLD = 12;

/**
 * Wraps a text in lines of at most `width` columns; each line keeps its indent. `limit` stops early, for texts of
 * megabytes.
 */
export function layOutText(text: string, width: number, limit = Infinity): string[] {
  const lines: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (lines.length > limit) break;
    // Text beyond the limit is not shown, so it is not laid out.
    const seen = (limit === Infinity ? line : line.slice(0, (limit + 2) * width)).replaceAll("\t", "    ");
    const blanks = /^ */.exec(seen)?.[0].length ?? 0;
    const indent = Math.min(blanks, Math.floor(width / 2));
    const pad = " ".repeat(indent);
    const inner = escapeControls(seen.slice(blanks));
    const laidOut = columnsOf(pad + inner) <= width ? [inner] : wrapText(inner, width - indent);
    for (const one of laidOut) lines.push(pad + one);
  }
  return lines;
}

/** On one line where it fits, else one line for each field. */
export function jsonText(value: JsonValue, width: number): string {
  const short = serializeKept(value);
  return short.length <= width ? short : serializeKept(value, 2);
}

/** Returns the text of a part before it is laid out. */
export function partText(part: Part, width: number): string {
  if (part.kind === "json") return jsonText(part.value, width);
  return part.kind === "note" ? `(${part.text})` : part.text;
}

/**
 * Returns the first lines, and how many are left out. A few lines too many are still shown. `unseen`: lines that
 * follow.
 */
export function fold<T>(lines: readonly T[], full: boolean, unseen = 0): { shown: readonly T[]; left: number } {
  if (full || lines.length + unseen <= FOLD + 3) return { shown: lines, left: 0 };
  return { shown: lines.slice(0, FOLD), left: lines.length + unseen - FOLD };
}
