// Defines a difference that replay finds, with its class and the reason.
import type { Exact } from "../json/exact.js";
import { losesGround } from "../trace/drift-classes.js";

export type FindingClass = "changed" | "breaking" | "additive" | "grown" | "volatile";

export type FindingReason =
  | "constant"
  | "type"
  | "text"
  | "form"
  | "range"
  | "relation"
  | "same"
  | "distinct"
  | "time"
  | "ambiguous"
  | "order"
  | "length"
  | "set"
  | "leftover"
  | "gone"
  | "new"
  | "bytes"
  | "grown"
  | "race"
  /** Volatile: a variable that kept its rules, a redacted value, or a place that the config frees. */
  | "variable"
  | "redacted"
  | "varies"
  | "ignored";

export interface VariableFinding {
  call: number;
  at: string;
  class: FindingClass;
  why: FindingReason;
  /** The name of the variable that broke its rule, or kept it. */
  variable?: string;
  /** What a number was in every run, in terms of others: `yes + no`. */
  was?: string;
  /** The line to paste, or other help for a person. */
  advice?: string;
  recorded?: Exact;
  now?: Exact;
  /** The missing recorded value; a call that sends part of it is no longer evidence. */
  lost?: Exact;
}

/** True for a finding after which the recording proves nothing. */
export function endsGround(finding: VariableFinding): boolean {
  return losesGround(finding);
}
