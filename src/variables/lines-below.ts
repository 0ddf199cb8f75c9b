// Finds lines that stood below the same line in every run, though their text came in another order: the button in the row
// of a user. A line is known by its words.
import type { ColumnRule } from "./learned.js";
import type { RowList } from "./list-rows.js";
import { isPlainWord } from "./made.js";
import { tokensOf } from "./tokens.js";

/** How likely it may be that lines without a place of their own stood below the same lines in all runs. */
const CHANCE = 1 / 50;
/** More lines are a log. */
const MOST_LINES = 2000;
const HEADING = /^(#{1,6}) /;
/** A heading is above each line, and the first line of a paragraph above those of its depth. */
const DEPTH = { heading: -10, first: -0.5 };

/** A line by its words, and the line that it belongs to: the nearest one above it that is less deep. */
interface LineBelow {
  words: string;
  above: string;
}

type BelowRule = Pick<ColumnRule, "is" | "column" | "of">;

/** Lines that nothing but their number puts into groups: how many are above them at most, and how many are one. */
const GROUPS = { above: 5, lines: 6 };

/** Returns the rule that each line is below the one that it was below, where that is no accident. */
export function linesBelowOf(lists: readonly RowList[]): BelowRule[] {
  const orders = new Set(lists.map((list) => wordsOfList(list).join("\n"))).size - 1;
  if (orders === 0) return [];
  const rule: BelowRule = { is: "below", column: "line" };
  const found = [rule, ...groupings(rule)].find((one) => isNoAccident(one, lists, orders));
  return found === undefined ? [] : [found];
}

function groupings(rule: BelowRule): BelowRule[] {
  const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return numbers(2, GROUPS.lines).flatMap((size) =>
    numbers(0, GROUPS.above).map((above) => ({ ...rule, of: [String(above), String(size)] })),
  );
}

function isNoAccident(rule: BelowRule, lists: readonly RowList[], orders: number): boolean {
  const [first, ...checks] = lists.map((list) => linesBelow(list, rule));
  if (first === undefined || !checks.every((check) => areSame(first, check))) return false;
  const named = first.filter(({ words, above }) => words !== "" && above !== "");
  const lines = new Set(named.map(({ above }) => above)).size;
  return lines > 1 && lines ** -(named.length * orders) <= CHANCE;
}

/** The lines that stand below another line now, on both sides; undefined where there are none. */
export function brokenBelow(
  rule: BelowRule,
  { recorded, live }: { recorded: RowList; live: RowList },
): { recorded: string[]; now: string[] } | undefined {
  const [before, now] = [linesBelow(recorded, rule), linesBelow(live, rule)];
  if (areSame(before, now)) return undefined;
  const without = (all: readonly LineBelow[], others: readonly LineBelow[]): string[] => {
    const known = new Set(others.map(nameOf));
    return all.filter((line) => !known.has(nameOf(line))).map(({ words, above }) => `${words} below ${above}`);
  };
  return { recorded: without(before, now), now: without(now, before) };
}

function areSame(one: readonly LineBelow[], other: readonly LineBelow[]): boolean {
  const [names, others] = [one, other].map((lines) => lines.map(nameOf).toSorted().join("\n"));
  return names === others;
}

function nameOf({ words, above }: LineBelow): string {
  return `${above}\t${words}`;
}

function linesBelow(list: RowList, { of: [head, lines] = [] }: BelowRule): LineBelow[] {
  const [above, size] = [Number(head), Number(lines)];
  // What is left of a whole group is below all.
  const foot = list.length - ((list.length - above) % size);
  const begins = (at: number): boolean => at >= above && ((at - above) % size === 0 || at >= foot);
  const open: { depth: number; words: string }[] = [];
  const found: LineBelow[] = [];
  if (list.length > MOST_LINES) return [];
  let isFirst = true;
  for (const [at, line] of list.entries()) {
    if (typeof line !== "string" || line.trim() === "") {
      isFirst = true;
      continue;
    }
    const depth = depthOf(line) + (isFirst || begins(at) ? DEPTH.first : 0);
    isFirst = false;
    while ((open.at(-1)?.depth ?? Number.NEGATIVE_INFINITY) >= depth) open.pop();
    const below = open.at(-1);
    const words = wordsOfLine(line);
    if (below !== undefined) found.push({ words, above: below.words });
    open.push({ depth, words });
  }
  return found;
}

/** How far a line is indented; the lines of a tree are drawn. */
function depthOf(line: string): number {
  const heading = HEADING.exec(line)?.[1];
  return heading === undefined ? (/^[\s│├└─|`]*/u.exec(line)?.[0].length ?? 0) : DEPTH.heading + heading.length;
}

function wordsOfList(list: RowList): string[] {
  return list.map((line) => (typeof line === "string" ? wordsOfLine(line) : ""));
}

function wordsOfLine(line: string): string {
  return tokensOf(line)
    .flatMap(({ text }) => (isPlainWord(text) ? [text] : []))
    .join(" ");
}
