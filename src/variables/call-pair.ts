// Defines the two sides of a call and the rules for their comparison. Types only.
import type { Bindings } from "./bindings.js";
import type { FreePlaces } from "./free-places.js";
import type { LearnedIndex } from "./index-learned.js";
import type { Moment } from "./moment.js";

/** The two sides of a call, and the rules for their comparison. */
export interface CallPair {
  call: number;
  recorded: Moment;
  live: Moment;
  index: LearnedIndex;
  bindings: Bindings;
  free?: FreePlaces;
  /** True for what Claude is not given, where variables and the clock may explain any value. */
  loose?: boolean;
  /** True for a row that an earlier run left: its times are of that run. */
  earlier?: boolean;
}
