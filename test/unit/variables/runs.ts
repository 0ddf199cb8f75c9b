// Small runs written by hand: calls with their results in, what is learned and what a live run comes to out.
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import type { Contract } from "../../../src/trace/contract.js";
import { hold, type Held } from "../../helpers/player.js";
import { learn, type LearnOptions } from "../../../src/variables/learn.js";
import type { Learned } from "../../../src/variables/learned.js";
import type { Run, RunCall } from "../../../src/variables/run.js";

export const RECORDED = "2026-11-28T10:00:00Z";
export const CHECKED = ["2026-11-29T11:00:00Z", "2027-06-06T15:00:00Z"] as const;
export const LIVE = "2026-12-01T09:00:00Z";

/** Tool, arguments, result: a text, or JSON that becomes a text. */
export type Sketch = readonly [tool: string, args: JsonObject, result: JsonValue];

export interface RunSketch {
  prompt?: string;
  at?: string;
  contract?: Partial<Contract>;
}

/** A run: one turn for each call, a second apart; calls in one list are one turn. */
export function makeRun(turns: readonly (Sketch | readonly Sketch[])[], sketch: RunSketch = {}): Run {
  const startedAt = Date.parse(sketch.at ?? RECORDED);
  const calls: RunCall[] = [];
  turns.forEach((turn, at) => {
    const group = (typeof turn[0] === "string" ? [turn] : turn) as readonly Sketch[];
    for (const [tool, args, result] of group) {
      const callStart = startedAt + (calls.length + 1) * 1000;
      const text = typeof result === "string" ? result : JSON.stringify(result);
      calls.push({
        id: calls.length + 1,
        turn: at + 1,
        tool,
        arguments: args,
        outcome: { kind: "result", result: { content: [{ type: "text", text }] } },
        moment: { runStart: startedAt, callStart, callEnd: callStart + 40 },
      });
    }
  });
  const contract: Contract = { server: { name: "s" }, capabilities: {}, tools: [], ...sketch.contract };
  return { prompts: [sketch.prompt ?? "Do it."], contract, startedAt, calls };
}

type Turns = readonly (Sketch | readonly Sketch[])[];

/** The recording, two checks, and a live run. */
export interface Story {
  recorded: Turns;
  checks: readonly Turns[];
  live: Turns;
  prompt?: string;
  options?: LearnOptions;
  liveAt?: string;
  contracts?: readonly Partial<Contract>[];
}

export interface Told extends Held {
  learned: Learned;
  /** `changed same 2 /content/0/json/id`. */
  problems: string[];
}

export function tell({ recorded, checks, live, prompt, options, liveAt, contracts = [] }: Story): Told {
  const sketch = (at: string, index: number): RunSketch => ({
    ...(prompt === undefined ? {} : { prompt }),
    at,
    ...(contracts[index] === undefined ? {} : { contract: contracts[index] }),
  });
  const run = makeRun(recorded, sketch(RECORDED, 0));
  const checked = checks.map((turns, i) => makeRun(turns, sketch(CHECKED[i] ?? LIVE, i + 1)));
  const learned = learn(run, checked, options);
  const held = hold(learned, run, makeRun(live, sketch(liveAt ?? LIVE, checks.length + 1)), options?.pins);
  const problems = held.findings.map(({ class: kind, why, call, at }) => `${kind} ${why} ${String(call)} ${at}`);
  return { ...held, learned, problems };
}

/** One call whose result is `results[0]` when recorded, then in the checks, then live. */
export function tellOne(results: readonly JsonValue[], more: Partial<Story> = {}, args: JsonObject = {}): Told {
  const turns = results.map((result): Turns => [["look", args, result]]);
  const [recorded = [], ...rest] = turns;
  return tell({ recorded, checks: rest.slice(0, -1), live: rest.at(-1) ?? [], ...more });
}
