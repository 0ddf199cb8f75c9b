import { describe, expect, it } from "vitest";
import type { ParsedConfig } from "../../../src/config/schema.js";
import type { ScoresThen } from "../../../src/report/baseline.js";
import { buildEvaluation, buildReport, buildUnjudged, type ReportParts } from "../../../src/report/build.js";
import { worstExitCode, type GateOptions } from "../../../src/report/exit-code.js";
import type { Evaluation, HealthSuiteReport } from "../../../src/report/report.js";
import type { Drift } from "../../../src/trace/drift.js";
import type { DriftClass } from "../../../src/trace/drift-classes.js";
import type { Evidence } from "../../../src/trace/trace.js";
import { call, drift, ok, replayOf, traceOf, UNGROUNDED, workflow } from "../metrics/traces.js";
import type { WorkflowVerdict } from "../../../src/metrics/verdicts.js";

const config = "suite.config.json";
const sum = workflow({ name: "sum", state: "42", expectTools: ["add"] });
/** What the message says beside the result. */
const said = workflow({ name: "sum", state: "sum is", expectTools: ["add"] });
const right = [[[call("add", "42")], "The sum is 42"]];
const wrong = [[[call("add", "41")], "The sum is 41"]];

const manyDrifts = Array.from({ length: 21 }, (_, at) => drift("changed", { id: `d-${at}` }));

const PARTS: ReportParts = {
  by: "mcpvals 0.1.0",
  command: "replay",
  suite: { name: "suite", file: null, hash: "0123456789ab" },
  config: {},
  evaluations: [],
  toolHealth: [],
  timestamp: "2024-01-15T10:30:00.000Z",
};

const report = (evaluations: Evaluation[], gate: GateOptions = {}, toolHealth: HealthSuiteReport[] = []) =>
  buildReport({ ...PARTS, evaluations, toolHealth, gate });

const unjudged = (verdict: Exclude<WorkflowVerdict, "passed">) =>
  buildUnjudged(workflow({ name: verdict }), { verdict, reasons: ["why"], config });

const passed = buildEvaluation({ workflow: sum, trace: traceOf(right), config });
const failed = buildEvaluation({ workflow: sum, trace: traceOf(wrong), config });

