// The shapes of what is learned, as a cassette of format 2 holds them.
import { isNumber, numberText } from "../json/digits.js";
import type { JsonValue } from "../json/value.js";
import type { GrownEnd } from "./leaf-pair.js";

/** A place in a result, or with `contract` in the contract. */
export interface Place {
  /** The ordinal of the call; 0 for the contract. */
  call: number;
  /** A JSON pointer into what Claude was given; a line of a text is below `/lines`. */
  at: string;
  /** The token, or the first and the last, counted from 1 in the recorded text. Absent: the whole leaf. */
  token?: number | [number, number];
  /** The property's name rather than its value. */
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
  /** The first is where replay reads. */
  places: Place[];
  sent: SentPlace[];
}

/** A place that differs and is no variable. */
export interface Unstable {
  call: number;
  at: string;
  token?: number | [number, number];
  why: string;
  seen: JsonValue[];
}

/** An argument that may be a variable or not, or that was made of one. */
export interface Doubt {
  call: number;
  at: string;
  token?: number | [number, number];
  value: JsonValue;
  /** Names of variables, and `constant`. */
  readings: string[];
  /** Readings with which the call failed when it was tried. */
  excluded?: string[];
  /** How it was made of a variable, where it does not hold it. */
  derived?: string;
}

export interface Learned {
  variables: Variable[];
  orders: { call: number; at: string }[];
  grows: { call: number; at: string; end: GrownEnd }[];
  races: number[][];
  unstable: Unstable[];
  doubtful: Doubt[];
  /** Calls that failed, emptied or lost rows in a check: the recording left state. */
  state: { call: number; at: string }[];
}

/** What is known of a run that nobody checked. */
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
  /** A change of them is found. */
  asserted: number;
  variables: number;
  /** A change of them is not found. */
  ignored: number;
}

/** A value that was seen, as it stands in a text. */
export function seenText(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  return isNumber(value) ? numberText(value) : value === undefined ? "" : JSON.stringify(value);
}

/** `4` for one token, `[4, 7]` for more. */
export function tokenRange(from: number, to: number): number | [number, number] {
  return from === to ? from : [from, to];
}
