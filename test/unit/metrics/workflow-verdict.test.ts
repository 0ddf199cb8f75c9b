import { describe, expect, it } from "vitest";
import { verdictAndScore, type MetricId, type MetricResult, type MetricVerdict } from "../../../src/metrics/result.js";
import { ALL_DECIDED, NOTHING_APPLIES, scoreWorkflow } from "../../../src/metrics/workflow-verdict.js";
import type { TraceEnd } from "../../../src/trace/trace.js";
import { call, drift, replayOf, traceOf, UNGROUNDED } from "./traces.js";

const IDS: MetricId[] = ["end-to-end-success", "tool-invocation-order", "tool-call-health", "llm-judge"];

const results = (...given: [MetricVerdict, number | null][]): MetricResult[] =>
  given.map(([verdict, score], index) => ({
    id: IDS[index] ?? "llm-judge",
    metric: "M",
    ...verdictAndScore(verdict, () => score ?? 0),
    details: "",
    metadata: {},
  }));

const endingIn = (end: TraceEnd) => traceOf([["hi"]], { end });

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
    ["what does not apply is in no mean", results(["not-applicable", null], ["passed", 1]), "passed", 1],
    [
      "what does not apply hides no failure",
      results(["not-applicable", null], ["failed", 0.5], ["not-applicable", null]),
      "failed",
      0.5,
    ],
    [
      "only the judge has something to say",
      results(["not-applicable", null], ["not-applicable", null], ["not-applicable", null], ["passed", 0.9]),
      "passed",
      null,
    ],
  ])("%s", (_, given, verdict, overallScore) => {
    expect(scoreWorkflow(given, traceOf([["hi"]]))).toEqual({ verdict, overallScore, reasons: [] });
  });

  it("where nothing applies there is nothing to judge, and the reason says what to do", () => {
    const none = results(["not-applicable", null], ["not-applicable", null], ["not-applicable", null]);
    expect(scoreWorkflow(none, traceOf([["hi"]]))).toEqual({
      verdict: "inconclusive",
      overallScore: null,
      reasons: [NOTHING_APPLIES],
    });
  });

  it.each<[TraceEnd, string]>([
    [{ kind: "model-error", message: "m" }, "error"],
    [{ kind: "cancelled", message: "m" }, "error"],
    [{ kind: "max-turns", limit: 3, message: "m" }, "failed"],
    [{ kind: "model-stopped", reason: "max_tokens", message: "m" }, "failed"],
    [{ kind: "model-stopped", reason: "refusal", message: "m" }, "failed"],
    [{ kind: "server-failed", phase: "start", message: "m" }, "failed"],
    [{ kind: "tool-missing", message: "m" }, "failed"],
    [{ kind: "stale", message: "m" }, "inconclusive"],
  ])("a run that ended by %j never passes: %s", (end, verdict) => {
    expect(scoreWorkflow(PASSED, endingIn(end))).toMatchObject({ verdict, reasons: ["m"] });
    const inconclusive = scoreWorkflow(results(["inconclusive", null]), endingIn(end));
    expect(inconclusive.verdict).not.toBe("passed");
    expect(inconclusive.overallScore).toBeNull();
  });

  it("what failed on evidence before the ground was gone has failed", () => {
    const given = results(["failed", 0], ["passed", 1], ["passed", 1]);
    expect(scoreWorkflow(given, endingIn({ kind: "ungrounded", message: "m" })).verdict).toBe("failed");
    expect(scoreWorkflow(given, endingIn({ kind: "stale", message: "m" })).verdict).toBe("inconclusive");
  });

  describe("a replay passes only if its recording was played to the end on ground", () => {
    const recorded = [[[call("add", "42")], "The sum is 42"]];

    it("played to the end", () => {
      expect(scoreWorkflow(PASSED, replayOf(recorded, recorded))).toMatchObject({ verdict: "passed", reasons: [] });
    });

    it("the ground ended, whatever the metrics decided before", () => {
      const early = replayOf(recorded, [[[call("add", "43")]]], { end: UNGROUNDED, evidence: { ungroundedFrom: 2 } });
      expect(scoreWorkflow(PASSED, early)).toEqual({
        verdict: "inconclusive",
        overallScore: null,
        reasons: ["The result of add changed.", ALL_DECIDED],
      });
    });

    it("played on after it, for information", () => {
      const on = replayOf(recorded, recorded, { evidence: { ungroundedFrom: 2, drift: [drift("changed")] } });
      expect(scoreWorkflow(PASSED, on)).toMatchObject({
        verdict: "inconclusive",
        reasons: ["From turn 2 on, the recording proves nothing."],
      });
    });

    it.each(["changed", "breaking"] as const)("%s drift that nobody accepted, wherever it is", (kind) => {
      const trace = replayOf(recorded, recorded, { evidence: { drift: [drift(kind)] } });
      expect(scoreWorkflow(PASSED, trace)).toMatchObject({
        verdict: "inconclusive",
        reasons: [expect.stringContaining(`d-${kind}`)],
      });
      const accepted = replayOf(recorded, recorded, { evidence: { drift: [drift(kind, { accepted: true })] } });
      expect(scoreWorkflow(PASSED, accepted).verdict).toBe("passed");
    });

    it.each(["volatile", "correlated", "docs", "additive"] as const)("%s drift takes nothing", (kind) => {
      const trace = replayOf(recorded, recorded, { evidence: { drift: [drift(kind)] } });
      expect(scoreWorkflow(PASSED, trace).verdict).toBe("passed");
    });

    it("reworded: Claude chose by another text, also where no order is expected", () => {
      const trace = replayOf(recorded, recorded, { evidence: { drift: [drift("reworded")] } });
      expect(scoreWorkflow(PASSED, trace)).toMatchObject({
        verdict: "inconclusive",
        reasons: [expect.stringContaining("A text by which Claude chose its tools differs now")],
      });
      const accepted = { drift: [drift("reworded", { accepted: true })], accepted: ["d-reworded"] };
      expect(scoreWorkflow(PASSED, replayOf(recorded, recorded, { evidence: accepted })).verdict).toBe("passed");
    });

    it("a turn that the recording has and the replay has not", () => {
      expect(scoreWorkflow(PASSED, replayOf(recorded, [[[call("add", "42")]]])).verdict).toBe("inconclusive");
    });
  });
});
