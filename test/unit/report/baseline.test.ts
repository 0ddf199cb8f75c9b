import { describe, expect, it } from "vitest";
import { scoreTrace } from "../../../src/metrics/score-trace.js";
import { compareWithBaseline } from "../../../src/report/baseline.js";
import type { Workflow } from "../../../src/config/schema.js";
import type { Drift } from "../../../src/trace/drift.js";
import { call, drift, ok, replayOf, workflow, type StepScript } from "../metrics/traces.js";

const error = (text: string) => ok(text, { isError: true });

function compare(then: StepScript[], now: StepScript[], expecting: Workflow, found: Drift[] = []) {
  const trace = replayOf(then, now, { evidence: { drift: found } });
  const recorded = trace.evidence?.recorded ?? trace;
  return compareWithBaseline(trace, recorded, expecting, scoreTrace(trace, expecting));
}

describe("what got worse than the baseline", () => {
  const then = [[[call("a", error("no such id")), call("b", "fine")], "done"]];

  it("nothing, where the same call fails in the same way", () => {
    expect(compare(then, then, workflow())).toMatchObject({ regressions: [], failedBefore: true });
  });

  it("another call that fails, at the same score", () => {
    const now = [[[call("a", "found"), call("b", error("broken"))], "done"]];
    expect(compare(then, now, workflow())).toMatchObject({
      regressions: ["Tool Call Health: call 2 (b): tool error: broken; the recorded run did not fail like this"],
      failedBefore: false,
    });
  });

  it("the same call that fails with another error", () => {
    const now = [[[call("a", error("out of memory")), call("b", "fine")], "done"]];
    const changed = drift("changed", { where: { part: "result", call: 1, path: "/content/0/text" } });
    expect(compare(then, now, workflow(), [changed]).regressions).toEqual([
      "Tool Call Health: call 1 (a): tool error: out of memory; the recorded run did not fail like this",
    ]);
  });

  it.each<[string, Partial<Drift> & { class: Drift["class"] }]>([
    ["differs on its own", { class: "volatile" }],
    ["was accepted", { class: "changed", accepted: true }],
  ])("not an error whose text %s", (_, { class: kind, ...more }) => {
    const now = [[[call("a", error("no such id, request 7")), call("b", "fine")], "done"]];
    const found = drift(kind, { ...more, where: { part: "result", call: 1, path: "/content/0/text" } });
    expect(compare(then, now, workflow(), [found]).regressions).toEqual([]);
  });

  it("another step whose state is not reached, at the same score", () => {
    const steps = [
      { user: "a", expectedState: "one" },
      { user: "b", expectedState: "two" },
    ];
    const swapped = compare([["one"], ["no"]], [["no"], ["two"]], workflow({ steps }));
    expect(swapped).toMatchObject({
      regressions: ["End-to-End Success: step 1 did not reach its state; the recorded run did not fail like this"],
      failedBefore: false,
    });
  });

  it("another tool that is missing, at the same score", () => {
    const expecting = workflow({ expectTools: ["a", "b", "c"] });
    const only = (...names: string[]) => [[names.map((name) => call(name, "fine")), "done"]];
    expect(compare(only("a", "b"), only("a", "c"), expecting).regressions).toEqual([
      "Tool Invocation Order: b was not called in order; the recorded run did not fail like this",
    ]);
    expect(compare(only("a", "b"), only("a", "b"), expecting)).toMatchObject({ regressions: [], failedBefore: true });
  });

  it("nothing, where what failed then passes now", () => {
    const now = [[[call("a", "found"), call("b", "fine")], "done"]];
    expect(compare(then, now, workflow())).toMatchObject({ regressions: [], failedBefore: true });
  });

  it("a metric that does not apply is neither better nor worse", () => {
    expect(compare([["hi"]], [["hi"]], workflow({ state: "hi" })).regressions).toEqual([]);
  });
});
