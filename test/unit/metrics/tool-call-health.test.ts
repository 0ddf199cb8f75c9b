import { describe, expect, it } from "vitest";
import { scoreToolCallHealth as score } from "../../../src/metrics/tool-call-health.js";
import type { JsonObject } from "../../../src/json/value.js";
import type { CallOutcome } from "../../../src/trace/trace.js";
import { call, ok, replayOf, traceOf, UNGROUNDED, workflow, type CallScript } from "./traces.js";

const failed = ok("cannot divide by zero", { isError: true });

describe("Tool Call Health of a live run", () => {
  it("has the texts and the metadata of the usage guide", () => {
    expect(score(traceOf([[[call("calculate", "42")], "42"]]), workflow())).toEqual({
      id: "tool-call-health",
      metric: "Tool Call Health",
      verdict: "passed",
      passed: true,
      score: 1,
      details: "All 1 tool calls completed successfully",
      metadata: { totalCalls: 1, successCount: 1, failures: [] },
    });
  });

  it.each<[string, CallOutcome | CallScript, string]>([
    ["a tool error", failed, "tool error: cannot divide by zero"],
    [
      "a JSON-RPC error",
      { kind: "error", error: { code: -32602, message: "Invalid params" } },
      "JSON-RPC error -32602: Invalid params",
    ],
    [
      "no answer",
      { kind: "none", reason: "timeout", message: "No answer in 5 s" },
      "no answer (timeout): No answer in 5 s",
    ],
    [
      "a tool that is not there",
      { kind: "unknown-tool", message: "The server lists no tool x" },
      "unknown tool: The server lists no tool x",
    ],
    ["no object for a result", { kind: "result", result: "hi" }, "the result is not an object"],
    ...(
      [
        ["content that is null", { content: null }, "/content: Invalid input: expected array, received null"],
        ["content that is a text", { content: "hi" }, "/content: Invalid input: expected array, received string"],
        ["no object for a block", { content: [null] }, "/content/0: expected a content block"],
        [
          "a text block without a text",
          { content: [{ type: "text" }] },
          "/content/0/text: Invalid input: expected string, received undefined",
        ],
        [
          "isError that is a text",
          { content: [], isError: "true" },
          "/isError: Invalid input: expected boolean, received string",
        ],
      ] as [string, JsonObject, string][]
    ).map(([name, result, where]): [string, CallOutcome, string] => [
      name,
      { kind: "result", result },
      `not a valid MCP result, clients refuse it: ${where}`,
    ]),
    ["a bad HTTP status", { tool: "x", outcome: ok("hi"), httpStatus: 500 }, "HTTP status 500"],
  ])("%s is unhealthy", (_, outcome, reason) => {
    const script = "tool" in outcome ? outcome : call("x", outcome);
    const result = score(traceOf([[[call("y", "ok"), script], "done"]]), workflow());
    expect(result).toMatchObject({
      verdict: "failed",
      score: 0.5,
      details: `1 of 2 tool calls failed: x (call 2): ${reason}`,
      metadata: { totalCalls: 2, successCount: 1, failures: [{ tool: "x", call: 2, step: 1, reason }] },
    });
  });

  it.each([200, 202, 299])("HTTP status %d is healthy", (httpStatus) => {
    expect(score(traceOf([[[{ tool: "x", outcome: ok("hi"), httpStatus }], "done"]]), workflow()).passed).toBe(true);
  });

  it("a result is checked against the schema of the protocol that was spoken", () => {
    const healthBy = (protocol: string) => {
      const outcome: CallOutcome = { kind: "result", result: { structuredContent: { n: 1 } } };
      return score(
        traceOf([[[call("x", outcome)], "done"]], { server: { name: "s", version: "1", protocol } }),
        workflow(),
      );
    };
    expect(healthBy("2025-11-25").passed).toBe(true);
    expect(healthBy("2026-07-28").details).toContain("/content: Invalid input: expected array, received undefined");
  });

  it("what clients refuse is not a failure that was expected", () => {
    const outcome: CallOutcome = { kind: "result", result: { content: null, isError: true } };
    const expecting = workflow({ expectTools: [{ tool: "x", fails: true }] });
    expect(score(traceOf([[[call("x", outcome)], "done"]]), expecting)).toMatchObject({
      verdict: "failed",
      details: expect.stringContaining("clients refuse it: /content"),
    });
    expect(score(traceOf([[[call("x", failed)], "done"]]), expecting).passed).toBe(true);
  });

  it("structured content must fit the outputSchema, and be there", () => {
    const tools = [
      { name: "x", outputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] } },
    ];
    const judge = (outcome: CallOutcome) => score(traceOf([[[call("x", outcome)], "done"]], { tools }), workflow());
    expect(judge(ok("1", { structuredContent: { n: 1 } })).passed).toBe(true);
    expect(judge(ok("1", { structuredContent: { n: "1" } })).details).toContain(
      'structuredContent against outputSchema: /n: Instance type "string" is invalid.',
    );
    expect(judge(ok("1")).details).toContain("has an outputSchema, but the result has no structuredContent");
  });

  it("arguments must fit the inputSchema of the tool that Claude was given", () => {
    const tools = [{ name: "x", inputSchema: { type: "object", required: ["a"] } }];
    const trace = traceOf([[[call("x", "fine", { b: 1 })], "done"]], { tools });
    expect(score(trace, workflow()).details).toContain("arguments against inputSchema: Instance does not have");
  });

  it("a schema that cannot be processed is said, and harms nobody", () => {
    const tools = [{ name: "x", inputSchema: { $ref: "https://example.com/s" }, outputSchema: { type: "any" } }];
    const trace = traceOf([[[call("x", ok("fine", { structuredContent: {} }))], "done"]], { tools });
    expect(score(trace, workflow())).toMatchObject({
      passed: true,
      metadata: {
        notChecked: [
          { tool: "x", call: 1, why: expect.stringContaining("inputSchema: Unresolved $ref") },
          { tool: "x", call: 1, why: expect.stringContaining('outputSchema: Unknown type "any"') },
        ],
      },
    });
  });

  it("a tool expected to fail is healthy only when it does", () => {
    const fails = workflow({ expectTools: [{ tool: "divide", fails: true }] });
    const judge = (outcome: CallOutcome) => score(traceOf([[[call("divide", outcome)], "done"]]), fails);
    expect(judge(failed).passed).toBe(true);
    expect(judge({ kind: "error", error: { code: -32602, message: "no" } }).passed).toBe(true);
    expect(judge(ok("5")).details).toContain("it was expected to fail, and succeeded");
    expect(judge({ kind: "none", reason: "timeout", message: "slow" }).passed).toBe(false);
    expect(judge({ kind: "unknown-tool", message: "gone" }).passed).toBe(false);
  });

  it("only the call that answers the expectation may fail", () => {
    const fails = workflow({ expectTools: [{ tool: "divide", args: { by: 0 }, fails: true }, "divide"] });
    const run = (first: CallOutcome, second: CallOutcome) =>
      score(traceOf([[[call("divide", first, { by: 0 })], [call("divide", second, { by: 2 })], "done"]]), fails);
    expect(run(failed, ok("5")).passed).toBe(true);
    expect(run(failed, failed).metadata["failures"]).toMatchObject([{ call: 2 }]);
    expect(run(ok("5"), ok("5")).metadata["failures"]).toMatchObject([{ call: 1 }]);
  });

  it("a tool that is only expected to fail may be tried again and fail again", () => {
    const fails = workflow({ expectTools: [{ tool: "divide", fails: true }] });
    const twice = (second: CallOutcome) =>
      score(traceOf([[[call("divide", failed)], [call("divide", second)], "done"]]), fails);
    expect(twice(failed).passed).toBe(true);
    expect(twice(ok("5")).metadata["failures"]).toMatchObject([{ call: 2 }]);
    const other = score(traceOf([[[call("divide", failed)], [call("add", failed)], "done"]]), fails);
    expect(other.metadata["failures"]).toMatchObject([{ tool: "add", call: 2 }]);
  });

  it("no calls: passed after a whole run, open after one that ended early, failed where the server did", () => {
    expect(score(traceOf([["hi"]]), workflow())).toMatchObject({ passed: true, details: "No tool calls made" });
    const end = { kind: "model-error", message: "Overloaded." } as const;
    expect(score(traceOf([[]], { end }), workflow())).toMatchObject({
      verdict: "inconclusive",
      score: null,
      details: "No tool calls made: Overloaded.",
    });
    const gone = { kind: "server-failed", phase: "start", message: "It exited with 1." } as const;
    expect(score(traceOf([], { end: gone }), workflow())).toMatchObject({ verdict: "failed", score: 0 });
  });
});

