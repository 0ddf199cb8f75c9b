// Plays one recording against another: how far Claude acted the same, and what differed until then.
// Uses replay's comparer with the new recording as its live side.
import { createComparer } from "../../drift/comparer.js";
import { readDate } from "../../reading/dates.js";
import { canonicalJson } from "../../json/canonical.js";
import { textOf, toolUsesOf, turnsOf } from "../../trace/read.js";
import type { Drift } from "../../trace/drift.js";
import type { ModelBlock, Trace } from "../../trace/trace.js";
import type { Learned, Variable } from "../../variables/learned.js";
import type { TurnPlace } from "./changes.js";
import { DEFAULT_ACCEPT } from "../../trace/drift-classes.js";

export interface PlayedBeside {
  /** The first turn in which Claude acted differently; undefined where it acted the same to the end. */
  differsFrom: TurnPlace | undefined;
  /** The first turn (from 1) before which Claude was given something different while it still acted the same. */
  ungroundedFrom?: number;
  /** How many turns it acted the same. */
  turns: number;
  /** What differed in the server's answers before that turn. */
  drift: Drift[];
}

/** A recording, and what its cassette says about values that differ on their own. */
export interface RecordedRun {
  trace: Trace;
  learned: Learned;
}

/** Joins what both learned; these calls were made, so there is no question left about what they send. */
function joinLearned(before: Learned, after: Learned): Learned {
  const placesOf = ({ places }: Variable): string[] => places.map((place) => canonicalJson({ ...place }));
  const known = new Set(before.variables.flatMap(placesOf));
  const more = after.variables.filter((variable) => placesOf(variable).every((place) => !known.has(place)));
  return {
    ...before,
    variables: [
      ...before.variables,
      ...more.map((variable) => ({ ...variable, name: `${variable.name}-now`, sent: [] })),
    ],
    orders: [...before.orders, ...after.orders],
    // The rows that a run leaves are counted in the list of its own recording.
    grows: [...after.grows.map(({ call, at, end }) => ({ call, at, end })), ...before.grows],
    lengths: [...(before.lengths ?? [])],
    doubtful: [],
  };
}

/**
 * Plays one recording against another. Claude acts the same in a turn where it makes the same calls (except for ids
 * from the server), or ends the step with the same words; words next to calls do not count.
 */
export function playBeside(
  { trace: before, learned }: RecordedRun,
  { trace: after, learned: learnedNow }: RecordedRun,
): PlayedBeside {
  const start = readDate(after.startedAt)?.at ?? Number.NaN;
  const comparer = createComparer({
    recorded: before,
    learned: joinLearned(learned, learnedNow),
    rules: {
      varies: [],
      ignore: [],
      pins: [],
      accept: DEFAULT_ACCEPT,
      acceptedIds: [],
      strict: false,
    },
    prompts: [...(before.system === null ? [] : [before.system]), ...before.steps.map((step) => step.user)],
    expectedTools: [],
    liveStartedAt: start,
  });
  comparer.contract(after.contract);
  const [old, now] = [turnsOf(before), turnsOf(after)];
  const [oldSteps, nowSteps] = [stepsOfTurns(before), stepsOfTurns(after)];
  let differsFrom: TurnPlace | undefined;
  let ungroundedFrom: number | undefined;
  let turns = 0;
  for (let at = 0; at < Math.max(old.length, now.length); at++) {
    const turn = at + 1;
    const [one, other] = [old[at], now[at]];
    const step = Math.min(oldSteps[at] ?? Number.POSITIVE_INFINITY, nowSteps[at] ?? Number.POSITIVE_INFINITY);
    if (other !== undefined) comparer.tools(turn, other.tools);
    if (one === undefined || other === undefined || oldSteps[at] !== nowSteps[at]) {
      differsFrom = { step, turn };
      break;
    }
    const view = comparer.turn(turn, start + (other.calls[0]?.at ?? 0) * 1000);
    if (!view.grounded) ungroundedFrom ??= turn;
    if (one.stop.reason !== other.stop.reason || !isSameDeed(view.content, other.content)) {
      differsFrom = { step, turn };
      break;
    }
    const calls = other.calls.map(({ outcome, at: seconds, ms, serverRequests }) => ({
      outcome,
      startedAt: start + seconds * 1000,
      ms,
      serverRequests,
    }));
    comparer.settle(turn, calls);
    turns = turn;
  }
  // What a replay would lack for the arguments does not matter: these calls were made.
  const ground = ungroundedFrom === undefined ? {} : { ungroundedFrom };
  return { differsFrom, turns, ...ground, drift: comparer.drift().filter(({ where }) => where.part !== "arguments") };
}

function stepsOfTurns(trace: Trace): number[] {
  return trace.steps.flatMap((step, at) => step.turns.map(() => at + 1));
}

function isSameDeed(expected: readonly ModelBlock[], content: readonly ModelBlock[]): boolean {
  const [one, other] = [toolUsesOf(expected), toolUsesOf(content)];
  if (one.length === 0 && other.length === 0) return textOf(expected).trim() === textOf(content).trim();
  return (
    one.length === other.length &&
    one.every(
      ({ name, input }, at) => name === other[at]?.name && canonicalJson(input) === canonicalJson(other[at].input),
    )
  );
}
