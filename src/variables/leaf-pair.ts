// Defines what the alignment of a recorded and a live result finds: leaves with their pieces, orders, grown lists,
// issues.
import type { Exact } from "../json/exact.js";
import { keysOf, measureOf } from "./names.js";
import type { PieceKind } from "./pieces.js";
import type { WindowEnd } from "./windows.js";

/** One value of a text in two runs. Its tokens are those of the recorded text. */
export interface SpanPair {
  from: number;
  to: number;
  start: number;
  end: number;
  kind: PieceKind;
  liveStart: number;
  liveEnd: number;
  liveKind: PieceKind;
}

/** A leaf in two runs. `text` is false for a JSON number; `key` is true for a property's name. */
export interface LeafPair {
  text: boolean;
  recorded: string;
  live: string;
  /** Of a text, in order; empty for a number. */
  spans: SpanPair[];
}

/** The spans that lie within some tokens. */
export function spansWithin(spans: readonly SpanPair[], { from, to }: Pick<SpanPair, "from" | "to">): SpanPair[] {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.from ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while ((spans[end]?.to ?? Infinity) <= to) end++;
  return spans.slice(low, end);
}

/** Why two results cannot be aligned. */
export type IssueKind =
  | "type"
  | "boolean"
  | "text"
  | "bytes"
  | "gone"
  | "new"
  | "length"
  /** A list of any number of rows: its rows have no places of their own. */
  | "rows"
  | "leftover"
  | "set"
  | "error";

/** A place where two results differ in a way that no variable explains. */
export interface Issue {
  at: string;
  why: IssueKind;
  recorded?: Exact;
  live?: Exact;
}

/** At which end of a grown list the rows of earlier runs are. */
export type GrownEnd = "head" | "tail";

/** A list that is longer in the live result. */
export interface GrownPair {
  end: GrownEnd;
  live: readonly Exact[];
  /** The indexes of the live rows beside the recorded ones: an earlier run left them. */
  rest: readonly number[];
  /** Set where the list shows so many rows only: which fall out. `live` has these put back. */
  window?: WindowEnd;
  /** How many it shows, where the recording had fewer. */
  size?: number;
  /** True where they stand together: between the rows that are no run's, and those of this run. */
  apart: boolean;
  recorded: readonly Exact[];
  /** Returns the pointer of a recorded row. */
  place: (index: number) => string;
}

/** Two aligned results. Pointers are the recorded ones. */
export class Pairing {
  readonly leaves = new Map<string, LeafPair>();
  /** Names of properties that differ, by the pointer of the property. */
  readonly keys = new Map<string, LeafPair>();
  readonly orders = new Set<string>();
  readonly grows = new Map<string, GrownPair>();
  /** Items of a text and entries of an object that were aligned as a list. */
  readonly read = new Set<string>();
  /** Pointers at or below a grown list. */
  readonly issues: Issue[] = [];

  /** Returns recorded and live values that differ, without measurements. */
  differences(): [string, string][] {
    return [...this.leaves, ...this.keys].flatMap(([at, { text, recorded, live, spans }]) => {
      if (measureOf(keysOf(at).key) !== undefined) return [];
      const values = spans.filter(({ kind }) => kind !== "quantity");
      const pairs: [string, string][] = text
        ? values.map((span) => [recorded.slice(span.start, span.end), live.slice(span.liveStart, span.liveEnd)])
        : [[recorded, live]];
      return pairs.filter(([one, other]) => one !== other);
    });
  }
}

/** What is known before an alignment: the live values of recorded ones, in the order in which they were found. */
export interface Known {
  readonly values: KnownValues;
  /** Live values of recorded ones that other tools returned, and that are hardly in a list by chance. */
  readonly unlikely?: ReadonlyMap<string, string>;
  /** Tells whether an earlier run had a row, as `canonOf` writes it, in a list of the same tool. */
  readonly left?: (row: string) => boolean;
  /** Tells whether an earlier check had a value in place of a recorded one. */
  readonly made?: (value: string) => boolean;
}

/** The live value of each recorded one. */
export interface KnownValues extends Iterable<[string, string]> {
  get: (recorded: string) => string | undefined;
  has: (recorded: string) => boolean;
  set: (recorded: string, live: string) => unknown;
}
