// What a server asks the user and its client in a replay: every difference is drift, by what was answered.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CheckPlayer } from "../../../src/drift/check-player.js";
import { createComparer, type Comparer } from "../../../src/drift/comparer.js";
import type { DriftRules } from "../../../src/drift/rules.js";
import type { JsonObject } from "../../../src/json/value.js";
import type { Call, ServerRequest, Trace } from "../../../src/trace/trace.js";
import { RecordingBeside } from "../../../src/variables/beside.js";
import { learnFrom } from "../../../src/variables/learn.js";
import { NOTHING_LEARNED } from "../../../src/variables/learned.js";
import { runOf } from "../../../src/variables/run.js";
import { jsonObject } from "../../helpers/arbitrary-json.js";
import { OPEN_VEIL } from "../../helpers/make-trace.js";

const NOW = Date.parse("2026-03-01T00:00:00.000Z");
const RULES: DriftRules = {
  varies: [],
  ignore: [],
  pins: [],
  accept: ["docs", "additive"],
  acceptedIds: [],
  strict: false,
};
const ACCEPT = { result: { action: "accept", content: { table: 4 } } };
const DECLINE = { result: { action: "decline" } };
const form = (properties: JsonObject = { table: { type: "number" } }, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...more,
});
const elicit = (message: string, answer: JsonObject = ACCEPT, more: JsonObject = {}): ServerRequest => ({
  method: "elicitation/create",
  params: { message, requestedSchema: form(), ...more },
  answer,
});
const ROOTS: ServerRequest = { method: "roots/list", answer: { result: { roots: [] } } };
const SAMPLE: ServerRequest = { method: "sampling/createMessage", params: { messages: [] }, answer: { result: {} } };
const TABLE = elicit("Which table?");

function recordedWith(serverRequests: ServerRequest[]): Trace {
  const outcome: Call["outcome"] = { kind: "result", result: { content: [{ type: "text", text: "" }] } };
  const call: Call = { id: 1, tool: "ask", arguments: {}, outcome, notifications: [], serverRequests, at: 1, ms: 5 };
  const turn = { stop: { reason: "tool_use" }, tools: [], usage: { input: 0, output: 0 }, ms: 1, retries: 0 };
  return {
    workflow: "w",
    sources: { model: "recorded", server: "recorded" },
    model: { name: "m", maxTokens: 1 },
    system: null,
    instructions: true,
    server: { name: "s", version: "1", protocol: "2025-11-25" },
    contract: { server: {}, capabilities: {}, tools: [] },
    steps: [
      {
        user: "Go",
        turns: [
          { ...turn, content: [{ type: "tool_use", id: "toolu_1", name: "ask", input: {} }], calls: [call] },
          { ...turn, content: [{ type: "text", text: "Done" }], stop: { reason: "end_turn" }, calls: [] },
        ],
      },
    ],
    end: { kind: "completed" },
    findings: [],
    stderr: "",
    startedAt: "2026-01-01T00:00:00.000Z",
    ms: 10,
  };
}

interface Options {
  rules?: Partial<DriftRules>;
  /** What the server asked in each check. */
  checks?: ServerRequest[][];
  /** What the call answers now. */
  text?: string;
}

/** Plays the first turn; whether the second has ground, and what was found. */
function play(
  before: ServerRequest[],
  serverRequests: ServerRequest[],
  { rules, checks = [], text = "" }: Options = {},
) {
  const recorded = recordedWith(before);
  const recording = new RecordingBeside(runOf(recorded));
  const besides = checks.map((asked, at) => {
    const startedAt = NOW - (at + 1) * 86_400_000;
    const player = new CheckPlayer({
      recorded,
      recording,
      earlier: [],
      pins: [],
      startedAt,
      clock: 0,
      veil: OPEN_VEIL,
    });
    player.contract(recorded.contract);
    player.turn(1);
    const outcome: Call["outcome"] = { kind: "result", result: { content: [{ type: "text", text: "" }] } };
    player.settle(1, [{ outcome, startedAt, ms: 5, serverRequests: asked }]);
    return player.played()?.beside ?? neverBeside();
  });
  const learned = besides.length === 0 ? NOTHING_LEARNED : learnFrom(recording, besides);
  const comparer: Comparer = createComparer({
    recorded,
    learned,
    rules: { ...RULES, ...rules },
    prompts: ["Go"],
    expectedTools: [],
    liveStartedAt: NOW,
  });
  comparer.contract(recorded.contract);
  comparer.turn(1, NOW);
  const outcome: Call["outcome"] = { kind: "result", result: { content: [{ type: "text", text }] } };
  comparer.settle(1, [{ outcome, startedAt: NOW, ms: 5, serverRequests }]);
  const { grounded } = comparer.turn(2, NOW);
  const drift = comparer.drift();
  const seen = drift.map((one) => `${one.class} ${one.where.path}`);
  return { grounded, drift, seen, learned };
}

function neverBeside(): never {
  throw new Error("a check that was not played");
}

