// Renders two JSON values line by line: the recorded one on the left and the present one on the right. A text of several
// lines is compared, and shown, line by line.
import type { DiffResult } from "../../parts/differ.js";
import type { JsonValue } from "../../../json/value.js";
import { createValueDiffer, DEEPEST, depthOf, type LinePair } from "../../parts/value-diff.js";
import { BAR, jsonAsText } from "./json-as-text.js";
import { markup, pre, type Markup } from "./markup.js";
import { readable } from "./readable.js";

/** Renders the comparison of two values. */
export type SideBySide = (recorded: JsonValue | undefined, present: JsonValue | undefined) => Markup;

/**
 * Creates a comparer for one page: when the page has used its share, values are shown next to each other without a
 * comparison.
 */
export function createSideBySide(names: SideNames = ["recorded", "present"]): SideBySide {
  const differ = createValueDiffer();
  return (recorded, present) => {
    const texts = [recorded, present].filter((value) => typeof value === "string");
    const isText = texts.length === 2 && texts.some((text) => text.includes("\n"));
    const lines = differ(inLines(recorded, isText), inLines(present, isText));
    if (lines === undefined) return beside(shown(recorded), shown(present), names);
    return table(lines, names);
  };
}

/** The labels of the left and the right side. */
export type SideNames = readonly [left: string, right: string];

/** Renders both next to each other. */
export function beside(recorded: Markup, present: Markup, [left, right]: SideNames = ["recorded", "present"]): Markup {
  return markup`<div class="beside">
<div><h5>${left}</h5>${recorded}</div><div><h5>${right}</h5>${present}</div></div>`;
}

function shown(json: JsonValue | undefined): Markup {
  if (json === undefined) return markup`<p class="quiet">nothing</p>`;
  return pre(jsonAsText(typeof json === "string" ? readable(json, (lines) => lines.join("\n")) : json));
}

/** Marks a line of a text, which the differ takes for an item of a list. */
const LINE = "\u{e000}";
const MARKED = `"${LINE}`;

/** `isText`: both sides are texts, so one line is compared as a line, too. */
function inLines(value: JsonValue | undefined, isText: boolean): JsonValue | undefined {
  if (value === undefined || depthOf(value) >= DEEPEST) return value;
  const marked = readable(value, (lines) => lines.map((line) => LINE + line));
  return isText && typeof marked === "string" ? [LINE + marked] : marked;
}

type Line = DiffResult | undefined;

/** Turns the items of a list that are lines of a text back into lines; the brackets around them become empty. */
function asText(lines: readonly Line[]): Line[] {
  let isText = false;
  let number = 0;
  return lines.map((line, at): Line => {
    const shown =
      line === undefined || isEmpty(line)
        ? undefined
        : line.text.startsWith(MARKED)
          ? lineOfText(line)
          : bracketsApart(line, at);
    if (shown !== undefined) number += 1;
    return shown === undefined ? undefined : { ...shown, lineNumber: number };
  });

  function bracketsApart(line: DiffResult, at: number): Line {
    if (isText) {
      isText = false;
      return undefined;
    }
    isText = line.text.endsWith("[") && nextText(lines, at).startsWith(MARKED);
    const key = line.text.slice(0, -1).trimEnd();
    return isText ? (key === "" ? undefined : { ...line, text: key }) : line;
  }
}

function nextText(lines: readonly Line[], at: number): string {
  for (let next = at + 1; next < lines.length; next++) {
    const text = lines[next]?.text ?? "";
    if (text !== "") return text;
  }
  return "";
}

/** A text that is the whole value needs no bar. */
function lineOfText(line: DiffResult): DiffResult {
  const text = String(JSON.parse(line.text)).slice(LINE.length);
  return line.level > 1
    ? { ...line, text: BAR + text, comma: false }
    : { ...line, text: text === "" ? " " : text, level: 0, comma: false };
}

const KIND: Record<DiffResult["type"], string> = { equal: "", modify: "mod", add: "add", remove: "del" };
/** Equal lines around a difference. */
const AROUND = 3;

function table(pairs: readonly LinePair[], [left, right]: SideNames): Markup {
  const lefts = asText(pairs.map(([one]) => one));
  const rights = asText(pairs.map(([, other]) => other));
  const rows = pairs.flatMap((_, at): (readonly [Line, Line])[] =>
    isEmpty(lefts[at]) && isEmpty(rights[at]) ? [] : [[lefts[at], rights[at]]],
  );
  const differs = rows.map((row) => row.some((line) => line !== undefined && line.type !== "equal"));
  const near = differs.map((_, at) => differs.slice(Math.max(0, at - AROUND), at + AROUND + 1).includes(true));
  const shownRows = rows.flatMap(([one, other], at) => {
    if (near[at] === true) return [markup`<tr>${cells(one, other)}${cells(other, one)}</tr>`];
    return near[at - 1] === true || at === 0 ? [markup`<tr class="skip"><td colspan="4">⋯</td></tr>`] : [];
  });
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${left} and ${right}, side by side">
<table class="diff"><colgroup><col class="no"><col><col class="no"><col></colgroup><thead><tr><th colspan="2">${left}</th><th colspan="2">${right}</th></tr></thead><tbody>${shownRows}</tbody></table></div>`;
}

function isEmpty(line: Line): boolean {
  return line === undefined || line.text === "";
}

function cells(line: Line, other: Line): Markup {
  if (line === undefined || line.text === "") return markup`<td class="no"></td><td class="gap"></td>`;
  const indent = "  ".repeat(line.level);
  const comma = line.comma === true ? "," : "";
  const changed = line.type === "modify" && other !== undefined ? other.text : line.text;
  const { start, middle, end } = apart(line.text, changed);
  const text = middle === "" ? line.text : markup`${start}<mark>${middle}</mark>${end}`;
  return markup`<td class="no">${line.lineNumber}</td><td class="${KIND[line.type]}">${indent}${text}${comma}</td>`;
}

/**
 * Splits a text into what it has in common with another one at its start and its end, and the words in between, which
 * differ.
 */
function apart(text: string, other: string): { start: string; middle: string; end: string } {
  const most = Math.min(text.length, other.length);
  let from = 0;
  while (from < most && text[from] === other[from]) from++;
  while (from > 0 && WORD.test(text[from - 1] ?? "") && from < text.length) from--;
  let left = 0;
  while (left < most - from && text.at(-1 - left) === other.at(-1 - left)) left++;
  while (left > 0 && WORD.test(text.at(-left) ?? "")) left--;
  if (text === other) return { start: text, middle: "", end: "" };
  const to = text.length - left;
  return { start: text.slice(0, from), middle: text.slice(from, to), end: text.slice(to) };
}

const WORD = /[\p{L}\p{N}]/u;
