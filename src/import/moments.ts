// Tells when the calls of a transcript were made, as far as it says so: a result that holds the time of then is told by
// it. Pure.
import { callsIn, type Said, type SaidCall, type SaidTurn } from "./said.js";

/** Claude Code's stream-json has times of results only: so long before the first of them a run may have begun. */
const BEFORE_RESULT_MS = 60_000;

/** ISO 8601; undefined where the transcript has no times. */
export function startOf({ steps }: Pick<Said, "steps">): string | undefined {
  const turns = steps.flatMap((step) => step.turns);
  const first = turns.find(({ at }) => at !== undefined)?.at;
  if (first !== undefined) return first;
  const results = turns.flatMap(callsIn).flatMap(({ result }) => millisecondsOf(result?.at) ?? []);
  return results.length === 0 ? undefined : new Date(Math.min(...results) - BEFORE_RESULT_MS).toISOString();
}

/** `at`: seconds from the start until the call; `ms`: until its result. Zeros where the transcript has no times. */
export function momentOf(
  turn: Pick<SaidTurn, "at">,
  { result }: SaidCall,
  startedAt: string | undefined,
): { at: number; ms: number } {
  const start = millisecondsOf(startedAt);
  if (start === undefined) return { at: 0, ms: 0 };
  const called = Math.max(start, millisecondsOf(turn.at) ?? start);
  return { at: (called - start) / 1000, ms: Math.max(0, (millisecondsOf(result?.at) ?? called) - called) };
}

function millisecondsOf(time: string | undefined): number | undefined {
  const at = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(at) ? undefined : at;
}
