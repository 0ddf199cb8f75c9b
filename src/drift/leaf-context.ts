// Defines what the comparison of two sides of a call needs, and what it returns.
import type { Exact } from "../json/exact.js";
import type { JsonValue } from "../json/value.js";
import type { DriftClass } from "../trace/drift-classes.js";
import type { Bindings } from "../variables/bindings.js";
import type { FreePlaces } from "../variables/free-places.js";
import type { LearnedIndex } from "../variables/index-learned.js";
import type { Moment } from "../variables/moment.js";
import type { Path } from "../json/path.js";

export interface LeafContext {
  /** Its ordinal. */
  call: number;
  index: LearnedIndex;
  bindings: Bindings;
  /** Places that the config frees, and redacted values. */
  free: FreePlaces;
  /** When the recorded and the live call were made. */
  recordedAt: Moment;
  liveAt: Moment;
  /** True for what Claude is not given. */
  loose?: boolean;
}

export interface Difference {
  path: Path;
  class: DriftClass;
  recorded?: JsonValue;
  present?: JsonValue;
  /** `present` with its varying values set back, which keeps the drift's id stable; absent where they are equal. */
  settled?: JsonValue;
  note?: string;
  /** Claude could not be given anything, so nobody can accept it. */
  acceptable?: false;
  /** The missing recorded value; a call that sends part of it is no longer evidence. */
  lost?: Exact;
}

/** Returns a copy of the context whose findings are discarded, for trying. */
export function forTrying(context: LeafContext): LeafContext {
  return { ...context, bindings: context.bindings.copy() };
}
