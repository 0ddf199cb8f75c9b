// Small traces, written by hand: calls with their results in, a Trace out; and a recorded trace played against live results.
import { CheckPlayer, type CheckInput, type PlayedCheck } from "../../src/drift/check-player.js";
import { createComparer, type Comparer, type ComparerInput, type LiveCall } from "../../src/drift/comparer.js";
import type { DriftRules } from "../../src/drift/rules.js";
import type { JsonObject, JsonValue } from "../../src/json/value.js";
import type { Contract, Tool } from "../../src/trace/contract.js";
import type { Drift, Substitution } from "../../src/trace/drift.js";
import { toolUsesOf, turnsOf } from "../../src/trace/read.js";
import type { CallOutcome, ModelBlock, Trace, Turn } from "../../src/trace/trace.js";
import { RecordingBeside } from "../../src/variables/beside.js";
import { learnFrom } from "../../src/variables/learn.js";
import { NOTHING_LEARNED, type Learned } from "../../src/variables/learned.js";
import { runOf } from "../../src/variables/run.js";

export const RECORDED_AT = "2026-11-20T10:00:00.000Z";
/** As `record` moves the clock: 25 hours, then 190 days and 5 hours. */
export const CHECKED_AT = ["2026-11-21T11:00:00.000Z", "2027-05-29T15:00:00.000Z"] as const;
export const LIVE_AT = "2026-11-27T15:30:00.000Z";

/** An outcome; a string or JSON stands for a result with one text block, JSON written compactly. */
export type ResultSketch = { outcome: CallOutcome } | { json: JsonValue } | string;
/** Tool, arguments, recorded result. */
export type CallSketch = readonly [tool: string, args: JsonObject, result: ResultSketch];

export function outcomeOf(sketch: ResultSketch): CallOutcome {
  if (typeof sketch !== "string" && "outcome" in sketch) return sketch.outcome;
  const text = typeof sketch === "string" ? sketch : JSON.stringify(sketch.json);
  return { kind: "result", result: { content: [{ type: "text", text }] } };
}

/** A result as the server sends it. */
export function raw(result: JsonValue): { outcome: CallOutcome } {
  return { outcome: { kind: "result", result } };
}

export interface TraceSketch {
  workflow?: string;
  user?: string;
  /** The calls of each turn; a final turn with text follows. */
  turns: readonly (readonly CallSketch[])[];
  final?: string;
  tools?: Tool[];
  instructions?: string;
  startedAt?: string;
}

export function makeTool(name: string, inputSchema: JsonObject = { type: "object" }, rest: JsonObject = {}): Tool {
  return { name, description: `Does ${name}.`, inputSchema, ...rest };
}

export function makeContract(tools: Tool[], rest: Partial<Contract> = {}): Contract {
  return { server: { name: "fixture", version: "1.0.0" }, capabilities: { tools: {} }, tools, ...rest };
}

/** One step; each call is made a second after the one before, and takes 50 ms. */
export function makeTrace(sketch: TraceSketch): Trace {
  const { turns, user = "Do it.", final = "Done." } = sketch;
  const names = [...new Set(turns.flat().map(([tool]) => tool))];
  const tools = sketch.tools ?? names.map((name) => makeTool(name));
  let id = 0;
  const made = turns.map((calls): Turn => {
    const first = id;
    id += calls.length;
    return {
      content: calls.map(([name, input], at) => ({
        type: "tool_use",
        id: `toolu_${String(first + at + 1)}`,
        name,
        input,
      })),
      stop: { reason: "tool_use" },
      calls: calls.map(([tool, args, result], at) => ({
        id: first + at + 1,
        tool,
        arguments: args,
        outcome: outcomeOf(result),
        notifications: [],
        serverRequests: [],
        at: first + at + 1,
        ms: 50,
      })),
      tools,
      usage: { input: 1, output: 1 },
      ms: 1,
      retries: 0,
    };
  });
  const content: ModelBlock[] = [{ type: "text", text: final }];
  const last: Turn = {
    content,
    stop: { reason: "end_turn" },
    calls: [],
    tools,
    usage: { input: 1, output: 1 },
    ms: 1,
    retries: 0,
  };
  return {
    workflow: sketch.workflow ?? "w",
    sources: { model: "live", server: "live" },
    model: { name: "stand-in", maxTokens: 1000 },
    system: null,
    instructions: true,
    server: { name: "fixture", version: "1.0.0", protocol: "2025-11-25" },
    contract: makeContract(tools, sketch.instructions === undefined ? {} : { instructions: sketch.instructions }),
    steps: [{ user, turns: [...made, last] }],
    end: { kind: "completed" },
    findings: [],
    stderr: "",
    dispatch: "serial",
    startedAt: sketch.startedAt ?? RECORDED_AT,
    ms: 10_000,
  };
}

