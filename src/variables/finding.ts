// A difference that replay finds, with its class and the reason.
import type { Exact } from "../json/exact.js";

export type FindingClass = "changed" | "breaking" | "additive" | "grown" | "volatile";

export type FindingReason =
  | "constant"
  | "type"
  | "text"
  | "form"
  | "range"
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
  /** Volatile: a variable that behaved, a redacted value, or a place that the config frees. */
  | "variable"
  | "redacted"
  | "varies"
  | "ignored";

export interface VariableFinding {
  call: number;
  at: string;
  class: FindingClass;
  why: FindingReason;
  /** The name of the variable that broke its rule, or that behaved. */
  variable?: string;
  /** The line to paste, or what else helps a person. */
  advice?: string;
  recorded?: Exact;
  now?: Exact;
  /** What is not there any more; a call that sends something of it has lost its ground. */
  lost?: Exact;
}

/** True of a finding after which the recording proves nothing. */
export function endsGround({ class: kind }: VariableFinding): boolean {
  return kind === "changed" || kind === "breaking";
}
