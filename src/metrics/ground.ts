// Tells which turns of a trace are evidence: all turns of a live run, the grounded ones of a replay.
import { callsOf, isEvidence, turnsOf } from "../trace/read.js";
import type { Call, Trace, TraceStep } from "../trace/trace.js";
import { factsOf } from "../trace/drift-classes.js";

/** Why the order of the tools, the judge and the workflow cannot be decided. */
export const REWORDED =
  "A text by which Claude chose its tools differs now: a description, an input schema or the instructions";

export interface Ground {
  /** The steps with the turns that count as evidence. */
  steps: TraceStep[];
  /** The recorded run, in a replay. */
  recorded: Trace | undefined;
  /** What a replay is compared with. */
  evidence: Trace["evidence"];
  /** The run was played to its end, all of it evidence. */
  complete: boolean;
  /** Live: same as `complete`. Replay: each recorded call was made again. */
  allCallsMade: boolean;
  /** Claude chose the tools by a text that differs now. */
  reworded: boolean;
  /** Something outside the server ended the run, so a missing call proves nothing. */
  outsideFailed: boolean;
  /** The model was asked nothing, so a missing answer proves nothing. */
  notAsked: boolean;
  /** Why the run ended early, or "". */
  why: string;
}

/** Returns the part of a trace that the metrics may use. */
export function groundOf(trace: Trace): Ground {
  const { evidence, end } = trace;
  const why = end.kind === "completed" ? "" : end.message;
  const outsideFailed = end.kind === "model-error" || end.kind === "cancelled";
  if (evidence === undefined) {
    const complete = end.kind === "completed";
    const live = { steps: trace.steps, recorded: undefined, evidence, complete, allCallsMade: complete };
    return { ...live, reworded: false, outsideFailed, notAsked: end.kind === "tool-missing", why };
  }
  const { recorded, ungroundedFrom, accepted = [] } = evidence;
  const steps = cutSteps(trace.steps, ungroundedFrom);
  const made = new Set(callsOf({ steps }).flatMap((call) => (isEvidence(call) ? [call.id] : [])));
  const allCallsMade = end.kind !== "stale" && callsOf(recorded).every((call) => made.has(call.id));
  const allTurnsPlayed = turnsOf({ steps }).length >= turnsOf(recorded).length;
  const gone =
    ungroundedFrom === undefined
      ? "The recording was not replayed to its end."
      : `From turn ${ungroundedFrom} on, the recording proves nothing.`;
  return {
    steps,
    recorded,
    evidence,
    complete: end.kind === "completed" && allCallsMade && allTurnsPlayed,
    allCallsMade,
    reworded: evidence.drift.some(({ class: kind, id }) => factsOf(kind).steers && !accepted.includes(id)),
    outsideFailed,
    notAsked: false,
    why: why === "" ? gone : why,
  };
}

/** Returns the calls with the arguments that Claude wrote, without the live values that were put in. */
export function callsAsWritten({ steps, recorded }: Pick<Ground, "steps" | "recorded">): Call[] {
  const then = new Map(callsOf({ steps: recorded?.steps ?? [] }).map(({ id, arguments: args }) => [id, args]));
  return callsOf({ steps }).map((call) => ({ ...call, arguments: then.get(call.id) ?? call.arguments }));
}

/** Returns the steps without the turns from ordinal `from` on. */
function cutSteps(steps: readonly TraceStep[], from: number | undefined): TraceStep[] {
  if (from === undefined) return [...steps];
  let before = 0;
  return steps.map((step) => {
    const kept = step.turns.slice(0, Math.max(0, from - 1 - before));
    before += step.turns.length;
    return { ...step, turns: kept };
  });
}
