import { describe, expect, it } from "vitest";
import { scoreEndToEndSuccess } from "../../../src/metrics/end-to-end-success.js";
import { scoreTrace } from "../../../src/metrics/score-trace.js";
import { scoreWorkflow } from "../../../src/metrics/workflow-verdict.js";
import type { Drift } from "../../../src/trace/drift.js";
import { callsOf } from "../../../src/trace/read.js";
import type { CallOutcome, Trace } from "../../../src/trace/trace.js";
import { call, drift, ok, replayOf, traceOf, UNGROUNDED, workflow, type StepScript } from "./traces.js";

const sum = workflow({ state: "42" });
const score = scoreEndToEndSuccess;

describe("End-to-End Success of a live run", () => {
  it("has the texts and the metadata of the usage guide", () => {
    const trace = traceOf([[[call("calculate", "42")], "The result is 42"]]);
    expect(score(trace, sum)).toEqual({
      id: "end-to-end-success",
      metric: "End-to-End Success",
      verdict: "passed",
      passed: true,
      score: 1,
      details: 'Successfully reached expected state: "42"',
      metadata: {
        expectedState: "42",
        lastMessageContent: "The result is 42",
        steps: [{ step: 1, verdict: "passed", foundIn: "message" }],
      },
    });
  });

  it("takes the last tool result too, but none before it", () => {
    expect(score(traceOf([[[call("a", "42")], "done"]]), sum).verdict).toBe("passed");
    expect(score(traceOf([[[call("a", "42")], [call("b", "7")], "done"]]), sum).verdict).toBe("failed");
    expect(score(traceOf([[[call("b", "7"), call("a", "42")], "done"]]), sum).verdict).toBe("passed");
  });

  it("reads structured content and embedded resources, not the envelope", () => {
    const structured: CallOutcome = { kind: "result", result: { content: [], structuredContent: { sum: 42 } } };
    expect(score(traceOf([[[call("a", structured)], "done"]]), sum).passed).toBe(true);
    const resource = { content: [{ type: "resource", resource: { uri: "x:42", text: "it is 42" } }] };
    expect(score(traceOf([[[call("a", { kind: "result", result: resource })], "done"]]), sum).passed).toBe(true);
    for (const state of ["content", "type", "structuredContent", "{"]) {
      expect(score(traceOf([[[call("a", "hello")], "done"]]), workflow({ state })).passed).toBe(false);
    }
  });

  it("an unhealthy result is not a match", () => {
    const outcomes: CallOutcome[] = [
      { kind: "none", reason: "timeout", message: "42" },
      { kind: "unknown-tool", message: "no tool 42" },
      { kind: "result", result: { content: [{ type: "text", text: "42" }, { type: "text" }] } },
      { kind: "result", result: { content: [{ type: "text", text: "42" }, null], isError: true } },
    ];
    for (const outcome of outcomes) {
      expect(score(traceOf([[[call("a", outcome)], "done"]]), sum)).toMatchObject({ verdict: "failed", score: 0 });
    }
    const tools = [{ name: "a", outputSchema: { type: "object", required: ["sum"] } }];
    const wrong = ok("42", { structuredContent: { total: 42 } });
    expect(score(traceOf([[[call("a", wrong)], "done"]], { tools }), sum).passed).toBe(false);
  });

  it.each<[string, CallOutcome]>([
    ["a tool error", ok("division by zero", { isError: true })],
    ["a JSON-RPC error", { kind: "error", error: { code: -32000, message: "division by zero" } }],
  ])("what Claude was given of %s can hold the state, and an error nobody expects fails all the same", (_, outcome) => {
    const trace = traceOf([[[call("divide", outcome)], "It failed."]]);
    const verdictWith = (more: Parameters<typeof workflow>[0]): string =>
      scoreWorkflow(scoreTrace(trace, workflow(more)), trace).verdict;
    expect(score(trace, workflow({ state: "by zero" })).passed).toBe(true);
    expect(verdictWith({ state: "by zero", expectTools: [{ tool: "divide", fails: true }] })).toBe("passed");
    expect(verdictWith({ state: "by zero", expectTools: ["divide"] })).toBe("failed");
    expect(verdictWith({ state: "by hand", expectTools: [{ tool: "divide", fails: true }] })).toBe("failed");
  });

  it("of a JSON-RPC error Claude is given code and message, and no more", () => {
    const outcome: CallOutcome = { kind: "error", error: { code: -32602, message: "No order", data: { id: 42 } } };
    const trace = traceOf([[[call("get", outcome)], "It failed."]]);
    expect(score(trace, sum).passed).toBe(false);
    expect(score(trace, workflow({ state: "-32602" })).passed).toBe(true);
    expect(score(trace, workflow({ state: { equals: "MCP error -32602: No order" } })).passed).toBe(true);
  });

  it("what Claude says before its last calls is not its last word", () => {
    const trace = traceOf([[[call("a", "7")]]], { end: { kind: "max-turns", limit: 1, message: "Stopped." } });
    trace.steps[0]?.turns[0]?.content.unshift({ type: "text", text: "I expect 42" });
    expect(score(trace, sum).verdict).toBe("failed");
  });

  it("scores the share of the steps that expect something", () => {
    const steps = [{ user: "a", expectedState: "1" }, { user: "b" }, { user: "c", expectedState: "3" }];
    const trace = traceOf([["1"], ["2"], ["4"]]);
    expect(score(trace, workflow({ steps }))).toMatchObject({
      verdict: "failed",
      score: 0.5,
      details: 'Did not reach expected state: step 3 "3" (1 of 2 reached)',
      metadata: { expectedState: ["1", "3"], lastMessageContent: "4" },
    });
    expect(score(traceOf([["1"], [], ["3"]]), workflow({ steps })).details).toBe(
      "Successfully reached all 2 expected states",
    );
  });

  it("a step of its own decides, not another", () => {
    const steps = [{ user: "a", expectedState: "42" }, { user: "b" }];
    expect(score(traceOf([["no"], ["42"]]), workflow({ steps })).verdict).toBe("failed");
  });

  it("does not apply where nothing is expected, however the run ended", () => {
    const nothing = { verdict: "not-applicable", passed: true, score: null, details: "No expected state defined" };
    expect(score(traceOf([["hi"]]), workflow())).toMatchObject(nothing);
    const end = { kind: "server-failed", phase: "start", message: "It exited." } as const;
    expect(score(traceOf([], { end }), workflow())).toMatchObject(nothing);
  });

  it("an API error satisfies nothing and fails nothing", () => {
    const end = { kind: "model-error", message: "42 errors" } as const;
    expect(score(traceOf([[]], { end }), sum)).toMatchObject({ verdict: "inconclusive", score: null });
    const failed = { kind: "server-failed", phase: "call", message: "42" } as const;
    expect(score(traceOf([[]], { end: failed }), sum).verdict).toBe("failed");
  });
});

