// Two runs of the same turns, and the drift between them, in; their calls side by side out: errors that came and went,
// calls that can no longer be made, and how long they took.
import { describePlace } from "../../trace/describe-drift.js";
import { canonicalJson } from "../../json/canonical.js";
import { serializeKept } from "../../json/kept-numbers.js";
import type { JsonValue } from "../../json/value.js";
import type { Drift } from "../../trace/drift.js";
import type { Call, Trace } from "../../trace/trace.js";
import type { CallDiff, CallSide } from "../diff.js";
import { callSideOf, describeNotMade, isNoResult } from "./call-side.js";
import { findLost } from "./find-lost.js";
import { compareLatency } from "./latency.js";

export interface ComparedSides {
  before: Trace;
  after: Trace;
  /** Between the two. */
  drift: readonly Drift[];
  /** The first turn (from 1) that was played for information only. */
  ungroundedFrom?: number | undefined;
  /** True of drift that counts. */
  counts: (drift: Drift) => boolean;
}

interface PlacedCall {
  step: number;
  turn: number;
  call: Call;
}

/** Calls are the same by their ordinal: the model is. Those of the old side, then those that only the new one made. */
export function compareCalls(sides: ComparedSides): CallDiff[] {
  const [old, now] = [placedCalls(sides.before), placedCalls(sides.after)];
  const ids = [...new Set([...old.keys(), ...now.keys()])];
  // By what the old side was asked: on the new side an id of its own may stand in the arguments.
  const keys = new Map(ids.map((id) => [id, keyOf((old.get(id) ?? now.get(id))?.call)]));
  const [oldTimes, nowTimes] = [timesOf(old, keys), timesOf(now, keys)];
  return ids.flatMap((id) => {
    const [before, after] = [old.get(id), now.get(id)];
    const either = before ?? after;
    if (either === undefined) return [];
    const compared = compareCall(either, { before: before?.call, after: after?.call }, sides);
    const key = keys.get(id) ?? "";
    const isTimed = isAnswered(before?.call) && isAnswered(after?.call);
    const latency = isTimed ? compareLatency(oldTimes.get(key) ?? [], nowTimes.get(key) ?? []) : undefined;
    return [{ ...compared, ...(latency === undefined ? {} : { latency }) }];
  });
}

function compareCall(
  { step, turn, call: { id, tool, arguments: args } }: PlacedCall,
  made: { before: Call | undefined; after: Call | undefined },
  { before: one, after: other, drift, ungroundedFrom, counts }: ComparedSides,
): CallDiff {
  const before = made.before === undefined ? describeNotMade(whyEnded(one)) : callSideOf(made.before);
  const own = drift.filter(({ where }) => (where.part === "result" || where.part === "arguments") && where.call === id);
  const refused = drift.find((found) => refuses(found, tool, turn));
  const lost = findLost(args, drift, turn);
  const after =
    made.after === undefined ? describeNotMade(whyNotMade({ own, refused, lost }, other)) : callSideOf(made.after);
  return {
    call: id,
    step,
    turn,
    tool,
    arguments: args,
    before,
    after,
    change: classify(before, after, { turn, refused, differs: own.some(counts) }),
    driftIds: own.map((found) => found.id),
    ungrounded: ungroundedFrom !== undefined && turn >= ungroundedFrom,
  };
}

function classify(
  before: CallSide,
  after: CallSide,
  { turn, refused, differs }: { turn: number; refused: Drift | undefined; differs: boolean },
): CallDiff["change"] {
  const couldBeMade = before.kind !== "not-made" && before.kind !== "unknown-tool";
  if (couldBeMade && (after.kind === "not-made" || after.kind === "unknown-tool")) return "impossible";
  if (before.kind === "not-made" || after.kind === "not-made") return before.kind === after.kind ? "same" : "drift";
  // Later calls of the tool may have had other arguments: their answers say whether they were right.
  if (refused !== undefined && (refused.where.turn === turn || isNoResult(after))) return "impossible";
  if (!isNoResult(before) && isNoResult(after)) return "error-appeared";
  if (isNoResult(before) && !isNoResult(after)) return "error-gone";
  if (before.kind !== after.kind || before.code !== after.code) return "error-changed";
  return differs ? "drift" : "same";
}

/** True where the tool is gone for this call, or does not take its arguments any more. */
function refuses({ class: kind, accepted, where }: Drift, tool: string, turn: number): boolean {
  if (kind !== "breaking" || where.part !== "tool" || where.tool !== tool || accepted === true) return false;
  return turn >= (where.turn ?? 1);
}

function whyNotMade(
  { own, refused, lost }: { own: readonly Drift[]; refused: Drift | undefined; lost: Drift | undefined },
  trace: Trace,
): string {
  const lacking = own.find(({ where }) => where.part === "arguments");
  const known = lacking?.note ?? refused?.note;
  if (known !== undefined || lost === undefined || trace.end.kind !== "ungrounded") return known ?? whyEnded(trace);
  const { where, present } = lost;
  const { step: _, ...place } = where;
  return `what it sends is ${present === undefined ? "gone" : `${short(present)} now`}: ${describePlace(place)}`;
}

function short(value: JsonValue): string {
  const text = serializeKept(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

function whyEnded({ end }: Trace): string {
  return "message" in end ? end.message : "The run ended before.";
}

function placedCalls(trace: Trace): Map<number, PlacedCall> {
  const placed = new Map<number, PlacedCall>();
  let number = 0;
  for (const [at, step] of trace.steps.entries()) {
    for (const turn of step.turns) {
      number += 1;
      for (const call of turn.calls) placed.set(call.id, { step: at + 1, turn: number, call });
    }
  }
  return placed;
}

/** Milliseconds of the calls that were answered; a call that is made several times in a run is timed by all of them. */
function timesOf(placed: ReadonlyMap<number, PlacedCall>, keys: ReadonlyMap<number, string>): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (const [id, { call }] of placed) {
    if (!isAnswered(call)) continue;
    const key = keys.get(id) ?? "";
    times.set(key, [...(times.get(key) ?? []), call.ms]);
  }
  return times;
}

function isAnswered(call: Call | undefined): boolean {
  return call !== undefined && call.outcome.kind !== "unknown-tool" && call.outcome.kind !== "none";
}

function keyOf(call: Call | undefined): string {
  return call === undefined ? "" : canonicalJson([call.tool, call.arguments]);
}
