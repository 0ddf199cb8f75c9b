// Defines the shapes of what is learned, as a cassette of format 2 stores them.
import { isNumber, numberText } from "../json/digits.js";
import type { JsonValue } from "../json/value.js";
import type { GrownEnd } from "./leaf-pair.js";
import type { TimeOff } from "./off-times.js";
import type { WindowEnd } from "./windows.js";

/** A place in a result, or with `contract` in the contract. */
export interface Place {
  /** The ordinal of the call; 0 for the contract. */
  call: number;
  /** A JSON pointer into what Claude was given; a line of a text is below `/lines`. */
  at: string;
  /** The token, or the first and the last, counted from 1 in the recorded text. Absent: the whole leaf. */
  token?: number | [number, number];
  /** The property's name, not its value. */
  key?: true;
}

/** A place in the arguments of a call. */
export interface SentPlace {
  call: number;
  at: string;
  token?: number | [number, number];
  by: SentReason;
}

export type SentReason = "pin" | "value" | "word" | "name" | "mention" | "literal";
export type VariableKind = "value" | "time" | "quantity";

export interface Variable {
  name: string;
  kind: VariableKind;
  /** In the recorded run, then in each check. */
  seen: JsonValue[];
  /** Replay reads at the first. */
  places: Place[];
  sent: SentPlace[];
  /** What it was of a list in every run: as many as its rows, the sum of a column. */
  of?: ListFigure;
  /** Of a time that lies another span from its call in each run: how far it lay. */
  off?: TimeOff;
}

/** A number that a list gives, or the length of a text in characters or bytes. */
export interface ListFigure {
  call: number;
  at: string;
  is: "rows" | "sum" | "most" | "least" | "length" | "bytes";
  /** A pointer into each row; in a line `#1` for its first number, `#last` for its last, `#B1` for its first size. */
  column?: string;
  /** A sum of products: the column by which `column` is multiplied in each row. */
  times?: string;
  /** What the figure is more than the number: lines of a text that are no rows, a constant beside a sum. */
  less?: number;
  /** Where the figure is no number: the text that the row with the end has there; a pointer into it, or `@1`, a piece of a line. */
  cell?: string;
}

/** What held of the columns of a list in every run. A column is a pointer into each row; in a line `#1`, `#last`. */
export interface ColumnRule {
  call: number;
  at: string;
  /** The rows are in its order; or in each row it is the balance after it, made of two others, or what another says in the row before. */
  is:
    | "sorted"
    | "counted"
    | "balance"
    | "product"
    | "sum"
    | "percent"
    | "quotient"
    | "change"
    | "follows"
    | "within"
    | "below"
    | "said"
    | "together"
    | "multiple";
  column: string;
  of?: string[];
  /** The greatest is first; the balance before is in the row below. */
  down?: true;
  /** What the row has is taken away. */
  minus?: true;
  /** The text of the row that Claude named, which has the greatest number (`down`) or the least. */
  row?: string;
}

/** A place that differs without being a variable. */
export interface Unstable {
  call: number;
  at: string;
  token?: number | [number, number];
  why: string;
  seen: JsonValue[];
}

/** An argument that may or may not be a variable, or that was made from one. */
export interface Doubt {
  call: number;
  at: string;
  token?: number | [number, number];
  value: JsonValue;
  /** Names of variables, and `constant`. */
  readings: string[];
  /** Readings with which the call failed when it was tried. */
  excluded?: string[];
  /** How it was made from a variable, where it does not contain it. */
  derived?: string;
}

/** A list in which rows of earlier runs stand beside the recorded ones. */
export interface GrownList {
  call: number;
  at: string;
  end: GrownEnd;
  /** Set where the list shows so many rows only: its first or its last ones fall out when new ones come. */
  window?: WindowEnd;
  /** How many rows it shows, where the recording had fewer. */
  size?: number;
  /** Set where earlier rows stand together, between the rows that were there before all runs and those of this run. */
  apart?: true;
  /** The rows that each run leaves; absent where the checks do not show it. */
  left?: LeftRow[];
}

/** A list that has another number of rows in each run. */
export interface VaryingList {
  call: number;
  at: string;
  /** How many lines of a text are above the rows, and below them. */
  head?: number;
  foot?: number;
  /** The rows of each check. */
  seen: JsonValue[][];
  /** Words of the rows, in small letters, that a prompt or Claude said. */
  said?: string[];
  /** How far the times of a column lay from their call in all runs, and the column that says it of each row. */
  off?: (TimeOff & { column: string; as?: string })[];
}

/** A row that each run leaves: a recorded row of the list by its index, or what a later run finds in its place. */
export type LeftRow = { row: number } | { is: JsonValue };

export interface Learned {
  variables: Variable[];
  orders: { call: number; at: string }[];
  grows: GrownList[];
  /** Absent where there are none, as is `columns`. */
  lengths?: VaryingList[];
  columns?: ColumnRule[];
  races: number[][];
  unstable: Unstable[];
  doubtful: Doubt[];
  /** Calls that failed, or whose lists emptied or lost rows in a check: the recording left state behind. */
  state: { call: number; at: string }[];
}

/** What is known of a run that was never checked. */
export const NOTHING_LEARNED: Learned = {
  variables: [],
  orders: [],
  grows: [],
  races: [],
  unstable: [],
  doubtful: [],
  state: [],
};

/** How many of the places that Claude was given the recording asserts. */
export interface AssertedPlaces {
  places: number;
  /** A change of these would be found. */
  asserted: number;
  variables: number;
  /** A change of these would not be found. */
  ignored: number;
}

/** Returns a value that was seen as the text that it was. */
export function seenText(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  return isNumber(value) ? numberText(value) : value === undefined ? "" : JSON.stringify(value);
}

/** Returns the first and the last token of a place; zero for both where it is a whole leaf. */
export function tokenEnds({ token = 0 }: Pick<Place, "token">): readonly [from: number, to: number] {
  return typeof token === "number" ? [token, token] : token;
}

/** True for an element of a list of bare values: `/rolls/2`. */
export function isElement({ at, token, key }: Place): boolean {
  return token === undefined && key === undefined && /\/json\/.*\/\d+$/.test(at);
}

/** Returns `4` for one token, `[4, 7]` for more. */
export function tokenRange(from: number, to: number): number | [number, number] {
  return from === to ? from : [from, to];
}
