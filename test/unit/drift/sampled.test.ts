// A server that samples the model in a replay: the recorded answer only for the recorded question.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CheckPlayer } from "../../../src/drift/check-player.js";
import { createComparer, type Comparer } from "../../../src/drift/comparer.js";
import type { DriftRules } from "../../../src/drift/rules.js";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import type { Call, ServerRequest, Trace } from "../../../src/trace/trace.js";
import { RecordingBeside } from "../../../src/variables/beside.js";
import { learnFrom } from "../../../src/variables/learn.js";
import { NOTHING_LEARNED, type Learned } from "../../../src/variables/learned.js";
import { runOf } from "../../../src/variables/run.js";
import { jsonObject } from "../../helpers/arbitrary-json.js";
import { OPEN_VEIL } from "../../helpers/make-trace.js";

const START = "2026-01-01T00:00:00.000Z";
const NOW = Date.parse("2026-03-01T00:00:00.000Z");
const rules: DriftRules = {
  varies: [],
  ignore: [],
  pins: [],
  accept: ["docs", "additive"],
  acceptedIds: [],
  strict: false,
};
const asked = (words: string): JsonObject => ({
  messages: [{ role: "user", content: { type: "text", text: words } }],
  maxTokens: 10,
});
const answer = (words: string): JsonObject => ({ result: { content: { type: "text", text: words } } });
const sampling = (params: JsonValue, said: string): ServerRequest => ({
  method: "sampling/createMessage",
  params,
  answer: answer(said),
});

function recordedWith(...serverRequests: ServerRequest[]): Trace {
  const call: Call = {
    id: 1,
    tool: "ask",
    arguments: {},
    outcome: { kind: "result", result: { content: [] } },
    notifications: [],
    serverRequests,
    at: 1,
    ms: 5,
  };
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
    startedAt: START,
    ms: 10,
  };
}

const asks = new Map<Comparer, ServerRequest[]>();

function comparerOf(recorded: Trace, more: Partial<DriftRules> = {}, learned: Learned = NOTHING_LEARNED): Comparer {
  const comparer = createComparer({
    recorded,
    learned,
    rules: { ...rules, ...more },
    prompts: ["Go"],
    expectedTools: [],
    liveStartedAt: NOW,
  });
  comparer.contract(recorded.contract);
  comparer.turn(1, NOW);
  const requests: ServerRequest[] = [];
  const sampled = comparer.sampled.bind(comparer);
  comparer.sampled = (turn, params, now) => {
    const view = sampled(turn, params, now);
    const refused = view.known ? {} : { unrecorded: true as const };
    requests.push({ method: "sampling/createMessage", ...(params === undefined ? {} : { params }), ...refused });
    return view;
  };
  asks.set(comparer, requests);
  return comparer;
}
function finish(comparer: Comparer): boolean {
  const serverRequests = asks.get(comparer) ?? [];
  comparer.settle(1, [{ outcome: { kind: "result", result: { content: [] } }, startedAt: NOW, ms: 5, serverRequests }]);
  return comparer.turn(2, NOW).grounded;
}

