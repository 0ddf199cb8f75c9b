// Compares the calls of two runs of the same turns: new and fixed errors, calls that can no longer be made, and
// latency.
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
  /** The drift between the two runs. */
  drift: readonly Drift[];
  /** The first turn (from 1) that was played for information only. */
  ungroundedFrom?: number | undefined;
  /** True for drift that counts. */
  counts: (drift: Drift) => boolean;
}

interface PlacedCall {
  step: number;
  turn: number;
  call: Call;
}

/**
 * Compares calls by their ordinal, because the model is the same. First the old side's calls, then those that only the
 * new side made.
 */
export function compareCalls(sides: ComparedSides): CallDiff[] {
  const [old, now] = [placedCalls(sides.before), placedCalls(sides.after)];
  const ids = [...new Set([...old.keys(), ...now.keys()])];
  // By the old side's arguments: on the new side they may contain an id of its own.
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
  // Later calls of the tool may have different arguments: their answers show whether those were valid.
  if (refused !== undefined && (refused.where.turn === turn || isNoResult(after))) return "impossible";
  if (!isNoResult(before) && isNoResult(after)) return "error-appeared";
  if (isNoResult(before) && !isNoResult(after)) return "error-gone";
  if (before.kind !== after.kind || before.code !== after.code) return "error-changed";
  return differs ? "drift" : "same";
}

/** True where this call's tool is gone, or no longer accepts its arguments. */
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

/** Milliseconds of the answered calls; a call that a run makes several times has several times. */
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
