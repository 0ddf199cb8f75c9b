// A cassette of any version and its run in; what was learned of the run out. Pure.
import type { Trace } from "../trace/trace.js";
import type { Learned } from "../variables/learned.js";
import { runOf } from "../variables/run.js";
import { learnedOfVersion1 } from "../variables/version-1.js";
import { readLearned } from "./learned.js";
import type { Cassette } from "./schema.js";

/** `trace` is the recorded run as it is played: version 1 counts the words of its texts. */
export function learnedOf(cassette: Cassette, trace: Trace): Learned {
  return cassette.cassette === 1 ? learnedOfVersion1(runOf(trace), cassette.varies) : readLearned(cassette);
}
