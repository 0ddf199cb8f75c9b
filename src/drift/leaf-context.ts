// What two sides of a call are judged by, and what comes out of it.
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
  /** What the config frees, and redacted values. */
  free: FreePlaces;
  /** When the recorded and the live call were made. */
  recordedAt: Moment;
  liveAt: Moment;
  /** True of what Claude is not given. */
  loose?: boolean;
}

export interface Difference {
  path: Path;
  class: DriftClass;
  recorded?: JsonValue;
  present?: JsonValue;
  /** `present` without what differs by itself, so that the drift's id stays the same; absent where it is `present`. */
  settled?: JsonValue;
  note?: string;
  /** There is nothing that Claude could be given, so nobody can call it harmless. */
  acceptable?: false;
  /** What is not there any more; a call that sends something of it has lost its ground. */
  lost?: Exact;
}

/** The same, with all that is found forgotten: for trying. */
export function forTrying(context: LeafContext): LeafContext {
  return { ...context, bindings: context.bindings.copy() };
}