describe("buildEvaluation", () => {
  it("scores a live run, without baseline", () => {
    expect(passed).toMatchObject({ workflowName: "sum", verdict: "passed", passed: true, overallScore: 1, settle: [] });
    expect(passed.results.map((result) => result.metric)).toEqual([
      "End-to-End Success",
      "Tool Invocation Order",
      "Tool Call Health",
    ]);
    expect(passed.run).toMatchObject({ turns: 2, calls: 1, inputTokens: 20, outputTokens: 10, ms: 5 });
    expect(passed).not.toHaveProperty("replay");
  });

  it("the judge decides passed, not the overall score", () => {
    const judge = {
      id: "llm-judge",
      metric: "LLM Judge",
      verdict: "failed",
      passed: false,
      score: 0.5,
      details: "",
      metadata: {},
    } as const;
    const judged = buildEvaluation({ workflow: sum, trace: traceOf(right), config, judge });
    expect(judged).toMatchObject({ verdict: "failed", overallScore: 1 });
    expect(judged.results).toHaveLength(4);
  });

  it("an identical replay is not a regression", () => {
    const evaluation = buildEvaluation({ workflow: sum, trace: replayOf(right, right), config });
    expect(evaluation).toMatchObject({ verdict: "passed", replay: { regressions: [], failedBefore: false } });
    expect(evaluation.replay?.baseline.map(({ verdict, score }) => [verdict, score])).toEqual([
      ["passed", 1],
      ["passed", 1],
      ["passed", 1],
    ]);
    expect(evaluation.replay).not.toHaveProperty("ungroundedFrom");
  });

  it.each<[Drift["class"], string]>([
    ["docs", "inconclusive"],
    ["additive", "inconclusive"],
    ["reworded", "inconclusive"],
    ["changed", "inconclusive"],
    ["volatile", "passed"],
    ["correlated", "passed"],
  ])("strict, with %s drift in a run whose metrics are all decided, is %s", (kind, verdict) => {
    const trace = replayOf(right, right, { evidence: { drift: [drift(kind)] } });
    const evaluation = buildEvaluation({ workflow: sum, trace, config, strict: true });
    expect(evaluation).toMatchObject({ verdict, passed: verdict === "passed" });
    expect(evaluation.overallScore).toBe(verdict === "passed" ? 1 : null);
    expect(report([evaluation]).exitCode).toBe(verdict === "passed" ? 0 : 3);
  });

  it.each([
    [1, "Strict: 1 place holds a redacted value and was not compared."],
    [3, "Strict: 3 places hold redacted values and were not compared."],
  ])("strict does not pass over redacted values that nobody compared (%i)", (notCompared, reason) => {
    const trace = replayOf(right, right, { evidence: { notCompared } });
    expect(buildEvaluation({ workflow: sum, trace, config })).toMatchObject({
      verdict: "passed",
      replay: { notCompared },
    });
    const strict = buildEvaluation({ workflow: sum, trace, config, strict: true });
    expect(strict).toMatchObject({ verdict: "inconclusive", reasons: [reason], overallScore: null });
  });

  describe("a replay that is red on the version that was recorded", () => {
    const said = "The server reports the recorded version";
    const reasonsOf = (more: Parameters<typeof replayOf>[2], strict = false) =>
      buildEvaluation({ workflow: sum, trace: replayOf(right, [[[call("add", "43")]]], more), config, strict }).reasons;
    const told = (reasons: readonly string[]) => reasons.filter((reason) => reason.startsWith(said));

    it("says so once, last, with the command that learns", () => {
      const reasons = reasonsOf({ end: UNGROUNDED, evidence: { drift: [drift("changed"), drift("breaking")] } });
      expect(told(reasons)).toHaveLength(1);
      expect(reasons.at(-1)).toMatch(
        /\(\S+ \S+\)\. If this place differs on its own, learn it: mcpvals record --check suite\.config\.json$/,
      );
    });

    const server = { ...traceOf(right).server, version: "9.9.9" };
    it.each<[string, Parameters<typeof replayOf>[2]]>([
      ["another version", { server, end: UNGROUNDED, evidence: { drift: [drift("changed")] } }],
      [
        "the recorded server",
        { sources: { model: "recorded", server: "recorded" }, evidence: { drift: [drift("changed")] } },
      ],
      [
        "another contract",
        {
          end: UNGROUNDED,
          evidence: {
            drift: [drift("changed"), drift("breaking", { where: { part: "tool", tool: "add", path: "" } })],
          },
        },
      ],
      [
        "drift of the contract alone",
        { evidence: { drift: [drift("reworded", { where: { part: "instructions", path: "" } })] } },
      ],
      ["drift that somebody accepted", { evidence: { drift: [drift("changed", { accepted: true })] } }],
      ["no answer", { evidence: { drift: [drift("breaking", { note: "no answer" })] } }],
    ])("and not with %s", (_, more) => {
      expect(told(reasonsOf(more))).toEqual([]);
    });

    it("nor where it passes", () => {
      const trace = replayOf(right, right, { evidence: { drift: [drift("volatile")] } });
      expect(buildEvaluation({ workflow: sum, trace, config }).reasons).toEqual([]);
    });
  });

  it("names a regression metric by metric", () => {
    const live = [[[call("add", ok("boom", { isError: true }))]]];
    const evaluation = buildEvaluation({ workflow: sum, trace: replayOf(right, live, { end: UNGROUNDED }), config });
    expect(evaluation).toMatchObject({
      verdict: "failed",
      replay: {
        regressions: ["Tool Call Health: failed (0%), was passed (100%)"],
        ungroundedFrom: { step: 1, turn: 2 },
      },
    });
  });

  it("inconclusive is not a regression, and names the commands that settle it, which exist", () => {
    const evidence = { drift: [drift("changed")] };
    const trace = replayOf(right, [[[call("add", "43")]]], { end: UNGROUNDED, evidence });
    expect(buildEvaluation({ workflow: workflow({ ...said, name: "the sum's" }), trace, config })).toMatchObject({
      verdict: "inconclusive",
      overallScore: null,
      replay: { regressions: [], failedBefore: false },
      settle: [
        "mcpvals show 'the sum'\\''s' suite.config.json --diff",
        "mcpvals record suite.config.json -t 'the sum'\\''s'",
        'mcpvals accept d-changed suite.config.json -m "why it is harmless"',
      ],
    });
  });

  it.each<[string, Drift[], boolean, string | undefined]>([
    ["what is in the way, and only that", [drift("changed"), drift("volatile"), drift("docs")], false, "d-changed"],
    ["reworded, for it keeps Order from a verdict", [drift("reworded")], false, "d-reworded"],
    ["docs where nobody accepts it", [drift("docs", { accepted: undefined })], false, "d-docs"],
    [
      "not what is accepted already",
      [drift("changed"), drift("changed", { id: "d-0", accepted: true })],
      false,
      "d-changed",
    ],
    [
      "nothing where one cannot be accepted",
      [drift("changed"), drift("breaking", { acceptable: false })],
      false,
      undefined,
    ],
    ["nothing where nobody would look at them all", manyDrifts, false, undefined],
    ["nothing where all is strict", [drift("changed")], true, undefined],
  ])("accept names %s", (_, drifts, strict, ids) => {
    const trace = replayOf(right, [[[call("add", "43")]]], { end: UNGROUNDED, evidence: { drift: drifts } });
    const { settle } = buildEvaluation({ workflow: said, trace, config: null, strict });
    const accept = settle.find((command) => command.startsWith("mcpvals accept"));
    expect(accept).toBe(ids === undefined ? undefined : `mcpvals accept ${ids} -m "why it is harmless"`);
    expect(settle).toContain("mcpvals show sum --diff");
  });

  it.each<[string, Partial<Evidence>, typeof sum]>([
    ["the result took the state back, and the recorded message cannot prove it", {}, sum],
    ["a later call lacks a value for good", { deadEnd: "call 2 has no live value" }, said],
  ])("accept is not offered where it leads to no verdict: %s", (_, more, expecting) => {
    const evidence = { drift: [drift("changed")], ...more };
    const trace = replayOf(right, [[[call("add", "43")]]], { end: UNGROUNDED, evidence });
    const { verdict, settle } = buildEvaluation({ workflow: expecting, trace, config: null });
    expect(verdict).toBe("inconclusive");
    expect(settle).toEqual(["mcpvals show sum --diff", "mcpvals record -t sum"]);
  });

  it("accept is offered for what was met after the ground was gone, as if it had not been played", () => {
    const both = [[[call("add", "42")], [call("note", "noted")], "The sum is 42"]];
    const live = [[[call("add", "43")], [call("note", ok("broken", { isError: true }))]]];
    const evidence = { drift: [drift("changed")], ungroundedFrom: 2 };
    const trace = replayOf(both, live, { evidence });
    const { settle } = buildEvaluation({ workflow: said, trace, config: null });
    expect(settle.at(-1)).toBe('mcpvals accept d-changed -m "why it is harmless"');
  });

  it("the baseline is scored by today's expectations", () => {
    const stricter = workflow({ state: "41", expectTools: ["add"] });
    const evaluation = buildEvaluation({ workflow: stricter, trace: replayOf(right, right), config });
    expect(evaluation).toMatchObject({ verdict: "failed", replay: { regressions: [], failedBefore: true } });
  });

  it("only the expectations changed where the cassette says that the recorded run passed", () => {
    const edited = workflow({ state: "41", expectTools: ["add"] });
    const trace = replayOf(right, right);
    const judge = (scoresThen: ScoresThen) =>
      buildEvaluation({ workflow: edited, trace, config, scoresThen }).replay?.passedThen;
    expect(judge({ "end-to-end-success": 1, "tool-call-health": 1 })).toBe(true);
    expect(judge({ "end-to-end-success": null })).toBe(true);
    expect(judge({ "end-to-end-success": 0, "tool-call-health": 1 })).toBeUndefined();
    expect(judge({})).toBeUndefined();
  });

  it("a server that died now and did not then is a regression, though it failed before", () => {
    const end = { kind: "server-failed", phase: "start", message: "It exited with 1." } as const;
    const stricter = workflow({ state: "41" });
    const evaluation = buildEvaluation({ workflow: stricter, trace: replayOf(right, [], { end }), config });
    expect(evaluation).toMatchObject({
      verdict: "failed",
      reasons: ["It exited with 1."],
      replay: { regressions: [expect.stringContaining("server failed")], failedBefore: false },
    });
  });

  it("finds the step of the first turn that is not evidence", () => {
    const both = [["hi"], [[call("add", "42")], "42"]];
    const trace = replayOf(both, [["hi"], [[call("add", "43")]]], { end: UNGROUNDED });
    expect(buildEvaluation({ workflow: sum, trace, config }).replay?.ungroundedFrom).toEqual({ step: 2, turn: 3 });
  });
});

