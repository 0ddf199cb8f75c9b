// Tells whether a reference that its server counts belongs to the words beside it: a button that was e12 is e15 now.
// A reference in a row that only its index identifies belongs to nothing.
import { appendTo } from "../append-to.js";
import { isNumber, numberText } from "../json/digits.js";
import type { Exact } from "../json/exact.js";
import { inAnyRow } from "../json/pointer.js";
import { viewLeavesOf } from "./leaves.js";
import { isPlainWord } from "./made.js";
import { piecesOf } from "./pieces.js";
import { clocksOfDay } from "./row-names.js";
import { readTimes } from "./time-forms.js";
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
  private names: ReadonlyMap<string, string> | undefined;
  /** The leaves of each row, and the rows of each text by its column. */
  private places:
    | {
        leaves: ReadonlyMap<string, readonly { at: string; text: string }[]>;
        rows: ReadonlyMap<string, readonly string[]>;
      }
    | undefined;
  /** The times of day of each column, by their rows. */
  private readonly clocks = new Map<string, ReadonlyMap<string, string>>();
  /** How many rows of a list have the same words. */
  private shared: ReadonlyMap<string, number> | undefined;
  /** The rows of each list of this result that have other words at their index in another one. */
  private readonly stirred = new WeakMap<CountedRows, ReadonlyMap<string, readonly string[]>>();

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

  /**
   * True where only its index identifies a row, and rows of its list have other words at their index in another run.
   * `now`: what is in the place there.
   */
  isLoose({ at, text }: ValueSpot, value: string, now: string, other: CountedRows): boolean {
    const row = rowOf(at);
    if (row === undefined || this.isNamed(row)) return false;
    if ((text ?? value) === value && this.hasNameOf(row, other, other.rowsWith(at, now))) return false;
    const moved = this.stirredIn(other).get(inAnyRow(row)) ?? [];
    // An id of letters only is no word of its row: in the other run it has digits.
    const isId = [value, now].some((one) => !isPlainWord(one));
    const isOnlyId =
      isId && wordsWithout(this.namesOf().get(row), value) === wordsWithout(other.namesOf().get(row), now);
    return moved.some((index) => index !== row || !isOnlyId);
  }

  private stirredIn(other: CountedRows): ReadonlyMap<string, readonly string[]> {
    const known = this.stirred.get(other);
    if (known !== undefined) return known;
    const theirs = other.namesOf();
    const lists = new Map<string, string[]>();
    for (const [index, names] of this.namesOf())
      if (theirs.get(index) !== names) appendTo(lists, inAnyRow(index), index);
    this.stirred.set(other, lists);
    return lists;
  }

  /**
   * Tells whether a reference stands in another row in another run: its words are in a row without it there, or, where no
   * word tells its row from others, those of the nearest rows that have some. Undefined where one side has it not or twice.
   */
  isElsewhere(value: string, other: CountedRows): boolean | undefined {
    const [[row, ...more], [there, ...others]] = [this.rowsHaving(value), other.rowsHaving(value)];
    if (row === undefined || there === undefined || more.length + others.length > 0) return undefined;
    const names = this.isNamed(row) ? [[this.wordsAt(row), other.wordsAt(there)]] : this.namesAround(row, there, other);
    return names.some(([own = "", now]) => own !== "" && own !== now && other.hasRowOf(row, own));
  }

  private wordsAt(row: string): string {
    return this.wordsOf().get(row) ?? "";
  }

  /** The words of the nearest named rows, above and below, on both sides. */
  private namesAround(row: string, there: string, other: CountedRows): (string | undefined)[][] {
    return ["above", "below"].map((side) => {
      const isAbove = side === "above";
      return [this.nearestName(row, isAbove), other.nearestName(there, isAbove)];
    });
  }

  private nearestName(row: string, isAbove: boolean): string | undefined {
    const rows = [...this.wordsOf().keys()].filter((one) => inAnyRow(one) === inAnyRow(row));
    const at = rows.indexOf(row);
    const named = isAbove
      ? rows.slice(0, at).findLast((one) => this.isNamed(one))
      : rows.slice(at + 1).find((one) => this.isNamed(one));
    return named === undefined ? undefined : this.wordsAt(named);
  }

  private rowsHaving(value: string): string[] {
    const rows = this.leaves.flatMap(({ at, text }) => {
      const row = text.includes(value) && tokensOf(text).some((token) => token.text === value) ? rowOf(at) : undefined;
      return row === undefined ? [] : [row];
    });
    return [...new Set(rows)];
  }

  /** True where a row of the list has these words. */
  private hasRowOf(row: string, words: string): boolean {
    return [...this.wordsOf()].some(([at, own]) => own === words && inAnyRow(at) === inAnyRow(row));
  }

  /**
   * True where a text of several words, or the time of a day, is in this row only, and in the other run only in the row that
   * belongs to it.
   */
  private hasNameOf(row: string, other: CountedRows, [there, ...more]: readonly string[]): boolean {
    if (there === undefined || more.length > 0) return false;
    return (this.byPlace().leaves.get(row) ?? []).some(({ at, text }) => {
      const clock = this.clocksLike(at).get(row);
      if (clock !== undefined && other.clocksLike(at).get(there) === clock) return true;
      if (!/\p{L}{2}\P{L}*\s\S/u.test(text)) return false;
      const [own, theirs] = [this.rowsWith(at, text), other.rowsWith(at, text)];
      return own.length === 1 && theirs.length === 1 && theirs[0] === there;
    });
  }

  /** The times of a day by their rows, where each row of a column has one of its own. */
  private clocksLike(at: string): ReadonlyMap<string, string> {
    const known = this.clocks.get(inAnyRow(at));
    if (known !== undefined) return known;
    const column = this.leaves.filter((leaf) => inAnyRow(leaf.at) === inAnyRow(at));
    const clocks = clocksOfDay(column.map(({ text }) => text)) ?? [];
    const isName = new Set(clocks).size === column.length;
    const rows = new Map(isName ? column.map((leaf, index) => [rowOf(leaf.at) ?? "", clocks[index] ?? ""]) : []);
    this.clocks.set(inAnyRow(at), rows);
    return rows;
  }

  /** The rows that have a text in the same column. */
  private rowsWith(at: string, text: string): readonly string[] {
    return this.byPlace().rows.get(inList(at, text)) ?? [];
  }

  private byPlace(): NonNullable<CountedRows["places"]> {
    if (this.places !== undefined) return this.places;
    const places = { leaves: new Map<string, { at: string; text: string }[]>(), rows: new Map<string, string[]>() };
    for (const leaf of this.leaves) {
      const row = rowOf(leaf.at);
      if (row === undefined) continue;
      appendTo(places.leaves, row, leaf);
      appendTo(places.rows, inList(leaf.at, leaf.text), row);
    }
    return (this.places = places);
  }

  private isNamed(row: string): boolean {
    if (this.shared === undefined) {
      const counts = new Map<string, number>();
      for (const [at, words] of this.wordsOf()) {
        const name = inList(at, words);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      this.shared = counts;
    }
    const own = this.wordsOf().get(row) ?? "";
    return own !== "" && this.shared.get(inList(row, own)) === 1;
  }

  /** The words of each row that are letters only. */
  private wordsOf(): ReadonlyMap<string, string> {
    return (this.words ??= this.collect((text) => tokensOf(text).filter((token) => isWord(token.text))));
  }

  /** The words of each row that a server does not make in each run. */
  private namesOf(): ReadonlyMap<string, string> {
    if (this.names !== undefined) return this.names;
    const ids = new Set(this.leaves.flatMap(({ at, text }) => (isId(text) ? [idColumn(at, text)] : [])));
    return (this.names = this.collect((text, at) =>
      ids.has(idColumn(at, text))
        ? []
        : piecesOf(text).filter((piece) => piece.kind === "word" && isWord(piece.text) && !isOfRun(piece.text)),
    ));
  }

  private collect(wordsIn: (text: string, at: string) => readonly { text: string }[]): Map<string, string> {
    const words = new Map<string, string>();
    for (const { at, text } of this.leaves) {
      const row = rowOf(at);
      if (row === undefined) continue;
      const own = wordsIn(text, at).map((word) => word.text);
      words.set(row, [words.get(row) ?? "", ...own].filter((word) => word !== "").join(" "));
    }
    return words;
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

/** True for a text of which letters and digits take turns as they do in no name: `v3ik58noe`. */
function isId(text: string): boolean {
  return /^[\p{L}\d]{8,}$/u.test(text) && (text.match(/\d+|\p{L}+/gu) ?? []).length >= 4;
}

/** The texts of one length in a column: beside ids, one of letters only is an id, too. */
function idColumn(at: string, text: string): string {
  return `${inAnyRow(at)} ${String(text.length)}`;
}

function wordsWithout(words: string | undefined, word: string): string | undefined {
  return words
    ?.split(" ")
    .filter((one) => one !== word)
    .join(" ");
}

function inList(row: string, words: string): string {
  return `${inAnyRow(row)} ${words}`;
}

/** True for letters that may be others in each run: made ones, weekdays, months. */
function isOfRun(text: string): boolean {
  return !isPlainWord(text) || readTimes(text).length > 0;
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
