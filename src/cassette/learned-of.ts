// Reads what was learned about a run from its cassette, of any version. Pure.
import type { Trace } from "../trace/trace.js";
import type { Learned } from "../variables/learned.js";
import { runOf } from "../variables/run.js";
import { learnedOfVersion1 } from "../variables/version-1.js";
import { readLearned } from "./learned.js";
import type { Cassette } from "./schema.js";

/** `trace` is the recorded run as it is played: for version 1, words in its texts are counted. */
export function learnedOf(cassette: Cassette, trace: Trace): Learned {
  return cassette.cassette === 1 ? learnedOfVersion1(runOf(trace), cassette.varies) : readLearned(cassette);
}
