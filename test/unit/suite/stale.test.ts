import { describe, expect, it } from "vitest";
import { findStaleness, type ClientToday, type Today } from "../../../src/suite/stale.js";
import type { Call, Trace, Turn } from "../../../src/trace/trace.js";

const turn: Turn = {
  content: [],
  stop: { reason: "end_turn" },
  calls: [],
  tools: [],
  usage: { input: 0, output: 0 },
  ms: 0,
  retries: 0,
};

function recorded(prompts: string[], change: Partial<Trace> = {}): Trace {
  return {
    workflow: "w",
    sources: { model: "recorded", server: "recorded" },
    model: { name: "claude", maxTokens: 100 },
    system: null,
    instructions: true,
    server: { name: "s", version: "1", protocol: "2025-11-25" },
    contract: { server: {}, capabilities: {}, tools: [] },
    steps: prompts.map((user, index) => ({ user, turns: Array.from({ length: index + 1 }, () => turn) })),
    end: { kind: "completed" },
    findings: [],
    stderr: "",
    startedAt: "2026-01-01T00:00:00.000Z",
    ms: 1,
    ...change,
  };
}

function today(prompts: string[], config: Today["config"] = {}, system?: string): Today {
  return { prompts, system, config };
}

describe("findStaleness", () => {
  it("finds nothing where the config says what was recorded, or nothing", () => {
    expect(findStaleness(recorded(["a", "b"]), today(["a", "b"]))).toBeUndefined();
    expect(findStaleness(recorded(["a"]), today(["a"], { model: "claude", maxTokens: 100 }))).toBeUndefined();
  });

  it("names a prompt edited by one word, and the turns from there on", () => {
    expect(findStaleness(recorded(["a", "add 1", "c"]), today(["a", "add 2", "c"]))).toEqual({
      changes: ['step 2 was "add 1", is "add 2"'],
      turns: 5,
      of: 6,
    });
  });

  it("tells a maxTurns under which Claude would have been stopped, or would have gone on", () => {
    const run = recorded(["a", "b", "c"]);
    expect(findStaleness(run, today(["a", "b", "c"], { maxTurns: 3 }))).toBeUndefined();
    expect(findStaleness(run, today(["a", "b", "c"], { maxTurns: 2 }))).toEqual({
      changes: ["a step took 3 turns, maxTurns is 2"],
      turns: 6,
      of: 6,
    });
    const stopped = recorded(["a", "b"], { end: { kind: "max-turns", limit: 2, message: "Claude did not end" } });
    expect(findStaleness(stopped, today(["a", "b"], { maxTurns: 2 }))).toBeUndefined();
    expect(findStaleness(stopped, today(["a", "b"], { maxTurns: 9 }))?.changes).toEqual([
      "maxTurns was 2, which ended the run, is 9",
    ]);
    expect(findStaleness(stopped, today(["a", "b"]))).toBeUndefined();
  });

  it("tells a step added, removed and reordered", () => {
    expect(findStaleness(recorded(["a"]), today(["a", "b"]))?.changes).toEqual(['step 2 is new: "b"']);
    expect(findStaleness(recorded(["a", "b"]), today(["a"]))).toEqual({
      changes: ['step 2 is gone; it was "b"'],
      turns: 2,
      of: 3,
    });
    expect(findStaleness(recorded(["a", "b"]), today(["b", "a"]))?.changes).toEqual(["the steps are in another order"]);
  });

  it("names every setting that the config names and that changed, which touches all turns", () => {
    const stale = findStaleness(
      recorded(["a", "b"], { model: { name: "claude", maxTokens: 100, temperature: 0 } }),
      today(["a", "b"], { model: "other", maxTokens: 5, temperature: 1, instructions: false }, "Be brief"),
    );
    expect(stale?.changes).toEqual([
      'model was "claude", is "other"',
      "maxTokens was 100, is 5",
      "temperature was 0, is 1",
      "instructions was true, is false",
      'the system prompt was not set, is "Be brief"',
    ]);
    expect(stale?.turns).toBe(3);
  });

  it("names a system prompt and instructions that were taken out of the config", () => {
    const given = recorded(["a"], { system: "Be brief", instructions: false });
    expect(findStaleness(given, { prompts: ["a"], system: null, config: {} })?.changes).toEqual([
      "instructions was false, is true",
      'the system prompt was "Be brief", is not set',
    ]);
    expect(
      findStaleness(given, { prompts: ["a"], system: undefined, config: { instructions: false } }),
    ).toBeUndefined();
    expect(findStaleness(recorded(["a"]), { prompts: ["a"], system: null, config: {} })).toBeUndefined();
  });

  it("does not miss the steps that a run which ended early never began", () => {
    const early = recorded(["a"], { end: { kind: "model-stopped", reason: "refusal", message: "no" } });
    expect(findStaleness(early, today(["a", "b"]))).toBeUndefined();
    expect(findStaleness(early, today(["x", "b"]))?.changes).toEqual(['step 1 was "a", is "x"']);
  });
});

