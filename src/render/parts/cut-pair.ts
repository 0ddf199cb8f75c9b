// Cuts two texts to a width so that their first difference stays visible.
import { columnsOf, cutText, escapeControls } from "../safe/shown-text.js";

/** Most characters before the first difference. */
const LEAD = 40;
/** Texts that share less than this share of the longer one are shown one after the other. */
const ALIKE = 0.5;
/** Shorter texts are read at a glance. */
const GLANCE = 16;

/** Returns both texts, cut so that the first difference is visible. */
export function cutPair(
  before: string | undefined,
  after: string | undefined,
  width: number,
): [string | undefined, string | undefined] {
  const longest = Math.max(before?.length ?? 0, after?.length ?? 0);
  const parts = before === undefined || after === undefined || longest <= width ? 0 : commonStart(before, after);
  const lead = Math.min(LEAD, Math.floor(width / 2));
  const from = parts <= lead ? 0 : parts - lead;
  const cut = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : cutText((from === 0 ? "" : "…") + text.slice(from, from + width * 2), width);
  return [cut(before), cut(after)];
}

/**
 * Returns both texts on one line, controls escaped: `72 → 22`, and where they are long and alike, one text with the
 * difference in it: `…at 2026-03-01 1[1→0]:00…`.
 */
export function pairLine(before: string, after: string, width: number): string {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const longest = Math.max(before.length, after.length);
  if (longest > GLANCE && start + end >= longest * ALIKE) {
    const [was, is] = [before, after].map((text) => text.slice(start, text.length - end));
    return aroundDifference(before.slice(0, start), [was ?? "", is ?? ""], before.slice(before.length - end), width);
  }
  const room = width - columnsOf(" → ");
  const half = Math.floor(room / 2);
  // Where both have to be cut, what they begin with alike is cut first.
  const lead = Math.floor(half / 3);
  const isCut = Math.min(before.length, after.length) > half && start > lead;
  const shownOf = (text: string): string => {
    const shown = isCut
      ? `…${lastColumns(text.slice(Math.max(0, start - lead * 2), start), lead)}${text.slice(start)}`
      : text;
    return escapeControls(shown.slice(0, width * 2));
  };
  const [was, is] = [shownOf(before), shownOf(after)];
  if (columnsOf(was) + columnsOf(is) <= room) return `${was} → ${is}`;
  const first = columnsOf(was) <= half ? was : cutText(was, Math.max(half, room - columnsOf(is)));
  return `${first} → ${cutText(is, room - columnsOf(first))}`;
}

function aroundDifference(start: string, [was, is]: readonly [string, string], end: string, width: number): string {
  const inner = Math.max(6, Math.floor((width * 2) / 3 - 3));
  const [one, other] = [was, is].map((text) => escapeControls(text.slice(0, width)));
  const [left, right] =
    columnsOf(`${one}${other}`) <= inner
      ? [one ?? "", other ?? ""]
      : [cutText(one ?? "", Math.floor(inner / 2)), cutText(other ?? "", Math.floor(inner / 2))];
  const middle = `[${left}→${right}]`;
  const room = Math.max(2, width - columnsOf(middle));
  const after = escapeControls(end.slice(0, room));
  const before = escapeControls(start.slice(-room));
  const forAfter = Math.min(columnsOf(after), Math.max(Math.floor(room / 3), room - columnsOf(before)));
  const tail = end.length > after.length || columnsOf(after) > forAfter ? cutText(`${after}…`, forAfter) : after;
  const forBefore = room - columnsOf(tail);
  const isWhole = start.length <= before.length && columnsOf(before) <= forBefore;
  return `${isWhole ? before : `…${lastColumns(before, forBefore - 1)}`}${middle}${tail}`;
}

/** Returns the end of a text that takes at most so many columns. */
function lastColumns(text: string, width: number): string {
  const chars = Array.from(text);
  let used = 0;
  let from = chars.length;
  while (from > 0) {
    used += columnsOf(chars[from - 1] ?? "");
    if (used > width) break;
    from--;
  }
  return chars.slice(from).join("");
}

/** Never ends within a character of two units. */
function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at > 0 && isHigh(one, at - 1) ? at - 1 : at;
}

function commonEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let count = 0;
  while (count < most && one[one.length - 1 - count] === other[other.length - 1 - count]) count++;
  return count > 0 && isHigh(one, one.length - count - 1) && count < one.length ? count - 1 : count;
}

function isHigh(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd8_00 && unit <= 0xdb_ff;
}