export function makeRules(rules: Partial<DriftRules> = {}): DriftRules {
  return {
    varies: [],
    ignore: [],
    pins: [],
    accept: ["docs", "additive"],
    acceptedIds: [],
    strict: false,
    ...rules,
  };
}

export interface Played {
  /** True where every turn was evidence. */
  green: boolean;
  /** The first turn that was none. */
  ungrounded: number | undefined;
  message: string;
  drift: Drift[];
  /** `changed /content/0/json/a`, volatile and correlated left out. */
  problems: string[];
  substitutions: Substitution[];
  /** The arguments of every call that was made. */
  sent: JsonObject[];
  finalText: string;
  learned: Learned;
  checks: readonly PlayedCheck[];
  recorded: Trace;
  comparer: Comparer;
}

export interface PlaySketch extends Omit<TraceSketch, "turns"> {
  /** Tool, arguments, recorded result, live result. */
  turns: readonly (readonly (readonly [tool: string, args: JsonObject, then: ResultSketch, now: ResultSketch])[])[];
  /** What each check answered, in the order of the calls, from which it is learned. None: nothing is learned. */
  checks?: readonly (readonly ResultSketch[])[];
  /** What was learned, in place of `checks`. */
  learned?: Learned;
  rules?: Partial<DriftRules>;
  liveAt?: string;
  input?: Partial<ComparerInput>;
  live?: Contract;
}

/** Hides nothing. */
export const OPEN_VEIL: CheckInput["veil"] = { learn: () => {}, redact: (value) => value };

/** What `record` learns from checks that answered so; each goes as far as it is known what to send. */
export function learnFromChecks(
  recorded: Trace,
  answers: readonly (readonly ResultSketch[])[],
  pins: DriftRules["pins"] = [],
): { learned: Learned; checks: PlayedCheck[] } {
  const recording = new RecordingBeside(runOf(recorded));
  const checks: PlayedCheck[] = [];
  for (const [index, results] of answers.entries()) {
    const startedAt = Date.parse(CHECKED_AT[index] ?? LIVE_AT);
    const earlier = checks.map(({ beside }) => beside);
    const player = new CheckPlayer({ recorded, recording, earlier, pins, startedAt, clock: 0, veil: OPEN_VEIL });
    player.contract(recorded.contract);
    let calls = 0;
    for (const [at, turn] of turnsOf(recorded).entries()) {
      if (!player.turn(at + 1).grounded) break;
      player.settle(
        at + 1,
        turn.calls.map(() => liveCall(results[calls] ?? "", startedAt, ++calls)),
      );
    }
    const played = player.played();
    if (played !== undefined) checks.push(played);
  }
  const besides = checks.map(({ beside }) => beside);
  const learned = besides.length === 0 ? NOTHING_LEARNED : learnFrom(recording, besides, { pins });
  return { learned, checks };
}

/** Each call is made a second after the one before. */
function liveCall(sketch: ResultSketch, start: number, ordinal: number): LiveCall {
  return { outcome: outcomeOf(sketch), startedAt: start + ordinal * 1000, ms: 50, serverRequests: [] };
}

/** Plays a recorded trace against live results, as replay does. */
export function play(sketch: PlaySketch): Played {
  const recorded = makeTrace({
    ...sketch,
    turns: sketch.turns.map((calls) => calls.map(([tool, args, then]) => [tool, args, then])),
  });
  const rules = makeRules(sketch.rules);
  const found = learnFromChecks(recorded, sketch.checks ?? [], rules.pins);
  const learned = sketch.learned ?? found.learned;
  const start = Date.parse(sketch.liveAt ?? LIVE_AT);
  const comparer = createComparer({
    recorded,
    learned,
    rules,
    prompts: recorded.steps.map((step) => step.user),
    expectedTools: [],
    liveStartedAt: start,
    ...sketch.input,
  });
  comparer.contract(sketch.live ?? recorded.contract);
  const sent: JsonObject[] = [];
  let ungrounded: number | undefined;
  let message = "";
  let finalText = "";
  let calls = 0;
  for (let turn = 1; turn <= sketch.turns.length + 1; turn++) {
    const view = comparer.turn(turn, start + calls * 1000);
    if (!view.grounded) {
      ungrounded = turn;
      message = view.message;
      break;
    }
    const text = view.content[0]?.["text"];
    if (typeof text === "string") finalText = text;
    sent.push(...toolUsesOf(view.content).map((use) => use.input));
    const lives = (sketch.turns[turn - 1] ?? []).map(([, , , now]) => liveCall(now, start, ++calls));
    if (lives.length > 0) comparer.settle(turn, lives);
  }
  const drift = comparer.drift();
  return {
    green: ungrounded === undefined,
    ungrounded,
    message,
    drift,
    problems: drift
      .filter((found) => found.class !== "volatile" && found.class !== "correlated")
      .map((found) => `${found.class} ${found.where.path}`),
    substitutions: comparer.substitutions(),
    sent,
    finalText,
    learned,
    checks: found.checks,
    recorded,
    comparer,
  };
}