describe("End-to-End Success of a replayed run", () => {
  const recorded = [[[call("add", "42")], "The sum is 42"]];

  it("passes on the live result of the step's last call, grounded or not after it", () => {
    const trace = replayOf(recorded, [[[call("add", "sum: 42")]]], { end: UNGROUNDED });
    expect(score(trace, sum)).toMatchObject({ verdict: "passed", metadata: { steps: [{ foundIn: "result" }] } });
  });

  it("the result of a call that is not the step's last proves nothing", () => {
    const two = [[[call("add", "41")], [call("add", "42")], "done"]];
    const trace = replayOf(two, [[[call("add", "42")]]], { end: UNGROUNDED });
    expect(score(trace, sum).verdict).toBe("inconclusive");
  });

  it("passes on the recorded final message while its turn is grounded", () => {
    const silent = [[[call("add", "ok")], "The sum is 42"]];
    expect(score(replayOf(silent, silent), sum)).toMatchObject({
      verdict: "passed",
      metadata: { lastMessageContent: "The sum is 42" },
    });
  });

  it("the final message of an ungrounded turn is not evidence", () => {
    const live = [[[call("add", "43")], "The sum is 42"]];
    const trace = replayOf(recorded, live, { evidence: { ungroundedFrom: 2, drift: [drift("changed")] } });
    expect(score(trace, sum)).toMatchObject({ verdict: "inconclusive", score: null });
    expect(score(replayOf(recorded, [[[call("add", "43")]]], { end: UNGROUNDED }), sum)).toMatchObject({
      verdict: "inconclusive",
      details: 'Cannot tell whether this state was reached: "42". The result of add changed.',
    });
  });

  it("turns that are for information only are not evidence, in later steps neither", () => {
    const steps = [{ user: "a" }, { user: "b", expectedState: "42" }];
    const both = [["hi"], [[call("add", "42")], "42"]];
    const trace = replayOf(both, both, { evidence: { ungroundedFrom: 1 } });
    expect(score(trace, workflow({ steps })).verdict).toBe("inconclusive");
    const later = replayOf(both, both, { evidence: { ungroundedFrom: 3 } });
    expect(score(later, workflow({ steps })).verdict).toBe("passed");
  });

  it("fails where the final turn is grounded and the state is in neither", () => {
    const other = [[[call("add", "41")], "The sum is 41"]];
    expect(score(replayOf(other, other), sum)).toMatchObject({
      verdict: "failed",
      score: 0,
      details: 'Did not reach expected state: "42"',
    });
  });

  it("a recorded message cannot prove what the results took back", () => {
    const live = [[[call("add", "43")], "The sum is 42"]];
    expect(score(replayOf(recorded, live, { evidence: { drift: [drift("volatile")] } }), sum)).toMatchObject({
      verdict: "inconclusive",
      details: expect.stringContaining("the results that contained it differ now"),
    });
  });

  it("is proven by a list that has grown where the recorded rows said it, too", () => {
    const grown = { evidence: { drift: [drift("grown", { recorded: 1, present: 2 })] } };
    const list = (...rows: string[]) => [[[call("list", rows.join("\n"))], "Done."]];
    expect(score(replayOf(list("42 open"), list("41 open", "42 open"), grown), sum).verdict).toBe("passed");
    expect(score(replayOf(list("40 open"), list("42 open", "40 open"), grown), sum).verdict).toBe("failed");
  });

  it("any live result that has the state, up to the step, upholds the message", () => {
    const two = [[[call("get", "42")], [call("note", "noted")], "It was 42"]];
    expect(score(replayOf(two, two), sum).verdict).toBe("passed");
    const moved = [[[call("get", "7")], [call("note", "noted")], "It was 42"]];
    expect(score(replayOf(two, moved), sum).verdict).toBe("inconclusive");
  });

  it("a result of an earlier step upholds the message of a later one, or takes it back", () => {
    const steps = [{ user: "a" }, { user: "b", expectedState: "42" }];
    const two = [[[call("get", "42")], "noted"], ["It was 42"]];
    expect(score(replayOf(two, two), workflow({ steps })).verdict).toBe("passed");
    const moved = [[[call("get", "7")], "noted"], ["It was 42"]];
    expect(score(replayOf(two, moved), workflow({ steps })).verdict).toBe("inconclusive");
  });

  it("an error holds the state where there was one then, or one is expected", () => {
    const broken = [[[call("add", ok("42", { isError: true }))], "none"]];
    const was = [[[call("add", "42")], "none"]];
    expect(score(replayOf(broken, broken), sum).verdict).toBe("passed");
    expect(score(replayOf(was, broken), sum).verdict).toBe("failed");
    const expecting = workflow({ state: "42", expectTools: [{ tool: "add", fails: true }] });
    expect(score(replayOf(was, broken), expecting).verdict).toBe("passed");
  });

  it("a recorded message cannot prove what the error took back", () => {
    const error = (message: string): CallOutcome => ({ kind: "error", error: { code: -32000, message } });
    const of = (message: string): StepScript[] => [[[call("add", error(message))], "It says: no order 42"]];
    expect(score(replayOf(of("no order 42"), of("no order 42")), sum).verdict).toBe("passed");
    expect(score(replayOf(of("no order 42"), of("no such order")), sum).verdict).toBe("inconclusive");
  });

  it("a call that was refused what nobody recorded proves nothing", () => {
    const then = [[[call("add", "42")], "none"]];
    const trace = replayOf(then, then);
    for (const { serverRequests } of callsOf(trace)) {
      serverRequests.push({ method: "sampling/createMessage", unrecorded: true });
    }
    expect(score(trace, sum).verdict).toBe("failed");
  });

  it("a step that was not reached is open, and one that failed decides", () => {
    const steps = [
      { user: "a", expectedState: "1" },
      { user: "b", expectedState: "2" },
    ];
    const trace = replayOf([["0"], ["2"]], [["0"]], { end: UNGROUNDED });
    expect(score(trace, workflow({ steps }))).toMatchObject({ verdict: "failed", score: 0 });
    const open = replayOf([["1"], ["2"]], [["1"]], { end: UNGROUNDED });
    expect(score(open, workflow({ steps })).verdict).toBe("inconclusive");
  });

  it("does not apply where nothing is expected, played to the end or not", () => {
    const live = [[[call("add", "43")]]];
    for (const trace of [replayOf(recorded, live, { end: UNGROUNDED }), replayOf(recorded, recorded)]) {
      expect(score(trace, workflow())).toMatchObject({ verdict: "not-applicable", score: null });
    }
  });

  describe("a live result proves the state only where it did not drift", () => {
    const json = (value: object) => JSON.stringify(value);
    const last = (then: string, now: string, ...places: Partial<Drift>[]): Trace =>
      replayOf([[[call("get", then)], "done"]], [[[call("get", now)]]], {
        end: UNGROUNDED,
        evidence: {
          drift: places.map((more, at) =>
            drift(more.class ?? "changed", {
              id: `d-${at}`,
              ...more,
              where: { ...drift("changed").where, ...more.where },
            }),
          ),
        },
      });
    const at = (path: string, more: Partial<Drift> = {}): Partial<Drift> => ({
      ...more,
      where: { part: "result", path },
    });

    it.each<[string, Trace, string]>([
      ["the whole text", last("Found order 42.", "Could not find order 42.", at("/content/0/text")), "inconclusive"],
      [
        "two values swapped",
        last(
          json({ open: 42, closed: 17 }),
          json({ open: 17, closed: 42 }),
          at("/content/0/json/open"),
          at("/content/0/json/closed"),
        ),
        "inconclusive",
      ],
      [
        "another value beside it",
        last(json({ total: 42, unit: "F" }), json({ total: 42, unit: "C" }), at("/content/0/json/unit")),
        "passed",
      ],
      [
        "a list that holds it",
        last(json({ ids: [1] }), json({ ids: [1, 42] }), at("/content/0/json/ids")),
        "inconclusive",
      ],
      ["accepted", last("a", "42", at("/content/0/text", { accepted: true })), "passed"],
      ["a variable", last("41 rows", "42 rows", at("/content/0/text", { class: "volatile" })), "passed"],
      ["another outcome", last("a", "42", at("")), "inconclusive"],
      ["an error that is none now", last("42", "42", at("/isError")), "inconclusive"],
      [
        "under a key that is made anew",
        last(json({ a1: { n: 1 } }), json({ b2: { n: 42 } }), at("/content/0/json/a1/n")),
        "inconclusive",
      ],
      [
        "another call's place",
        last("42", "42", { where: { part: "result", call: 7, path: "/content/0/text" } }),
        "passed",
      ],
      [
        "a field that is gone",
        last(json({ n: 42, m: 1 }), json({ n: 42 }), { ...at("/content/0/json/m"), present: undefined }),
        "passed",
      ],
    ])("%s", (_, trace, verdict) => {
      expect(score(trace, sum).verdict).toBe(verdict);
    });

    it("says that Claude's answer was not played", () => {
      const trace = last(json({ n: 42, unit: "F" }), json({ n: 42, unit: "C" }), at("/content/0/json/unit"));
      expect(score(trace, sum).details).toContain("by the live result alone");
      expect(score(replayOf(recorded, recorded), sum).details).not.toContain("alone");
    });
  });
});
