// Records, checks and replays random workflows in process, and says what a replay came to against the known truth.
import { canonicalJson } from "../../../src/json/canonical.js";
import type { JsonObject } from "../../../src/json/value.js";
import { RecordingBeside, type Beside } from "../../../src/variables/beside.js";
import { Check } from "../../../src/variables/check.js";
import { endsGround, type VariableFinding } from "../../../src/variables/finding.js";
import { Player, type Stop } from "../player.js";
import { learnFrom } from "../../../src/variables/learn.js";
import type { Learned } from "../../../src/variables/learned.js";
import type { Run, RunCall } from "../../../src/variables/run.js";
import { DAY } from "./clock.js";
import { randomOf, type Random } from "./random.js";
import { argumentsFor } from "./script.js";
import { freshState, RandomServer, toolOf, type Said, type State, type Tap } from "./server.js";
import type { Action, Spec } from "./spec.js";

export const RECORDED_AT = Date.UTC(2026, 10, 28, 10, 0, 1, 312);

/** A workflow, recorded and learned. */
export interface Case {
  spec: Spec;
  recorded: Run;
  learned: Learned;
  checks: Run[];
  state: State;
}

/** What stands in the way of playing a workflow to its end. */
export type Trouble = "doubtful" | "derived" | "unstable" | "state" | undefined;

interface Session {
  server: RandomServer;
  random: Random;
  now: number;
  startedAt: number;
  made: (string | number)[][];
}

function open(spec: Spec, state: State, at: number, noise: number, tap?: Tap): Session {
  const random = randomOf(spec.seed * 7919 + noise);
  return {
    server: new RandomServer(spec, state, random, tap),
    random,
    now: at,
    startedAt: at,
    made: spec.entities.map(() => []),
  };
}

/** Makes the calls of a turn, one after another. */
function makeCalls(
  session: Session,
  spec: Spec,
  turn: number,
  actions: readonly Action[],
  args: readonly JsonObject[],
  firstId: number,
): RunCall[] {
  session.now += session.random.between(500, 2500);
  return actions.map((action, at): RunCall => {
    const callStart = session.now;
    session.now += session.random.between(2, 60);
    const sent = args[at] ?? {};
    const { outcome, made } = session.server.call(action, sent, callStart + 1);
    if (made !== undefined) session.made[action.entity]?.push(made);
    const moment = { runStart: session.startedAt, callStart, callEnd: session.now };
    return { id: firstId + at, turn: turn + 1, tool: toolOf(spec, action), arguments: sent, outcome, moment };
  });
}

/** Records a workflow, checks it twice under a moved clock, and learns. */
export function recordCase(spec: Spec, runs = 2): Case {
  let state = freshState(spec);
  const next = (): State => (spec.reset ? freshState(spec) : state);
  const session = open(spec, state, RECORDED_AT, 1);
  const recorded: Run = {
    prompts: [spec.prompt],
    contract: session.server.contract(session.now),
    startedAt: session.now,
    calls: [],
  };
  spec.turns.forEach((actions, turn) => {
    const args = actions.map((action) => argumentsFor(spec, action, session.made));
    recorded.calls.push(...makeCalls(session, spec, turn, actions, args, recorded.calls.length + 1));
  });
  const recording = new RecordingBeside(recorded);
  const besides: Beside[] = [];
  const offsets = [25 / 24, 190 + 5 / 24, 3, 40];
  for (let n = 0; n < runs; n++) {
    state = next();
    const live = open(spec, state, RECORDED_AT + (offsets[n] ?? n) * DAY + 60_000 * (n + 1), 10 + n);
    const check = new Check(recording, besides, { contract: live.server.contract(live.now), startedAt: live.now });
    for (const [turn, actions] of spec.turns.entries()) {
      const view = check.turn(turn + 1);
      if ("questions" in view) break;
      const firstId = recorded.calls.findIndex((call) => call.turn === turn + 1) + 1;
      for (const call of makeCalls(live, spec, turn, actions, view.arguments, firstId)) check.settle(call);
    }
    besides.push(check.done());
  }
  const checks = besides.map(({ run, calls }): Run => ({ ...run, prompts: recorded.prompts, calls }));
  return { spec, recorded, learned: learnFrom(recording, besides), checks, state };
}

export function troubleOf({ learned }: Case): Trouble {
  const [doubt] = learned.doubtful;
  if (learned.state.length > 0) return "state";
  if (doubt !== undefined) return doubt.derived === undefined ? "doubtful" : "derived";
  return learned.unstable.length > 0 ? "unstable" : undefined;
}

export interface Replayed {
  green: boolean;
  findings: VariableFinding[];
  stopped: Stop | undefined;
  /** Calls that were sent with other arguments than the model would have sent. */
  wrong: { call: number; sent: JsonObject; wanted: JsonObject; derived: boolean }[];
  /** What was changed, in a mutant. */
  mutated: { said: Said; from: unknown; to: unknown } | undefined;
}

/** Replays on day `day` after the recording. With `mutant`, the value of that number that the server says is another. */
export function replayCase(given: Case, day: number, noise: number, mutant?: number): Replayed & { said: number } {
  const { spec, recorded, learned } = given;
  let said = 0;
  let mutated: Replayed["mutated"];
  const tap: Tap = (kind, value, other) => {
    if (kind === "free" || other === undefined) return value;
    said++;
    if (said !== mutant) return value;
    const changed = other();
    if (canonicalJson(changed) === canonicalJson(value)) return value;
    mutated = { said: kind, from: value, to: changed };
    return changed;
  };
  const state = spec.reset ? freshState(spec) : structuredClone(given.state);
  const session = open(spec, state, RECORDED_AT + day * DAY + 3_600_000, 1000 + noise, tap);
  const player = new Player(learned, recorded);
  const findings = player.contract({ contract: session.server.contract(session.now), startedAt: session.now });
  const wrong: Replayed["wrong"] = [];
  const result = (stopped?: Stop): Replayed & { said: number } => {
    return { green: stopped === undefined && !findings.some(endsGround), findings, stopped, wrong, mutated, said };
  };
  for (const [turn, actions] of spec.turns.entries()) {
    if (findings.some(endsGround)) return result();
    const calls = recorded.calls.filter((call) => call.turn === turn + 1);
    const args: JsonObject[] = [];
    for (const [at, call] of calls.entries()) {
      const prepared = player.prepare(call, session.now);
      if ("stop" in prepared) return result(prepared.stop);
      args.push(prepared.arguments);
      const action = actions[at];
      if (action === undefined || mutated !== undefined) continue;
      const wanted = argumentsFor(spec, action, session.made);
      if (canonicalJson(wanted) !== canonicalJson(prepared.arguments)) {
        wrong.push({ call: call.id, sent: prepared.arguments, wanted, derived: action.derived !== undefined });
      }
    }
    const lives = makeCalls(session, spec, turn, actions, args, calls[0]?.id ?? 1);
    lives.forEach((live, at) => {
      const call = calls[at];
      if (call !== undefined) findings.push(...player.settle(call, live));
    });
  }
  return result();
}
