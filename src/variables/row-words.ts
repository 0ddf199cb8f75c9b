// Indexes the elements of a list by their words, so that each recorded element is compared only with those that may match.
import type { Exact } from "../json/exact.js";
import { isNumber } from "../json/digits.js";
import { canonicalJson } from "../json/canonical.js";
import { appendTo } from "../append-to.js";
import type { LearnedIndex } from "./index-learned.js";
import { viewLeavesOf } from "./leaves.js";
import { rangeOf } from "./observe.js";
import { tokensOf } from "./tokens.js";

/** The live elements that have each word. */
export class RowWords {
  private readonly having = new Map<string, number[]>();

  constructor(rows: readonly Exact[]) {
    for (const [at, row] of rows.entries()) {
      const words = new Set(leavesOfElement(row).flatMap(({ value }) => wordsOfLeaf(value)));
      for (const word of words) appendTo(this.having, word, at);
    }
  }

  /** The fewest elements among which those with all of the words are; undefined where no word says so. */
  havingAll(words: Iterable<string>): readonly number[] | undefined {
    let fewest: readonly number[] | undefined;
    for (const word of words) {
      const rows = this.having.get(word) ?? [];
      if (fewest === undefined || rows.length < fewest.length) fewest = rows;
    }
    return fewest;
  }
}

/** Returns the words of a recorded element that its live one has, too: all that no variable may change. */
export function constantWordsOf(row: Exact, call: number, at: string, index: LearnedIndex): string[] {
  return leavesOfElement(row).flatMap(({ value, at: below }) => {
    const spots = index.leaf(call, at + below);
    if (spots.length === 0) return wordsOfLeaf(value);
    if (typeof value !== "string") return [];
    const ranges = spots.flatMap(({ place }) => rangeOf(value, place.token) ?? []);
    return tokensOf(value).flatMap(({ text, start, end }) =>
      ranges.some((range) => start < range.end && range.start < end) ? [] : [text],
    );
  });
}

function leavesOfElement(row: Exact): { value: Exact; at: string }[] {
  return typeof row === "string" && !row.includes("\n") && !/^\s*[{[]/.test(row)
    ? [{ value: row, at: "" }]
    : viewLeavesOf(row, "");
}

function wordsOfLeaf(value: Exact): string[] {
  if (typeof value === "string") return tokensOf(value).map(({ text }) => text);
  return isNumber(value) ? [`#${canonicalJson(value)}`] : [];
}
