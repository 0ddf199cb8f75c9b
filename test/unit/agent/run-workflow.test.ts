import { describe, expect, it } from "vitest";
import type { Conversation, Model, ModelAnswer, ModelTurn } from "../../../src/agent/model.js";
import { runWorkflow, type WorkflowRun } from "../../../src/agent/run-workflow.js";
import { McpvalsError } from "../../../src/errors.js";
import type { JsonObject } from "../../../src/json/value.js";
import { ServerFailure, type CallFacts, type ServerSession } from "../../../src/server/session.js";
import type { RunEvent } from "../../../src/trace/events.js";
import { callsOf } from "../../../src/trace/read.js";
import type { CallOutcome, ModelBlock } from "../../../src/trace/trace.js";
import { said, text, tool, use } from "./anthropic/conversation.js";

const answer = (
  content: ModelBlock[],
  reason: string | null = "end_turn",
  more: Partial<ModelTurn> = {},
): ModelAnswer => ({
  kind: "turn",
  turn: { content, stop: { reason }, usage: { input: 1, output: 1 }, ms: 2, retries: 0, ...more },
});
const asks = (...uses: ModelBlock[]): ModelAnswer => answer(uses, "tool_use");

/** A model that gives these answers in turn, and remembers what it was asked. */
function modelOf(
  answers: (ModelAnswer | (() => ModelAnswer | Promise<ModelAnswer>))[],
): Model & { asked: Conversation[] } {
  const asked: Conversation[] = [];
  return {
    asked,
    async next(conversation) {
      const next = answers[asked.length];
      asked.push(structuredClone(conversation));
      if (next === undefined) throw new Error("asked too often");
      return typeof next === "function" ? next() : next;
    },
  };
}

type FakeServer = ServerSession & { made: [string, JsonObject][]; changed: boolean; gone: string | undefined };

function serverOf(
  parts: Partial<ServerSession> & { outcome?: (tool: string, n: number) => CallOutcome } = {},
): FakeServer {
  const made: [string, JsonObject][] = [];
  const server: FakeServer = {
    identity: { name: "fake", version: "1", protocol: "2025-11-25" },
    made,
    changed: false,
    gone: undefined,
    readContract: () => Promise.reject(new Error("read already")),
    listTools: () => Promise.resolve([]),
    sampleWith: () => {},
    takeToolsChanged() {
      const { changed } = server;
      server.changed = false;
      return changed;
    },
    async call(name, args): Promise<CallFacts> {
      made.push([name, args]);
      return { outcome: parts.outcome?.(name, made.length) ?? said("8"), notifications: [], serverRequests: [], ms: 1 };
    },
    ended: () => server.gone,
    findings: () => ["banner"],
    stderr: () => "tail",
    close: () => Promise.resolve(),
    ...parts,
  };
  return server;
}

function run(model: Model, server: ServerSession, parts: Partial<WorkflowRun> = {}) {
  let clock = 1_000_010;
  const { name = "w", steps = ["Go"] } = parts.workflow ?? {};
  return runWorkflow({
    settings: { name: "claude-test", maxTokens: 100 },
    system: null,
    instructions: true,
    maxTurns: 5,
    dispatch: "serial",
    contract: { server: {}, capabilities: {}, tools: [tool("add"), tool("sub")] },
    sources: { model: "live", server: "live" },
    signal: new AbortController().signal,
    startedAt: clock,
    now: () => (clock += 10),
    ...parts,
    workflow: { name, steps },
    model,
    server,
  });
}

