// Tells whether a reference that its server counts belongs to the words beside it: a button that was e12 is e15 now.
// A reference in a row that only its index identifies belongs to nothing.
import { isNumber, numberText } from "../json/digits.js";
import type { Exact } from "../json/exact.js";
import { inAnyRow } from "../json/pointer.js";
import { viewLeavesOf } from "./leaves.js";
import { tokensOf } from "./tokens.js";

/** Where a value is in a recorded result: in a text, `text` and `start` say where. */
export interface ValueSpot {
  at: string;
  /** The token where the value begins, from 1. */
  token?: number;
  text?: string;
  start?: number;
}

/** Words that say which row it is. They go to another row with the index. */
const ORDINALS: ReadonlySet<string> = new Set(
  "first second third fourth fifth sixth seventh eighth ninth tenth next previous last one two three four five six seven eight nine ten nr no row item entry position pos".split(
    " ",
  ),
);

/** The rows of one result. */
export class CountedRows {
  private readonly leaves: readonly { at: string; text: string }[];
  private words: ReadonlyMap<string, string> | undefined;

  constructor(view: Exact) {
    this.leaves = viewLeavesOf(view, "").flatMap(({ at, value }) => {
      if (isNumber(value)) return [{ at, text: numberText(value) }];
      return typeof value === "string" ? [{ at, text: value }] : [];
    });
  }

  /**
   * True where the words of the row are the same in another run, no other row has them, and all references of the
   * column moved on by the same number.
   */
  followsWords(spot: ValueSpot, value: string, other: CountedRows): boolean {
    const row = rowOf(spot.at);
    if (row === undefined || !this.isNamed(row) || this.wordsOf().get(row) !== other.wordsOf().get(row)) return false;
    if (!other.isNamed(row)) return false;
    const [before, now] = [this.referencesLike(spot, value), other.referencesLike(spot, value)];
    if (before === undefined || now === undefined || before.size < 2 || before.size !== now.size) return false;
    const steps = new Set([...before].map(([at, number]) => (now.get(at) ?? Number.NaN) - number));
    return steps.size === 1 && !steps.has(Number.NaN);
  }

  private isNamed(row: string): boolean {
    const words = this.wordsOf();
    const own = words.get(row) ?? "";
    const list = inAnyRow(row);
    return own !== "" && [...words].every(([at, text]) => at === row || text !== own || inAnyRow(at) !== list);
  }

  /** The words of each row that are letters only. */
  private wordsOf(): ReadonlyMap<string, string> {
    if (this.words !== undefined) return this.words;
    const words = new Map<string, string>();
    for (const { at, text } of this.leaves) {
      const row = rowOf(at);
      if (row === undefined) continue;
      const own = tokensOf(text).flatMap((token) => (isWord(token.text) ? [token.text] : []));
      words.set(row, [words.get(row) ?? "", ...own].filter((word) => word !== "").join(" "));
    }
    return (this.words = words);
  }

  /** The numbers of the references in a column, by their rows; undefined where a row has two of them. */
  private referencesLike({ at, text, start = 0 }: ValueSpot, value: string): Map<string, number> | undefined {
    const column = inAnyRow(at);
    const { prefix } = countedOf(value) ?? {};
    if (prefix === undefined) return undefined;
    const before = text === undefined ? undefined : text.slice(0, start);
    const label = before === undefined ? "" : labelBefore(before);
    const found = new Map<string, number>();
    for (const leaf of this.leaves) {
      if (inAnyRow(leaf.at) !== column) continue;
      const tokens = text === undefined ? [{ text: leaf.text, start: 0 }] : tokensOf(leaf.text);
      for (const token of tokens) {
        const count = countedOf(token.text);
        if (count?.prefix !== prefix || (text !== undefined && labelBefore(leaf.text.slice(0, token.start)) !== label))
          continue;
        if (found.has(leaf.at)) return undefined;
        found.set(leaf.at, count.number);
      }
    }
    return found;
  }
}

function isWord(text: string): boolean {
  return /^\p{L}{2,}$/u.test(text) && !ORDINALS.has(text.toLowerCase());
}

/** Returns the row of a list that a place is in: an element of an array, or a line. */
function rowOf(at: string): string | undefined {
  const row = /^.*\/\d+(?=\/|$)/.exec(at)?.[0];
  return row === undefined || /^\/content\/\d+$/.test(row) ? undefined : row;
}

/** What stands before a reference in its line: `ref=`. */
function labelBefore(text: string): string {
  return /\p{L}*[^\p{L}\p{N}]{0,3}$/u.exec(text.slice(-40))?.[0] ?? "";
}

/** Returns the letters and the number of a counted reference. */
export function countedOf(value: string): { prefix: string; number: number } | undefined {
  const found = /^(\D{0,12})(\d{1,12})$/.exec(value);
  return found === null ? undefined : { prefix: found[1] ?? "", number: Number(found[2]) };
}
