import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scoreToolInvocationOrder as score } from "../../../src/metrics/tool-invocation-order.js";
import type { JsonObject } from "../../../src/json/value.js";
import { call, COMPLETED, drift, replayOf, traceOf, UNGROUNDED, workflow, type StepScript } from "./traces.js";

const calling = (...tools: string[]): StepScript[] => [[...tools.map((tool) => [call(tool, "ok")]), "done"]];

describe("Tool Invocation Order of a live run", () => {
  it("has the texts and the metadata of the usage guide", () => {
    expect(score(traceOf(calling("calculate")), workflow({ expectTools: ["calculate"] }))).toEqual({
      id: "tool-invocation-order",
      metric: "Tool Invocation Order",
      verdict: "passed",
      passed: true,
      score: 1,
      details: "All 1 tools called in correct order",
      metadata: { expectedTools: ["calculate"], actualTools: ["calculate"], matchCount: 1 },
    });
  });

  it.each([
    [["a", "b", "c"], ["a", "b", "c"], 1],
    [["a", "b", "c"], ["x", "a", "x", "b", "b", "c"], 1],
    [["a", "b", "c", "d"], ["a", "c", "d"], 0.75],
    [["a", "b", "c"], ["c", "b", "a"], 1 / 3],
    [["a", "b"], [], 0],
    [["a", "a"], ["a"], 0.5],
  ])("expected %j, called %j: %d", (expectTools, called, wanted) => {
    const result = score(traceOf(calling(...called)), workflow({ expectTools }));
    expect(result).toMatchObject({ score: wanted, verdict: wanted === 1 ? "passed" : "failed" });
  });

  it("names what is missing", () => {
    const result = score(traceOf(calling("a", "c")), workflow({ expectTools: ["a", "b", "c"] }));
    expect(result.details).toBe("2 of 3 expected tools called in order; missing: b");
  });

  it("says that the server does not have a tool, with the nearest name, and what was called in another order", () => {
    const tools = ["get-sum", "echo"].map((name) => ({ name, inputSchema: {} }));
    const details = (expectTools: string[], called: string[]) =>
      score(traceOf(calling(...called), { tools }), workflow({ expectTools })).details.split("; missing: ")[1];
    expect(details(["get-summ"], ["get-sum"])).toBe("get-summ (the server has no such tool; get-sum?)");
    expect(details(["fetch"], ["get-sum"])).toBe("fetch (the server has no such tool)");
    expect(details(["echo", "get-sum"], ["get-sum", "echo"])).toBe("get-sum (called, but not in this order)");
    expect(details(["echo", "echo"], ["echo"])).toBe("echo");
  });

  it("the steps' lists stand one after another, and the workflow's list instead of them", () => {
    const steps = [{ user: "1", expectTools: ["a"] }, { user: "2" }, { user: "3", expectTools: ["b", "c"] }];
    expect(score(traceOf(calling("a", "b", "c")), workflow({ steps })).metadata["expectedTools"]).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect(score(traceOf(calling("x")), workflow({ steps, expectTools: ["x"] })).passed).toBe(true);
  });

  it("exact allows no other calls", () => {
    const exact = workflow({ expectTools: ["a"], toolOrder: "exact" });
    expect(score(traceOf(calling("a")), exact).passed).toBe(true);
    expect(score(traceOf(calling("a", "b")), exact)).toMatchObject({
      verdict: "failed",
      score: 0.5,
      details: "1 of 1 expected tools called in order; not expected: b",
    });
    const none = workflow({ expectTools: [], toolOrder: "exact" });
    expect(score(traceOf(calling()), none).passed).toBe(true);
    expect(score(traceOf(calling("a")), none)).toMatchObject({ verdict: "failed", score: 0 });
  });

  it("a forbidden tool fails it, whatever else fits and however the run ended", () => {
    const forbidding = workflow({ expectTools: ["a"], forbidTools: ["rm"] });
    expect(score(traceOf(calling("a", "rm")), forbidding)).toMatchObject({
      verdict: "failed",
      score: 0,
      details: "Forbidden tools called: rm",
    });
    const end = { kind: "model-error", message: "overloaded" } as const;
    expect(score(traceOf(calling("rm"), { end }), forbidding).verdict).toBe("failed");
    expect(score(traceOf(calling("a"), { end }), forbidding).verdict).toBe("inconclusive");
    expect(score(traceOf(calling("a")), forbidding).verdict).toBe("passed");
  });

  it("arguments are contained, exactly", () => {
    const trace = traceOf([[[call("add", "3", { a: 5, b: { c: [1, 2], d: 1 } })], "done"]]);
    const passes = (args: JsonObject) => score(trace, workflow({ expectTools: [{ tool: "add", args }] })).passed;
    expect(passes({ a: 5 })).toBe(true);
    expect(passes({ b: { c: [1, 2] } })).toBe(true);
    expect(passes({})).toBe(true);
    expect(passes({ a: "5" })).toBe(false);
    expect(passes({ a: 5.00001 })).toBe(false);
    expect(passes({ b: { c: [1] } })).toBe(false);
    expect(passes({ x: null })).toBe(false);
    const missing = score(trace, workflow({ expectTools: [{ tool: "add", args: { a: 6 } }] }));
    expect(missing.details).toBe(
      '0 of 1 expected tools called in order; missing: add {"a":6} (called with {"a":5,"b":{"c":[1,2],"d":1}})',
    );
  });

  it("a tool that the server does not have was not called, but may be forbidden", () => {
    const trace = traceOf([[[call("ghost", { kind: "unknown-tool", message: "no such tool" })], "done"]]);
    expect(score(trace, workflow({ expectTools: ["ghost"] })).verdict).toBe("failed");
    expect(score(trace, workflow({ forbidTools: ["ghost"] })).verdict).toBe("failed");
    expect(score(trace, workflow({ expectTools: [], toolOrder: "exact" })).verdict).toBe("failed");
  });

  it("does not apply where nothing is expected, however the run ended", () => {
    const nothing = { verdict: "not-applicable", passed: true, score: null, details: "No tools expected" };
    expect(score(traceOf(calling("a")), workflow())).toMatchObject(nothing);
    expect(score(traceOf(calling("a")), workflow({ expectTools: [], forbidTools: [] }))).toMatchObject(nothing);
    const end = { kind: "server-failed", phase: "start", message: "It exited." } as const;
    expect(score(traceOf([], { end }), workflow())).toMatchObject(nothing);
  });

  it("applies where no call at all is allowed", () => {
    const none = workflow({ expectTools: [], toolOrder: "exact" });
    expect(score(traceOf([["hi"]]), none)).toMatchObject({ verdict: "passed", score: 1 });
    expect(score(traceOf(calling("a")), none)).toMatchObject({ verdict: "failed", score: 0 });
  });

  it("after an API error what is missing is open, what is there counts", () => {
    const end = { kind: "model-error", message: "overloaded" } as const;
    expect(score(traceOf(calling("a"), { end }), workflow({ expectTools: ["a", "b"] })).verdict).toBe("inconclusive");
    expect(score(traceOf(calling("a"), { end }), workflow({ expectTools: ["a"] })).verdict).toBe("passed");
    const limit = { kind: "max-turns", limit: 2, message: "Stopped." } as const;
    expect(score(traceOf(calling("a"), { end: limit }), workflow({ expectTools: ["a", "b"] })).verdict).toBe("failed");
  });

  it("passes exactly when the expected tools are a subsequence of the calls, and scores 1 only then", () => {
    const tools = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 6 }),
        tools,
        (expectTools, called) => {
          let next = 0;
          for (const tool of called) if (tool === expectTools[next]) next++;
          const result = score(traceOf(calling(...called)), workflow({ expectTools }));
          expect(result.passed).toBe(next === expectTools.length);
          expect(result.score === 1).toBe(result.passed);
          expect(result.score).toBeGreaterThanOrEqual(next / expectTools.length);
        },
      ),
    );
  });
});

