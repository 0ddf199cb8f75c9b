// What two leaves of a recorded and a live result are judged by, and what comes out of it.
import type { Exact } from "../json/exact.js";
import type { JsonValue } from "../json/value.js";
import type { DriftClass } from "../trace/drift.js";
import type { Moment } from "./clock.js";
import type { Following } from "./following.js";
import type { Pairs } from "./pairs.js";
import type { Path, PlaceRules } from "./rules.js";
import type { Word } from "./words.js";

export interface LeafContext {
  rules: PlaceRules;
  pairs: Pairs;
  following: Following;
  /** When the recorded and the live call were made. */
  recordedAt: Moment;
  liveAt: Moment;
}

/** Recorded and live text of something that differs by itself. */
export interface Candidate {
  recorded: string;
  live: string;
  /** Set for words: their parts may be sent back too. */
  words?: [Word, Word];
}

export interface Difference {
  path: Path;
  class: DriftClass;
  recorded?: JsonValue;
  present?: JsonValue;
  /** `present` without what differs by itself, so that the drift's id stays the same; absent where it is `present`. */
  settled?: JsonValue;
  note?: string;
  candidates?: Candidate[];
  /** Places that would have to be listed for this to be volatile. */
  found?: Path[];
  /** There is nothing that Claude could be given, so nobody can call it harmless. */
  acceptable?: false;
  /** What is not there any more; a call that sends something of it has lost its ground. */
  lost?: Exact;
}
