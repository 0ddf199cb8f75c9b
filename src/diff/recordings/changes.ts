// Defines the differences between two recordings of one workflow. Types only.
import type { Scores } from "../../cassette/schema.js";
import type { JsonValue } from "../../json/value.js";
import type { Verdict } from "../../metrics/result.js";
import type { Imported } from "../../trace/trace.js";

/** One side of a change, in numbers. */
export interface ChangeSide {
  /** By the scores in the cassette; null without scores. */
  verdict: Verdict | null;
  scores: Scores;
  /** Of how many trials it is one, how many of them passed, and which take it is; absent where it was the only one. */
  trials?: { runs: number; passed: number; take: number };
  /** Why the run ended, unless Claude was done. */
  end?: string;
  model: string;
  calls: number;
  turns: number;
  /** All tokens that were read and written. */
  tokens: number;
  /** The contract's name. */
  contract: string;
  /** The transcript that the recording was imported from. */
  imported?: Imported;
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
  /** Number of places that differ on their own (ids, times), or that Claude is not given. */
  byItself: number;
  notGiven: number;
  /** The final answers of the steps that differ. */
  answers: { step: number; before?: string; after?: string }[];
  images: ImageChange[];
}

export interface CallChange {
  kind: "same" | "gone" | "new";
  tool: string;
  /** In its own run; in the new one where both have it. */
  call: number;
  /** True where the other run's call has different arguments. */
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
