import { describe, expect, it } from "vitest";
import type { MetricId, MetricResult, Verdict } from "../../../src/metrics/result.js";
import { scoreWorkflow } from "../../../src/metrics/workflow-verdict.js";
import type { TraceEnd } from "../../../src/trace/trace.js";
import { COMPLETED } from "./traces.js";

const IDS: MetricId[] = ["end-to-end-success", "tool-invocation-order", "tool-call-health", "llm-judge"];

const results = (...given: [Verdict, number | null][]): MetricResult[] =>
  given.map(([verdict, score], index) => ({
    id: IDS[index] ?? "llm-judge",
    metric: "M",
    verdict,
    passed: verdict === "passed",
    score,
    details: "",
    metadata: {},
  }));

const PASSED = results(["passed", 1], ["passed", 1], ["passed", 1]);

describe("scoreWorkflow", () => {
  it.each<[string, MetricResult[], string, number | null]>([
    ["all passed", PASSED, "passed", 1],
    ["one failed", results(["passed", 1], ["failed", 0.5], ["passed", 1]), "failed", 2.5 / 3],
    ["one inconclusive", results(["passed", 1], ["inconclusive", null], ["passed", 1]), "inconclusive", null],
    ["failed beats inconclusive", results(["failed", 0], ["inconclusive", null], ["passed", 1]), "failed", null],
    ["the judge decides passed", results(["passed", 1], ["passed", 1], ["passed", 1], ["failed", 0.1]), "failed", 1],
    [
      "an unscored judge",
      results(["passed", 1], ["passed", 1], ["passed", 1], ["inconclusive", null]),
      "inconclusive",
      null,
    ],
    ["no result at all", [], "inconclusive", null],
  ])("%s", (_, given, verdict, overallScore) => {
    expect(scoreWorkflow(given, { end: COMPLETED })).toEqual({ verdict, overallScore, reasons: [] });
  });

  it.each<[TraceEnd, string]>([
    [{ kind: "model-error", message: "m" }, "error"],
    [{ kind: "cancelled", message: "m" }, "error"],
    [{ kind: "max-turns", limit: 3, message: "m" }, "failed"],
    [{ kind: "model-stopped", reason: "max_tokens", message: "m" }, "failed"],
    [{ kind: "model-stopped", reason: "refusal", message: "m" }, "failed"],
    [{ kind: "server-failed", phase: "start", message: "m" }, "failed"],
    [{ kind: "stale", message: "m" }, "inconclusive"],
  ])("a run that ended by %j never passes: %s", (end, verdict) => {
    expect(scoreWorkflow(PASSED, { end })).toMatchObject({ verdict, reasons: ["m"] });
    const inconclusive = scoreWorkflow(results(["inconclusive", null]), { end });
    expect(inconclusive.verdict).not.toBe("passed");
    expect(inconclusive.overallScore).toBeNull();
  });

  it("what failed on evidence before the ground was gone has failed", () => {
    const given = results(["failed", 0], ["passed", 1], ["passed", 1]);
    expect(scoreWorkflow(given, { end: { kind: "ungrounded", message: "m" } }).verdict).toBe("failed");
    expect(scoreWorkflow(given, { end: { kind: "stale", message: "m" } }).verdict).toBe("inconclusive");
  });

  it("a run whose ground ended is what its metrics say: what they passed was evidence", () => {
    const end: TraceEnd = { kind: "ungrounded", message: "m" };
    expect(scoreWorkflow(PASSED, { end })).toMatchObject({ verdict: "passed", reasons: ["m"] });
    expect(scoreWorkflow(results(["passed", 1], ["inconclusive", null]), { end }).verdict).toBe("inconclusive");
  });
});