describe("a sampling request in a replay", () => {
  it("that is the recorded one has the recorded answer, whatever it asks", () => {
    fc.assert(
      fc.property(jsonObject, (params) => {
        const comparer = comparerOf(recordedWith(sampling(params, "yes")));
        expect(comparer.sampled(1, params, NOW)).toEqual({ known: true, answer: answer("yes") });
        expect(finish(comparer)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ["another text", asked("And you?")],
    ["another limit", { ...asked("Who?"), maxTokens: 11 }],
    ["a new system prompt", { ...asked("Who?"), systemPrompt: "Be rude." }],
    ["one more message", { ...asked("Who?"), messages: [...(asked("Who?")["messages"] as JsonValue[]), {}] }],
    ["nothing", undefined],
  ])("with %s has none, and takes the ground away", (_what, params) => {
    const comparer = comparerOf(recordedWith(sampling(asked("Who?"), "me")));
    expect(comparer.sampled(1, params, NOW)).toMatchObject({ known: false });
    expect(finish(comparer)).toBe(false);
    expect(
      comparer
        .drift()
        .some(({ class: kind, where }) => (kind === "changed" || kind === "breaking") && where.call === 1),
    ).toBe(true);
  });

  it("with other preferences is the same, and noted", () => {
    const comparer = comparerOf(recordedWith(sampling(asked("Who?"), "me")));
    const params = { ...asked("Who?"), modelPreferences: { hints: [] }, _meta: { x: 1 } };
    expect(comparer.sampled(1, params, NOW)).toMatchObject({ known: true });
    expect(finish(comparer)).toBe(true);
    expect(comparer.drift().map(({ class: kind }) => kind)).toEqual(["docs", "docs"]);
  });

  it("that nobody recorded has no answer, and cannot be accepted", () => {
    const comparer = comparerOf(recordedWith());
    expect(comparer.sampled(1, asked("Who?"), NOW)).toMatchObject({ known: false });
    expect(finish(comparer)).toBe(false);
    expect(comparer.drift()).toMatchObject([{ class: "changed", acceptable: false, where: { path: "/requests" } }]);
  });

  it("has each answer once, also in another order", () => {
    const comparer = comparerOf(recordedWith(sampling(asked("One?"), "1"), sampling(asked("Two?"), "2")));
    expect(comparer.sampled(1, asked("Two?"), NOW)).toMatchObject({ answer: answer("2") });
    expect(comparer.sampled(1, asked("One?"), NOW)).toMatchObject({ answer: answer("1") });
    expect(comparer.sampled(1, asked("One?"), NOW)).toMatchObject({ known: false });
    expect(finish(comparer)).toBe(false);
  });

  it("that does not come any more is noted, and no loss", () => {
    const comparer = comparerOf(recordedWith(sampling(asked("Who?"), "me")));
    expect(finish(comparer)).toBe(true);
    expect(comparer.drift()).toMatchObject([{ class: "docs", where: { path: "/requests/0" } }]);
  });

  it("that is another one is no request that does not come any more", () => {
    const comparer = comparerOf(recordedWith(sampling(asked("Who?"), "me")));
    comparer.sampled(1, asked("And you?"), NOW);
    finish(comparer);
    expect(comparer.drift()).toHaveLength(1);
  });

  it("that a person has accepted has the recorded answer", () => {
    const first = comparerOf(recordedWith(sampling(asked("Who?"), "me")));
    first.sampled(1, asked("Who, then?"), NOW);
    const acceptedIds = first.drift().map(({ id }) => id);
    const comparer = comparerOf(recordedWith(sampling(asked("Who?"), "me")), { acceptedIds });
    expect(comparer.sampled(1, asked("Who, then?"), NOW)).toMatchObject({ known: true, answer: answer("me") });
    expect(finish(comparer)).toBe(true);
  });

  it("may hold what differs on its own: the checks find the place, and a replay lets it differ", () => {
    const recorded = recordedWith(sampling(asked("Order a81f77c2?"), "yes"));
    const recording = new RecordingBeside(runOf(recorded));
    const checks = ["b92e00d3", "e25b33a6"].map((id, at) => {
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
      // A check has the recorded answers, whatever is asked.
      expect(player.sampled(1, asked(`Order ${id}?`))).toEqual({ known: true, answer: answer("yes") });
      expect(player.sampled(1, asked(`Order ${id}?`))).toMatchObject({ known: false });
      const serverRequests = [sampling(asked(`Order ${id}?`), "yes")];
      player.settle(1, [{ outcome: { kind: "result", result: { content: [] } }, startedAt, ms: 5, serverRequests }]);
      return player.played()?.beside;
    });
    const learned = learnFrom(
      recording,
      checks.filter((check) => check !== undefined),
    );
    const at = "/requests/0/params/messages/0/content/text";
    expect(learned.variables).toMatchObject([{ places: [{ call: 1, at, token: 2 }] }]);
    const ask = (words: string, from?: Learned) => comparerOf(recorded, {}, from).sampled(1, asked(words), NOW);
    expect(ask("Order c03d11e4?", learned)).toMatchObject({ known: true });
    expect(ask("Orders c03d11e4?", learned)).toMatchObject({ known: false });
    expect(ask("Order c03d11e4?")).toMatchObject({ known: false });
    const comparer = comparerOf(recorded, {}, learned);
    comparer.sampled(1, asked("Order c03d11e4?"), NOW);
    expect(finish(comparer)).toBe(true);
  });
});

describe("another protocol", () => {
  it("is noted where it is of another era", () => {
    const comparer = comparerOf(recordedWith());
    comparer.protocol({ name: "", version: "", protocol: "2025-06-18" });
    expect(comparer.drift()).toEqual([]);
    comparer.protocol({ name: "", version: "", protocol: "2026-07-28" });
    expect(comparer.drift()).toMatchObject([{ class: "docs", where: { part: "server", path: "/protocol" } }]);
  });
});