describe("a run of a workflow", () => {
  it("makes the calls of a turn in order, once, and tells Claude their outcomes", async () => {
    const model = modelOf([
      asks(text("I add."), use(1, "add", { a: 5 }), use(2, "sub", { b: 3 })),
      answer([text("8")]),
    ]);
    const server = serverOf({ outcome: (name) => said(name) });
    const trace = await run(model, server);
    expect(server.made).toEqual([
      ["add", { a: 5 }],
      ["sub", { b: 3 }],
    ]);
    expect(trace.end).toEqual({ kind: "completed" });
    expect(callsOf(trace).map(({ id, tool: name, arguments: args, outcome }) => [id, name, args, outcome])).toEqual([
      [1, "add", { a: 5 }, said("add")],
      [2, "sub", { b: 3 }, said("sub")],
    ]);
    expect(model.asked[1]?.steps[0]?.turns[0]?.calls).toHaveLength(2);
    expect(trace.findings).toEqual(["banner"]);
    expect(trace.stderr).toBe("tail");
  });

  it("keeps the conversation across steps", async () => {
    const model = modelOf([asks(use(1, "add")), answer([text("8")]), answer([text("bye")], "stop_sequence")]);
    const trace = await run(model, serverOf(), { workflow: { name: "w", steps: ["One", "Two"] } });
    expect(trace.steps.map(({ user, turns }) => [user, turns.length])).toEqual([
      ["One", 2],
      ["Two", 1],
    ]);
    expect(model.asked[2]?.steps.map(({ user, turns }) => [user, turns.length])).toEqual([
      ["One", 2],
      ["Two", 0],
    ]);
  });

  it("gives Claude the system prompt with the server's instructions", async () => {
    const contract = { server: {}, capabilities: {}, tools: [], instructions: "Use add." };
    const model = modelOf([answer([])]);
    const trace = await run(model, serverOf(), { system: "Be brief.", contract });
    expect(model.asked[0]?.system).toBe("Be brief.\n\nUse add.");
    expect(trace.system).toBe("Be brief.");
  });

  it("does not send a call of a tool that is not listed, and tells Claude so", async () => {
    const model = modelOf([asks(use(1, "divide"), use(2, "add")), answer([])]);
    const server = serverOf();
    const trace = await run(model, server);
    expect(server.made.map(([name]) => name)).toEqual(["add"]);
    expect(callsOf(trace)[0]?.outcome).toEqual({
      kind: "unknown-tool",
      message: 'The server has no tool named "divide".',
    });
  });

  it("makes the calls of a turn together where that is asked for, and keeps the turn's order", async () => {
    const finish: (() => void)[] = [];
    const server = serverOf({
      call: (name) =>
        new Promise((resolve) => {
          finish.push(() => resolve({ outcome: said(name), notifications: [], serverRequests: [], ms: 1 }));
          if (finish.length === 2) for (const done of finish.toReversed()) done();
        }),
    });
    const trace = await run(modelOf([asks(use(1, "add"), use(2, "sub")), answer([])]), server, {
      dispatch: "together",
    });
    expect(callsOf(trace).map(({ outcome }) => outcome)).toEqual([said("add"), said("sub")]);
  });

  it("lists the tools again after list_changed, and keeps the array where they are the same", async () => {
    const server = serverOf({
      call: (name) => {
        server.changed = true;
        return Promise.resolve({ outcome: said(name), notifications: [], serverRequests: [], ms: 1 });
      },
      listTools: () => Promise.resolve([tool("sub"), tool("sub")]),
    });
    const events: RunEvent[] = [];
    const model = modelOf([asks(use(1, "add")), asks(use(2, "add")), answer([])]);
    const trace = await run(model, server, { onEvent: (event) => events.push(event) });
    const [first, second, third] = trace.steps[0]?.turns.map(({ tools }) => tools) ?? [];
    expect(first?.map(({ name }) => name)).toEqual(["add", "sub"]);
    expect(second?.map(({ name }) => name)).toEqual(["sub", "sub"]);
    expect(third).toBe(second);
    expect(callsOf(trace).map(({ outcome }) => outcome.kind)).toEqual(["result", "unknown-tool"]);
    expect(events.filter(({ type }) => type === "tools")).toEqual([{ type: "tools", turn: 2, tools: second }]);
    expect(trace.findings).toEqual(['tools/list names the tool "sub" twice; Claude is given the first', "banner"]);
  });

  it("goes on after a pause without a user message", async () => {
    const model = modelOf([answer([text("wait")], "pause_turn"), answer([text("8")])]);
    const trace = await run(model, serverOf());
    expect(trace.end.kind).toBe("completed");
    expect(trace.steps[0]?.turns).toHaveLength(2);
  });

  it("says which model answered where it is a different one", async () => {
    const trace = await run(modelOf([answer([], "end_turn", { answered: "stand-in" })]), serverOf());
    expect(trace.model).toEqual({ name: "claude-test", maxTokens: 100, answered: "stand-in" });
    expect(trace.steps[0]?.turns[0]).not.toHaveProperty("answered");
  });

  it("tells its events in order", async () => {
    const events: RunEvent[] = [];
    const model = modelOf([asks(use(1, "add"), use(2, "none")), answer([text("8")]), answer([])]);
    const trace = await run(model, serverOf(), {
      workflow: { name: "w", steps: ["One", "Two"] },
      onEvent: (event) => events.push(event),
    });
    expect(events.map(({ type }) => type)).toEqual("start user turn call result result turn user turn end".split(" "));
    expect(events.flatMap((event) => (event.type === "turn" ? [[event.step, event.turn]] : []))).toEqual([
      [1, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(events.at(-1)).toEqual({ type: "end", end: { kind: "completed" }, ms: trace.ms });
    expect(trace.startedAt).toBe("1970-01-01T00:16:40.010Z");
  });
});

describe("a run ends early", () => {
  it.each(["max_tokens", "refusal", "model_context_window_exceeded", "something_new", null])(
    "where Claude stops with %s, without making its calls",
    async (reason) => {
      const server = serverOf();
      const trace = await run(modelOf([answer([use(1, "add")], reason)]), server);
      expect(trace.end).toMatchObject({ kind: "model-stopped", reason: String(reason) });
      expect(trace.steps[0]?.turns).toHaveLength(1);
      expect(server.made).toEqual([]);
    },
  );

  it.each([
    ["end_turn", [use(1, "add")]],
    ["stop_sequence", [use(1, "add")]],
    ["pause_turn", [use(1, "add")]],
    ["tool_use", [text("8")]],
  ])("where a turn contradicts its stop reason %s", async (reason, content) => {
    const server = serverOf();
    const trace = await run(modelOf([answer(content, reason)]), server);
    expect(trace.end).toMatchObject({ kind: "model-stopped", reason });
    expect(server.made).toEqual([]);
  });

  it("says why Claude refused", async () => {
    const details = { type: "refusal", category: "cyber", explanation: "No exploits." };
    const trace = await run(modelOf([answer([], "refusal", { stop: { reason: "refusal", details } })]), serverOf());
    expect(trace.end).toMatchObject({ message: "Claude refused to go on: No exploits." });
  });

  it("at maxTurns, counted in each step, with the last turn's calls made", async () => {
    const model = modelOf([asks(use(1, "add")), answer([]), asks(use(2, "add")), asks(use(3, "add"))]);
    const server = serverOf();
    const trace = await run(model, server, { maxTurns: 2, workflow: { name: "w", steps: ["One", "Two", "Three"] } });
    expect(trace.end).toMatchObject({ kind: "max-turns", limit: 2 });
    expect(trace.steps).toHaveLength(2);
    expect(server.made).toHaveLength(3);
  });

  it("where pauses never end", async () => {
    const trace = await run(modelOf([answer([], "pause_turn"), answer([], "pause_turn")]), serverOf(), { maxTurns: 2 });
    expect(trace.end.kind).toBe("max-turns");
  });

  it.each([
    [{ kind: "error", message: "overloaded" } as const, "model-error"],
    [{ kind: "ungrounded", message: "result differs" } as const, "ungrounded"],
  ])("with the model's answer %j", async (next, kind) => {
    const trace = await run(modelOf([next]), serverOf());
    expect(trace.end).toEqual({ kind, message: next.message });
    expect(trace.steps[0]?.turns).toEqual([]);
  });

  it("where the server has gone before the next turn", async () => {
    const server = serverOf({
      outcome: () => {
        server.gone = "the server exited with code 1";
        return { kind: "none", reason: "server-ended", message: "gone" };
      },
    });
    const model = modelOf([asks(use(1, "add"))]);
    const trace = await run(model, server);
    expect(trace.end).toEqual({ kind: "server-failed", phase: "call", message: "the server exited with code 1" });
    expect(callsOf(trace)[0]?.outcome.kind).toBe("none");
    expect(model.asked).toHaveLength(1);
  });

  it("where the tools cannot be listed again", async () => {
    const server = serverOf({ listTools: () => Promise.reject(new ServerFailure("list", "no list")) });
    server.changed = true;
    const trace = await run(modelOf([]), server);
    expect(trace.end).toEqual({ kind: "server-failed", phase: "list", message: "no list" });
  });

  it("by an abort while Claude is asked", async () => {
    const abort = new AbortController();
    const model = modelOf([
      () => {
        abort.abort();
        return Promise.reject(new Error("aborted"));
      },
    ]);
    const trace = await run(model, serverOf(), { signal: abort.signal });
    expect(trace.end.kind).toBe("cancelled");
  });

  it("by an abort during a call, and makes no further one", async () => {
    const abort = new AbortController();
    const server = serverOf({
      outcome: () => {
        abort.abort();
        return { kind: "none", reason: "cancelled", message: "cancelled" };
      },
    });
    const trace = await run(modelOf([asks(use(1, "add"), use(2, "sub"))]), server, { signal: abort.signal });
    expect(trace.end.kind).toBe("cancelled");
    expect(server.made).toEqual([["add", {}]]);
    expect(callsOf(trace)).toHaveLength(1);
  });

  it("with the error that every workflow will meet, thrown", async () => {
    const error = new McpvalsError("MODEL_ACCOUNT", "no");
    await expect(run(modelOf([() => Promise.reject(error)]), serverOf())).rejects.toBe(error);
  });
});