describe("what a server asks in a replay", () => {
  it("differs in nothing where it is the same, whatever it is", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(TABLE, ROOTS, SAMPLE), jsonObject), { maxLength: 4 }), (asked) => {
        const requests = asked.map(([request, params]) => ({ ...request, params }));
        expect(play(requests, structuredClone(requests), { rules: { strict: true } }).seen).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  const fresh = { ...TABLE, params: { message: "Which table?", requestedSchema: form({ seat: { type: "string" } }) } };
  const wider = {
    ...TABLE,
    params: { message: "Which table?", requestedSchema: form({ table: { type: "number" }, seat: {} }) },
  };
  it.each<[string, ServerRequest[], ServerRequest[], string[]]>([
    ["another message", [TABLE], [elicit("Delete it?")], ["changed /requests/0/params/message"]],
    [
      "another message, declined",
      [elicit("Sure?", DECLINE)],
      [elicit("Really?", DECLINE)],
      ["docs /requests/0/params/message"],
    ],
    [
      "another message, declined then and accepted now",
      [elicit("Sure?", DECLINE)],
      [elicit("Really?")],
      ["changed /requests/0/params/message", "changed /requests/0/answer"],
    ],
    [
      "another field",
      [TABLE],
      [fresh],
      [
        "changed /requests/0/params/requestedSchema/properties/table",
        "additive /requests/0/params/requestedSchema/properties/seat",
      ],
    ],
    ["a new field", [TABLE], [wider], ["additive /requests/0/params/requestedSchema/properties/seat"]],
    [
      "a field that must be filled in",
      [elicit("Which table?", ACCEPT, { requestedSchema: form({}, { required: [] }) })],
      [elicit("Which table?", ACCEPT, { requestedSchema: form({}, { required: ["table"] }) })],
      ["changed /requests/0/params/requestedSchema/required"],
    ],
    [
      "a URL for a form",
      [TABLE],
      [elicit("Which table?", ACCEPT, { mode: "url" })],
      ["changed /requests/0/params/mode"],
    ],
    ["the mode that is meant anyway", [TABLE], [elicit("Which table?", ACCEPT, { mode: "form" })], []],
    [
      "other metadata",
      [TABLE],
      [elicit("Which table?", ACCEPT, { _meta: { x: 1 } })],
      ["docs /requests/0/params/_meta"],
    ],
    ["no question any more", [ROOTS, TABLE], [ROOTS], ["changed /requests/1"]],
    ["a new question that is accepted", [], [TABLE], ["changed /requests"]],
    ["a new question that is declined", [], [elicit("Sure?", DECLINE)], ["additive /requests"]],
    ["no roots any more", [ROOTS], [], ["docs /requests/0"]],
    ["the roots, newly", [], [ROOTS], ["additive /requests"]],
    ["no sampling any more", [SAMPLE], [], ["docs /requests/0"]],
    ["another order", [ROOTS, TABLE, SAMPLE], [TABLE, SAMPLE, ROOTS], ["docs /requests"]],
    [
      "another order of two questions",
      [elicit("One?"), elicit("Two?")],
      [elicit("Two?"), elicit("One?")],
      ["docs /requests"],
    ],
    [
      "another order in one round, which has none",
      [
        { ...TABLE, round: 1, key: "a" },
        { ...ROOTS, round: 1, key: "b" },
      ],
      [
        { ...ROOTS, round: 1, key: "b" },
        { ...TABLE, round: 1, key: "a" },
      ],
      [],
    ],
  ])("with %s is drift, and strictly takes the ground away", (_what, before, now, seen) => {
    const found = play(before, now);
    expect(found.seen).toEqual(seen);
    expect(found.grounded).toBe(!seen.some((one) => one.startsWith("changed")));
    expect(play(before, now, { rules: { strict: true } }).grounded).toBe(seen.length === 0);
  });

  it("can be accepted where the user was asked something else", () => {
    const now = [elicit("Which table, please?")];
    const acceptedIds = play([TABLE], now).drift.map(({ id }) => id);
    expect(play([TABLE], now, { rules: { acceptedIds } }).grounded).toBe(true);
  });

  it("cannot be accepted where the answer was refused, and what comes after it is our doing", () => {
    const refused: ServerRequest = { ...fresh, answer: { error: { code: -32603, message: "no" } }, unrecorded: true };
    const found = play([TABLE, ROOTS], [refused]);
    expect(found.grounded).toBe(false);
    expect(found.drift).toContainEqual(expect.objectContaining({ class: "changed", acceptable: false }));
    expect(found.seen).toEqual([
      "changed /requests/0/params/requestedSchema/properties/table",
      "additive /requests/0/params/requestedSchema/properties/seat",
      "changed /requests/0/answer",
    ]);
    const because = play([TABLE], [refused], { text: "Error: no" });
    expect(because.seen.at(-1)).toBe("changed /content/0/text");
    expect(because.seen[0]).toContain("/requests/0");
    expect(play([], [refused]).drift).toMatchObject([{ class: "changed", acceptable: false }]);
  });

  it("may hold what differs on its own: the checks find the place, and a replay lets it differ", () => {
    const ids = ["a81f77c2", "b92e00d3", "c03d11e4", "d14c22f5"];
    const [then = [], one = [], two = [], now = []] = ids.map((id) => [elicit(`Order ${id}?`)]);
    const checks = [one, two];
    const { learned, grounded } = play(then, now, { checks });
    expect(learned.variables).toMatchObject([
      { seen: ids.slice(0, 3), places: [{ call: 1, at: "/requests/0/params/message", token: 2 }] },
    ]);
    expect(grounded).toBe(true);
    expect(play(then, [elicit("Orders d14c22f5?")], { checks }).grounded).toBe(false);
    expect(play(then, [elicit("Order none?")], { checks }).grounded).toBe(false);
    expect(play(then, now).grounded).toBe(false);
  });
});