describe("how the calls of one turn are sent", () => {
  const call: Call = {
    id: 1,
    tool: "t",
    arguments: {},
    outcome: { kind: "result", result: {} },
    notifications: [],
    serverRequests: [],
    at: 0,
    ms: 1,
  };
  const steps = (calls: number) => [
    { user: "a", turns: [{ ...turn, calls: Array.from({ length: calls }, () => call) }] },
  ];

  it("is stale where the config names another way, and a turn made several calls", () => {
    const was = recorded(["a"], { dispatch: "together", steps: steps(2) });
    expect(findStaleness(was, { ...today(["a"]), dispatch: "serial" })?.changes).toEqual([
      "calls of one turn were sent together, are sent one after another (parallelToolCalls)",
    ]);
    expect(findStaleness(was, { ...today(["a"]), dispatch: "together" })).toBeUndefined();
  });

  it("is not a change where the config does not name it, the recording does not know it, or no turn made two calls", () => {
    const two = steps(2);
    expect(findStaleness(recorded(["a"], { dispatch: "together", steps: two }), today(["a"]))).toBeUndefined();
    expect(findStaleness(recorded(["a"], { steps: two }), { ...today(["a"]), dispatch: "serial" })).toBeUndefined();
    const one = recorded(["a"], { dispatch: "together", steps: steps(1) });
    expect(findStaleness(one, { ...today(["a"]), dispatch: "serial" })).toBeUndefined();
  });
});

describe("what the client says to the server", () => {
  const question = { message: "Sure?" };
  const call: Call = {
    id: 1,
    tool: "order",
    arguments: {},
    outcome: { kind: "result", result: {} },
    notifications: [],
    serverRequests: [{ method: "elicitation/create", params: question, answer: { result: { action: "decline" } } }],
    at: 0,
    ms: 1,
  };
  const server = { name: "s", version: "1", protocol: "2026-07-28" };
  const one = (protocol: string | undefined) => [{ name: undefined, protocol }];
  const offered = { ...server, client: ["elicitation" as const, "roots" as const], roots: ["file:///a"] };
  const changes = (client: Partial<ClientToday>, recordedServer = offered) => {
    const then = recorded(["a"], {
      server: recordedServer,
      steps: [{ user: "a", turns: [{ ...turn, calls: [call] }] }],
    });
    const today = { servers: one(undefined), roots: ["file:///a"], elicitation: [], ...client };
    return findStaleness(then, { prompts: ["a"], system: undefined, config: {}, client: today })?.changes ?? [];
  };

  it("is not a change while it is the same, or what the recording did not use", () => {
    expect(changes({})).toEqual([]);
    expect(changes({ servers: one("auto") })).toEqual([]);
    expect(changes({ servers: one("2026-07-28") })).toEqual([]);
    expect(changes({ elicitation: [{ message: "another question" }] })).toEqual([]);
  });

  it("is stale where an answer that was used is another now", () => {
    expect(changes({ elicitation: [{ message: "sure" }] })).toEqual([
      'the answer to "Sure?" (call 1, order) was {"action":"decline"}, is {"action":"accept","content":{}} (elicitation)',
    ]);
  });

  it("is stale with other roots and another protocol", () => {
    expect(changes({ roots: [] })).toEqual(['the roots were ["file:///a"], are []']);
    expect(changes({ servers: one("2025-11-25") })).toEqual([
      'the protocol was "2026-07-28", is "2025-11-25" (server.protocol)',
    ]);
  });
});
