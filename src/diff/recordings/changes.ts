// What differs between two recordings of one workflow. Types only.
import type { Scores } from "../../cassette/schema.js";
import type { JsonValue } from "../../json/value.js";
import type { Verdict } from "../../metrics/result.js";

/** One side of a change, in numbers. */
export interface ChangeSide {
  /** By the scores in the cassette; null where it has none. */
  verdict: Verdict | null;
  scores: Scores;
  /** Why the run ended, where that is not that Claude was done. */
  end?: string;
  model: string;
  calls: number;
  turns: number;
  /** All that was read and written. */
  tokens: number;
  /** The contract's name. */
  contract: string;
}

export interface TurnPlace {
  step: number;
  /** In the run, from 1. */
  turn: number;
}

/** How two runs differ. */
export interface RunChanges {
  /** The calls of both runs, in order. */
  calls: CallChange[];
  /** Arguments and results, place by place. */
  values: ValueChange[];
  /** Places that differ by themselves (ids, times), and places that Claude is not given. */
  byItself: number;
  notGiven: number;
  /** What the steps ended with, where that differs. */
  answers: { step: number; before?: string; after?: string }[];
  images: ImageChange[];
}

export interface CallChange {
  kind: "same" | "gone" | "new";
  tool: string;
  /** Of the run that it is in; of the new one where it is in both. */
  call: number;
  /** True where the other run's call has other arguments. */
  otherArguments?: true;
}

export interface ValueChange {
  call: number;
  tool: string;
  part: "arguments" | "result";
  path: string;
  before?: JsonValue;
  after?: JsonValue;
}

export interface ImageChange {
  call: number;
  tool: string;
  path: string;
  /** Relative to the repository's root. */
  before?: string;
  after?: string;
}
