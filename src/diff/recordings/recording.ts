// Defines one side of a changed cassette for a review: the recording, and whether it can be trusted. Data and one
// reader.
import { contractIdsOf } from "../../cassette/written-servers.js";
import type { Cassette, Scores } from "../../cassette/schema.js";
import type { Verdict } from "../../metrics/result.js";
import { callsOf, turnsOf, usagesOf } from "../../trace/read.js";
import type { Trace, TraceEnd } from "../../trace/trace.js";
import type { Learned } from "../../variables/learned.js";
import type { ChangeSide } from "./changes.js";

export interface RecordingSide {
  /** Relative to the repository's root. */
  file: string;
  cassette: Cassette;
  /** What the cassette says about values that differ on their own. */
  learned: Learned;
  trace: Trace;
  /** False where the text does not fit its seal: it was still read, but proves nothing. */
  sealed: boolean;
}

/** A side that exists and cannot be read. */
export interface Unreadable {
  file: string;
  /** First line, evidence and fix of the reader's error. */
  message: string;
}

/** Returns the numbers of a recording. */
export function buildSide({ cassette, trace }: RecordingSide): ChangeSide {
  const { end } = trace;
  const tokens = usagesOf(trace).map(
    ({ input, output, cacheRead = 0, cacheWrite = 0 }) => input + output + cacheRead + cacheWrite,
  );
  return {
    verdict: verdictOf(cassette.scores, end),
    scores: cassette.scores,
    ...("trials" in cassette && cassette.trials !== undefined && { trials: cassette.trials }),
    ...(end.kind === "completed" ? {} : { end: end.kind }),
    model: trace.model.name,
    calls: callsOf(trace).length,
    turns: turnsOf(trace).length,
    tokens: tokens.reduce((sum, one) => sum + one, 0),
    contract: contractIdsOf(cassette),
    ...(trace.imported !== undefined && { imported: trace.imported }),
  };
}

/** By those of the three metrics that have a score: the judge's threshold is only in the config. */
function verdictOf(all: Scores, end: TraceEnd): Verdict | null {
  const scores = Object.entries(all).flatMap(([id, score]) =>
    id === "llm-judge" || score === undefined ? [] : [score],
  );
  if (scores.length === 0) return null;
  const isBroken = end.kind === "model-stopped" || end.kind === "max-turns" || end.kind === "server-failed";
  if (isBroken || scores.some((score) => score !== null && score < 1)) return "failed";
  return scores.every((score) => score === null) ? "inconclusive" : "passed";
}
