// Finds numbers beside words that the rows of a list say: `3 INFO, 1 WARN`, above the lines of a log.
import { isNumber } from "../json/digits.js";
import type { Exact } from "../json/exact.js";
import type { LearnedIndex } from "./index-learned.js";
import { viewLeavesOf } from "./leaves.js";
import { keysOf, wordsOfName } from "./names.js";
import { rangeOf } from "./observe.js";
import { isLetters } from "./row-cells.js";
import type { ReadRows } from "./row-samples.js";

/** How many rows have each word, in small letters. */
export function countsByWord({ rows }: ReadRows): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { cells } of rows) {
    const words = new Set([...cells.values()].flatMap(({ text }) => (isLetters(text) ? [text.toLowerCase()] : [])));
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** The variables that are numbers of a call's result, with the words beside them or in their name. */
export function numbersBeside(
  call: number,
  { recorded, at }: { recorded: Exact; at: string },
  index: LearnedIndex,
): { variable: number; words: string[]; name: string }[] {
  return viewLeavesOf(recorded, at).flatMap(({ value, at: place }) =>
    index.leaf(call, place).flatMap((spot) => {
      const { name = "" } = index.variable(spot.variable) ?? {};
      const range = typeof value === "string" ? rangeOf(value, spot.place.token) : undefined;
      const isText = typeof value === "string" && !isNumber(value) && range !== undefined;
      const words = isText ? wordsAround(value, range) : wordsOfName(keysOf(place).key);
      return [{ variable: spot.variable, words: words.map((word) => word.toLowerCase()), name }];
    }),
  );
}

function wordsAround(text: string, { start, end }: { start: number; end: number }): string[] {
  const after = /^[\s:=x×]{0,3}(\p{L}+)/u.exec(text.slice(end, end + 60))?.[1];
  const before = /(\p{L}+)[\s:=(]{1,3}$/u.exec(text.slice(Math.max(0, start - 60), start))?.[1];
  return [after, before].filter((word) => word !== undefined);
}
