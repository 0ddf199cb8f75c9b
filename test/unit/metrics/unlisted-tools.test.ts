// Which tools a workflow names that the server does not list, and what is said about them.
import { describe, expect, it } from "vitest";
import type { Workflow } from "../../../src/config/schema.js";
import { scoreTrace } from "../../../src/metrics/score-trace.js";
import { describeUnlisted, findUnlisted } from "../../../src/metrics/unlisted-tools.js";
import { traceOf } from "./traces.js";

const tool = (name: string) => ({ name, inputSchema: { type: "object" } });
const workflow = (more: Partial<Workflow>): Workflow => ({ name: "w", steps: [{ user: "Hi" }], ...more });

describe("findUnlisted", () => {
  it("gives each missing name once, with the one that was probably meant", () => {
    expect(findUnlisted(["get-summ", "echo", "get-summ", "plan"], [tool("get-sum"), tool("echo")])).toEqual([
      { name: "get-summ", nearest: "get-sum" },
      { name: "plan", nearest: undefined },
    ]);
  });
});

describe("describeUnlisted", () => {
  it("names the tools of both lists", () => {
    const trace = traceOf([["Hello."]], { tools: [tool("get-sum"), tool("echo")] });
    const named = workflow({ expectTools: ["get-summ", "echo"], forbidTools: ["plan"] });
    expect(describeUnlisted(named, trace)).toEqual([
      "expectTools names what the server does not list: get-summ (did you mean get-sum?).",
      "forbidTools names what the server does not list: plan.",
    ]);
  });

  it("is silent about a tool that the server listed later, and about a server that failed", () => {
    const trace = traceOf([["Hello."]], { tools: [tool("echo")] });
    const late = { ...trace, contract: { ...trace.contract, tools: [] } };
    expect(describeUnlisted(workflow({ expectTools: ["echo"] }), late)).toEqual([]);
    const dead = traceOf([], { end: { kind: "server-failed", phase: "start", message: "m" } });
    expect(describeUnlisted(workflow({ expectTools: ["echo"] }), dead)).toEqual([]);
  });
});

describe("a run that ended before the first request", () => {
  it("fails by the order of the tools; what Claude would have said is unknown", () => {
    const trace = traceOf([], { end: { kind: "tool-missing", message: "m" } });
    const steps = [{ user: "Hi", expectedState: "42" }];
    const results = scoreTrace(trace, workflow({ steps, expectTools: ["plan"] }));
    expect(results.map(({ id, verdict, score }) => [id, verdict, score])).toEqual([
      ["end-to-end-success", "inconclusive", null],
      ["tool-invocation-order", "failed", 0],
      ["tool-call-health", "inconclusive", null],
    ]);
  });
});
