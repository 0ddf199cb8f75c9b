// Matches a live text with a recorded one that has slots: the text between slots is fixed, and matched from left to
// right.

/** A slot of a recorded text. */
export interface Slot {
  start: number;
  end: number;
  /** True where the slot may have the live value. */
  fits(value: string): boolean;
  /** True for a number: blanks next to it are padding. */
  padded: boolean;
}

/** The live values of the slots, or why the text does not match. */
export type TemplateMatch = { values: string[] } | { why: "fixed" | "ambiguous" };

/** The longest value. */
const MAX_VALUE = 200;

/** Matches a text with a template. Linear: each value is searched only as far as a value may be long. */
export function matchTemplate(recorded: string, slots: readonly Slot[], live: string): TemplateMatch {
  const isAligned = slots[0]?.padded === true && recorded.slice(0, slots[0].start).trim() === "";
  // Before a word they say what a line belongs to.
  if (!isAligned && indentOf(recorded) !== indentOf(live)) return { why: "fixed" };
  const padded = slots.some((slot) => slot.padded) && (/^ | {2}/.test(recorded) || live.startsWith(" "));
  const settle = padded ? (text: string) => text.replaceAll(/ +/g, " ") : String;
  const fixed = fixedParts(recorded, slots).map(settle);
  let text = settle(live);
  if (padded && isAligned) {
    text = text.trimStart();
    fixed[0] = (fixed[0] ?? "").trimStart();
  }
  const [head = "", ...rest] = fixed;
  if (!text.startsWith(head)) return { why: "fixed" };
  const values: string[] = [];
  let at = head.length;
  for (const [i, slot] of slots.entries()) {
    const next = rest[i] ?? "";
    const isLast = i === slots.length - 1;
    const ends = isLast ? lastEnd(text, at, next) : endsOf(text, at, next);
    const fitting = ends.filter((end) => slot.fits(text.slice(at, end)));
    const [end, other] = fitting;
    if (end === undefined) return { why: "fixed" };
    if (other !== undefined) return { why: "ambiguous" };
    values.push(text.slice(at, end));
    at = end + next.length;
  }
  return slots.length === 0 && text !== head ? { why: "fixed" } : { values };
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

function fixedParts(recorded: string, slots: readonly Slot[]): string[] {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of slots) {
    parts.push(recorded.slice(done, start));
    done = end;
  }
  return [...parts, recorded.slice(done)];
}

/** Returns where the last value may end: before the fixed end of the text. */
function lastEnd(text: string, at: number, tail: string): number[] {
  const end = text.length - tail.length;
  return end > at && end - at <= MAX_VALUE && text.endsWith(tail) ? [end] : [];
}

function endsOf(text: string, at: number, next: string): number[] {
  const ends: number[] = [];
  const window = text.slice(at, at + MAX_VALUE + next.length);
  // Nothing between two slots is found everywhere, at the end of the window again and again.
  for (let from = 1; from <= window.length;) {
    const end = window.indexOf(next, from);
    if (end === -1) break;
    ends.push(at + end);
    from = end + 1;
  }
  return ends;
}