describe("Tool Call Health of a replayed run", () => {
  const recorded = [[[call("a", "1")], [call("b", "2")], "done"]];

  it("passes when every recorded call was made and is healthy, though the end was not played", () => {
    const live = [[[call("a", "1")], [call("b", "other")]]];
    expect(score(replayOf(recorded, live, { end: UNGROUNDED }), workflow()).verdict).toBe("passed");
  });

  it("is open while a recorded call was not made", () => {
    const live = [[[call("a", "other")]]];
    expect(score(replayOf(recorded, live, { end: UNGROUNDED }), workflow())).toMatchObject({
      verdict: "inconclusive",
      score: null,
      details: "1 of 2 recorded calls made, all healthy: The result of add changed.",
      metadata: { notMade: 1 },
    });
    const info = replayOf(recorded, recorded, { evidence: { ungroundedFrom: 2 } });
    expect(score(info, workflow()).verdict).toBe("inconclusive");
  });

  it("fails on a call that was made and is unhealthy, and not on one for information only", () => {
    const live = [[[call("a", failed)]]];
    expect(score(replayOf(recorded, live, { end: UNGROUNDED }), workflow())).toMatchObject({
      verdict: "failed",
      score: 0,
    });
    const later = [[[call("a", "1")], [call("b", failed)]]];
    const info = replayOf(recorded, later, { evidence: { ungroundedFrom: 2 } });
    expect(score(info, workflow()).verdict).toBe("inconclusive");
  });

  it("a call that is expected to fail is healthy before the others are made", () => {
    const then = [[[call("divide", failed)], [call("divide", "5")], "done"]];
    const expecting = workflow({ expectTools: [{ tool: "divide", fails: true }, "divide"] });
    const live = [[[call("divide", failed)]]];
    expect(score(replayOf(then, live, { end: UNGROUNDED }), expecting).verdict).toBe("inconclusive");
    expect(score(replayOf(then, then), expecting).verdict).toBe("passed");
  });

  it("a stale run proves nothing", () => {
    const end = { kind: "stale", message: "A prompt changed." } as const;
    expect(score(replayOf([["hi"]], [], { end }), workflow()).verdict).toBe("inconclusive");
  });
});
