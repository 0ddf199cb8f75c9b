// Plans one run for each reading of a doubtful turn, and excludes the readings with which its call failed.
import type { DriftPlace } from "../trace/drift.js";
import { isToolError, turnsOf } from "../trace/read.js";
import type { CallOutcome, Trace } from "../trace/trace.js";
import type { Doubt, Learned } from "../variables/learned.js";
import type { PlayedCheck } from "./check-player.js";
import { pinOfReading } from "./prepare-call.js";
import type { Pin } from "../variables/pins.js";

/** More runs cost more than they show. */
const MOST_TRIES = 8;

/** One run up to a doubtful turn. */
export interface Try {
  turn: number;
  /** The reading of each doubt of the turn, in order. */
  readings: string[];
  /** The pins that choose these readings. */
  pins: Pin[];
}

/** What was tried, and for each doubt whether its call failed. */
export interface Tried {
  readings: readonly string[];
  failed: readonly boolean[];
}

/** The tries, or half a sentence on why nothing can be tried. */
export type TryPlan = { tries: Try[] } | { why: string };

/** Which tools a guess may be sent to: those that only read; all of them where the data are reset before each run. */
export type MayGuess = (tool: string) => boolean;

/** Plans one run for each reading. */
export function planTries(learned: Learned, recorded: Trace, mayGuess: MayGuess): TryPlan {
  const { doubtful } = learned;
  const calls = new Map(
    turnsOf(recorded).flatMap((turn, at) => turn.calls.map((call) => [call.id, { call, turn: at + 1 }] as const)),
  );
  const placeOf = (call: number, path: string): DriftPlace => {
    return { part: "result", tool: calls.get(call)?.call.tool ?? "", path };
  };
  const turn = calls.get(doubtful[0]?.call ?? 0)?.turn;
  if (turn === undefined) return { tries: [] };
  const doubted = doubtful.map((doubt) => ({ doubt, ...calls.get(doubt.call) }));
  let combinations: Pick<Try, "readings" | "pins">[] = [{ readings: [], pins: [] }];
  for (const { doubt, call, turn: its } of doubted) {
    if (call === undefined || its !== turn) return { why: "more than one turn is doubtful" };
    if (doubt.derived !== undefined) return { why: `an argument of ${call.tool} was made from another value` };
    if (!mayGuess(call.tool)) return { why: `${call.tool} may write, and the config resets nothing` };
    if (hasFailed(call.outcome) !== false) return { why: `${call.tool} failed in the recording too` };
    const choices = doubt.readings.flatMap((reading) => {
      const pin = pinOfReading(doubt, reading, call.tool, { learned, placeOf });
      return pin === undefined ? [] : [{ reading, pin }];
    });
    if (choices.length < 2) return { why: `only one reading of what ${call.tool} is sent can be tried` };
    combinations = combinations.flatMap(({ readings, pins }) =>
      choices.map(({ reading, pin }) => ({ readings: [...readings, reading], pins: [...pins, pin] })),
    );
    if (combinations.length > MOST_TRIES) return { why: `it would take more than ${MOST_TRIES} runs` };
  }
  return { tries: combinations.map((one) => ({ turn, ...one })) };
}

/** Returns what a try shows about the doubts; undefined where it did not reach the turn the way the recording did. */
export function readTry(
  { turn, readings }: Try,
  { turns }: Pick<PlayedCheck, "turns">,
  doubts: readonly Doubt[],
  recorded: Trace,
): Tried | undefined {
  const before = turnsOf(recorded).slice(0, turn);
  const outcomes = new Map<number, boolean | undefined>();
  for (const [at, { calls }] of before.entries()) {
    for (const [index, call] of calls.entries()) {
      const live = turns[at]?.[index];
      const failed = live === undefined ? undefined : hasFailed(live.outcome);
      if (at + 1 < turn && failed !== hasFailed(call.outcome)) return undefined;
      outcomes.set(call.id, failed);
    }
  }
  const failed = doubts.flatMap(({ call }) => outcomes.get(call) ?? []);
  return failed.length === doubts.length ? { readings, failed } : undefined;
}

/**
 * Returns the doubts without the readings with which the call failed in every combination while it succeeded with
 * another reading. Success proves nothing: the old record answers as well.
 */
export function excludeReadings(doubts: readonly Doubt[], tried: readonly Tried[]): Doubt[] {
  return doubts.map((doubt, at): Doubt => {
    const failedWith = (reading: string): boolean[] =>
      tried.flatMap(({ readings, failed }) => (readings[at] === reading ? [failed[at] ?? false] : []));
    const succeeds = tried.some(({ failed }) => failed[at] === false);
    const excluded = doubt.readings.filter((reading) => {
      const all = failedWith(reading);
      return succeeds && all.length > 0 && all.every(Boolean);
    });
    if (excluded.length === 0) return doubt;
    return { ...doubt, readings: doubt.readings.filter((reading) => !excluded.includes(reading)), excluded };
  });
}

/** Undefined where no answer came. */
function hasFailed(outcome: CallOutcome): boolean | undefined {
  if (outcome.kind === "error") return true;
  return outcome.kind === "result" ? isToolError(outcome) : undefined;
}
