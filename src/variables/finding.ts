// A difference that replay finds, with its class and the reason.
import type { Exact } from "../json/exact.js";

export type FindingClass = "changed" | "breaking" | "additive" | "grown";

export type FindingReason =
  | "constant"
  | "type"
  | "text"
  | "form"
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
  | "race";

export interface Finding {
  call: number;
  at: string;
  class: FindingClass;
  why: FindingReason;
  /** The name of the variable that broke its rule. */
  variable?: string;
  recorded?: Exact;
  now?: Exact;
}

/** True of a finding after which the recording proves nothing. */
export function endsGround({ class: kind }: Finding): boolean {
  return kind === "changed" || kind === "breaking";
}