describe("Tool Invocation Order of a replayed run", () => {
  const expecting = workflow({ expectTools: ["a", "b"] });
  const recorded = calling("a", "b", "c");

  it("passes as soon as the calls that decide it were made", () => {
    const live = [[[call("a", "ok")], [call("b", "other")]]];
    expect(score(replayOf(recorded, live, { end: UNGROUNDED }), expecting)).toMatchObject({
      verdict: "passed",
      score: 1,
    });
  });

  it("is open where they were not", () => {
    const live = [[[call("a", "other")]]];
    expect(score(replayOf(recorded, live, { end: UNGROUNDED }), expecting)).toMatchObject({
      verdict: "inconclusive",
      score: null,
      details: "1 of 2 expected tools called in order, before the run ended: The result of add changed.",
    });
  });

  it("fails where the whole run was played and they do not fit", () => {
    const other = calling("b", "a");
    expect(score(replayOf(other, other), expecting).verdict).toBe("failed");
  });

  it("completed is not believed of a run that lacks turns", () => {
    expect(
      score(replayOf(calling("b", "a"), [[[call("b", "ok")], [call("a", "ok")]]], { end: COMPLETED }), expecting),
    ).toMatchObject({ verdict: "inconclusive" });
  });

  it("turns for information only do not count", () => {
    const trace = replayOf(recorded, recorded, { evidence: { ungroundedFrom: 2 } });
    expect(score(trace, expecting)).toMatchObject({ verdict: "inconclusive", metadata: { actualTools: ["a"] } });
  });

  it("exact and forbidTools need the whole run to pass", () => {
    const live = [[[call("a", "ok")], [call("b", "ok")], [call("c", "other")]]];
    const early = replayOf(recorded, live, { end: UNGROUNDED });
    const exact = workflow({ expectTools: ["a", "b", "c"], toolOrder: "exact" });
    const forbidding = workflow({ expectTools: ["a"], forbidTools: ["rm"] });
    for (const strict of [exact, forbidding]) {
      expect(score(early, strict).verdict).toBe("inconclusive");
      expect(score(replayOf(recorded, recorded), strict).verdict).toBe("passed");
    }
    const extra = workflow({ expectTools: ["a"], toolOrder: "exact" });
    expect(score(early, extra).verdict).toBe("inconclusive");
    expect(score(early, workflow({ forbidTools: ["c"] })).verdict).toBe("failed");
  });

  it("reworded: Claude chose by another text, so nothing is decided", () => {
    const evidence = { drift: [drift("reworded")] };
    for (const one of [expecting, workflow({ expectTools: ["z"] }), workflow({ forbidTools: ["a"] })]) {
      expect(score(replayOf(recorded, recorded, { evidence }), one)).toMatchObject({
        verdict: "inconclusive",
        score: null,
      });
    }
  });

  it("reworded, and accepted by id: the calls decide", () => {
    const evidence = { drift: [drift("reworded")], accepted: ["d-reworded"] };
    expect(score(replayOf(recorded, recorded, { evidence }), expecting).verdict).toBe("passed");
    const another = { drift: [drift("reworded"), drift("reworded", { id: "d-2" })], accepted: ["d-reworded"] };
    expect(score(replayOf(recorded, recorded, { evidence: another }), expecting).verdict).toBe("inconclusive");
  });

  it("does not apply where nothing is expected, reworded or not", () => {
    const evidence = { drift: [drift("reworded")] };
    expect(score(replayOf(recorded, recorded, { evidence }), workflow()).verdict).toBe("not-applicable");
  });
});