describe("buildReport", () => {
  it("counts, and means the overall scores", () => {
    const skipped = unjudged("skipped");
    expect(report([passed, failed, skipped]).summary).toEqual({
      total: 3,
      passed: 1,
      failed: 1,
      inconclusive: 0,
      errors: 0,
      skipped: 1,
      passedOnAccepted: 0,
      overallScore: (1 + (failed.overallScore ?? 0)) / 2,
    });
    expect(report([passed, unjudged("inconclusive")]).summary.overallScore).toBeNull();
    expect(report([]).summary.overallScore).toBeNull();
  });

  it("counts what passed on drift that somebody accepted, and not on what is harmless as a class", () => {
    const on = (kind: DriftClass, more: Partial<Drift> = {}) => {
      const trace = replayOf(right, right, { evidence: { drift: [drift(kind, more)] } });
      return buildEvaluation({ workflow: sum, trace, config });
    };
    const all = [on("docs"), on("additive"), on("volatile"), on("changed", { accepted: true }), passed];
    expect(report(all).summary).toMatchObject({ passed: 5, passedOnAccepted: 1 });
  });

  it.each<[string, Evaluation[], WorkflowVerdict, number]>([
    ["all passed", [passed, passed], "passed", 0],
    ["skipped does not count", [passed, unjudged("skipped")], "passed", 0],
    ["one inconclusive", [passed, unjudged("inconclusive")], "inconclusive", 3],
    ["an error", [passed, unjudged("inconclusive"), unjudged("error")], "error", 4],
    ["failed beats all", [failed, unjudged("error"), unjudged("inconclusive"), passed], "failed", 1],
    ["nothing", [], "inconclusive", 3],
    ["all skipped", [unjudged("skipped")], "inconclusive", 3],
  ])("%s", (_, evaluations, verdict, exitCode) => {
    expect(report(evaluations)).toMatchObject({ verdict, passed: verdict === "passed", exitCode });
  });

  it("direct tool tests count", () => {
    const suite = (verdict: WorkflowVerdict): HealthSuiteReport => ({
      name: "h",
      verdict,
      passed: verdict === "passed",
      tests: [],
    });
    expect(report([passed], {}, [suite("failed")])).toMatchObject({ verdict: "failed", exitCode: 1 });
    expect(report([], {}, [suite("passed")])).toMatchObject({ verdict: "passed", exitCode: 0 });
    expect(report([], {}, [suite("skipped")])).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    expect(report([passed], {}, [suite("skipped")])).toMatchObject({ verdict: "passed", exitCode: 0 });
  });

  it("--on-inconclusive warn turns 3 into 0 and changes no word", () => {
    const evaluations = [passed, unjudged("inconclusive")];
    const { exitCode: strict, ...words } = report(evaluations);
    const { exitCode: mild, ...sameWords } = report(evaluations, { onInconclusive: "warn" });
    expect([strict, mild]).toEqual([3, 0]);
    expect(sameWords).toEqual(words);
    expect(report([...evaluations, failed], { onInconclusive: "warn" }).exitCode).toBe(1);
    expect(report([...evaluations, unjudged("error")], { onInconclusive: "warn" }).exitCode).toBe(4);
  });

  it("--fail-on regression lets only what failed already pass the gate", () => {
    const stricter = workflow({ state: "41", expectTools: ["add"] });
    const before = buildEvaluation({ workflow: stricter, trace: replayOf(right, right), config });
    const newly = buildEvaluation({
      workflow: sum,
      trace: replayOf(right, [[[call("add", ok("boom", { isError: true }))]]], { end: UNGROUNDED }),
      config,
    });
    expect(report([before]).exitCode).toBe(1);
    expect(report([before], { failOn: "regression" })).toMatchObject({ exitCode: 0, verdict: "failed", passed: false });
    expect(report([newly], { failOn: "regression" }).exitCode).toBe(1);
    // What failed then hides no change that nobody has looked at.
    for (const kind of ["changed", "reworded"] as const) {
      const trace = replayOf(right, right, { evidence: { drift: [drift(kind)] } });
      const masked = buildEvaluation({ workflow: stricter, trace, config });
      expect(report([masked], { failOn: "regression" })).toMatchObject({ exitCode: 3, verdict: "failed" });
    }
    expect(report([failed], { failOn: "regression" }).exitCode).toBe(1);
    expect(report([before, unjudged("inconclusive")], { failOn: "regression" }).exitCode).toBe(3);
  });

  it("shows the config without its secrets", () => {
    const secret: ParsedConfig = {
      server: {
        transport: "shttp",
        url: "https://me:hunter2@example.com/mcp?api_key=hunter2&page=2",
        headers: { Authorization: "Bearer hunter2" },
        env: { API_KEY: "hunter2", NODE_ENV: "test", DATABASE: "pg://u:hunter2@db/x" },
        args: ["--token", "hunter2", "--token=hunter2", "--port", "1", "--verbose"],
      },
      openaiKey: "hunter2",
    };
    const shown = buildReport({ ...PARTS, config: secret }).config;
    expect(JSON.stringify(shown)).not.toContain("hunter2");
    expect(shown).toMatchObject({
      openaiKey: "[redacted]",
      server: {
        url: "https://me:[redacted]@example.com/mcp?api_key=[redacted]&page=2",
        headers: { Authorization: "[redacted]" },
        env: { API_KEY: "[redacted]", NODE_ENV: "test" },
        args: ["--token", "[redacted]", "--token=[redacted]", "--port", "1", "--verbose"],
      },
    });
    expect(secret.openaiKey).toBe("hunter2");
  });
});

describe("worstExitCode", () => {
  it("is the first of 130, 143, 70, 2, 1, 4, 3, 0", () => {
    const order = [130, 143, 70, 2, 1, 4, 3, 0];
    for (const [index, code] of order.entries()) expect(worstExitCode(order.slice(index).toReversed())).toBe(code);
    expect(worstExitCode([])).toBe(3);
    expect(worstExitCode([99])).toBe(70);
  });
});
