import { describe, expect, it } from "vitest";
import { sessionOfTrace } from "../../../../src/session/serve/session-of-trace.js";
import type { Trace } from "../../../../src/trace/trace.js";
import { envelope, play } from "../../../helpers/make-session.js";
import { makeContract, makeTool, makeTrace, raw } from "../../../helpers/make-trace.js";

const callsOf = (trace: Trace): Trace["steps"][number]["turns"][number]["calls"] =>
  trace.steps.flatMap((step) => step.turns.flatMap((turn) => turn.calls));

describe("a workflow's cassette, served", () => {
  it("introduces itself and lists what the contract holds, and nothing that it does not", () => {
    const trace = makeTrace({ turns: [[["find", { q: "a" }, "found"]]] });
    trace.contract = makeContract([makeTool("find")], {
      capabilities: { tools: {}, prompts: {} },
      instructions: "Be brief.",
      prompts: [{ name: "greet" }],
    });
    const { last } = play(sessionOfTrace(trace));
    expect(last(0, "initialize", {})).toMatchObject({
      result: { protocolVersion: "2025-11-25", instructions: "Be brief.", serverInfo: { name: "fixture" } },
    });
    expect(last(1, "tools/list", {})).toEqual({ jsonrpc: "2.0", id: 1, result: { tools: [makeTool("find")] } });
    expect(last(2, "prompts/list", {})).toMatchObject({ result: { prompts: [{ name: "greet" }] } });
    expect(last(3, "resources/list", {})).toMatchObject({ error: { code: -32601 } });
    expect(last(4, "tools/call", { name: "find", arguments: { q: "a" } })).toMatchObject({
      result: { content: [{ text: "found" }] },
    });
  });

  it("plays errors, and says at once what was never answered for a known reason", () => {
    const trace = makeTrace({
      turns: [
        [
          ["bad", {}, { outcome: { kind: "error", error: { code: -32602, message: "no" } } }],
          ["dead", {}, { outcome: { kind: "none", reason: "server-ended", message: "the server ended" } }],
          ["slow", {}, { outcome: { kind: "none", reason: "timeout", message: "no answer" } }],
          ["ghost", {}, { outcome: { kind: "unknown-tool", message: "no such tool" } }],
        ],
      ],
    });
    const { ask, last } = play(sessionOfTrace(trace));
    expect(last(1, "tools/call", { name: "bad" })).toMatchObject({ error: { code: -32602, message: "no" } });
    expect(last(2, "tools/call", { name: "dead" })).toMatchObject({ error: { message: "the server ended" } });
    expect(ask(3, "tools/call", { name: "slow" })).toEqual([]);
    expect(last(4, "tools/call", { name: "ghost" })).toMatchObject({
      error: { message: expect.stringContaining("never recorded") },
    });
  });

  it("plays what came under a call, and the tools as they were before and after it", () => {
    const trace = makeTrace({ turns: [[["grow", {}, "grown"]], [["grown", {}, "I am new"]]] });
    const [grow] = callsOf(trace);
    grow?.notifications.push({ method: "notifications/tools/list_changed" });
    const [first, ...later] = trace.steps[0]?.turns ?? [];
    if (first !== undefined) first.tools = [makeTool("grow")];
    trace.contract = makeContract([makeTool("grow")]);
    for (const turn of later) turn.tools = [makeTool("grow"), makeTool("grown")];
    const { ask, last } = play(sessionOfTrace(trace));
    expect(last(1, "tools/list", {})).toMatchObject({ result: { tools: [{ name: "grow" }] } });
    expect(ask(2, "tools/call", { name: "grow" })).toMatchObject([
      { method: "notifications/tools/list_changed" },
      { id: 2 },
    ]);
    expect(last(3, "tools/list", {})).toMatchObject({ result: { tools: [{ name: "grow" }, { name: "grown" }] } });
  });

  it("plays the rounds of the modern era by what was asked in each", () => {
    const trace = makeTrace({ turns: [[["order", {}, raw({ content: [], resultType: "complete" })]]] });
    trace.server = { ...trace.server, protocol: "2026-07-28" };
    callsOf(trace)[0]?.serverRequests.push({
      method: "elicitation/create",
      params: { mode: "form", message: "sure?" },
      answer: { result: { action: "accept" } },
      round: 1,
      key: "sure",
    });
    const { last } = play(sessionOfTrace(trace));
    const able = envelope({ elicitation: {} });
    expect(last(0, "tools/list", able)).toMatchObject({
      result: { resultType: "complete", tools: [{ name: "order" }] },
    });
    expect(last(1, "tools/call", { name: "order", arguments: {}, ...able })).toMatchObject({
      result: { resultType: "input_required", inputRequests: { sure: { method: "elicitation/create" } } },
    });
    const responses = { inputResponses: { sure: { action: "accept" } } };
    expect(last(2, "tools/call", { name: "order", arguments: {}, ...responses, ...able })).toMatchObject({
      result: { content: [], resultType: "complete" },
    });
  });
});
