import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MetricResult, MetricVerdict } from "../../../src/metrics/result.js";
import { buildJudgeResult } from "../../../src/judge/score.js";
import { buildReport, buildUnjudged } from "../../../src/report/build.js";
import { joinTrials } from "../../../src/report/build-trials.js";
import { agreementOf } from "../../../src/report/judge-agreement.js";
import type { Evaluation, Report } from "../../../src/report/report.js";
import { judgeLine } from "../../../src/render/parts/judge-line.js";
import { renderConsole } from "../../../src/render/formats/console.js";
import { renderMarkdown } from "../../../src/render/formats/markdown.js";

const metric = (verdict: MetricVerdict): MetricResult => ({
  id: "end-to-end-success",
  metric: "End-to-End Success",
  verdict,
  passed: verdict === "passed",
  score: verdict === "passed" ? 1 : verdict === "failed" ? 0 : null,
  details: "",
  metadata: {},
});
const KEYS = { model: "gpt-4o", rubric: "r", expected: "e", transcript: "t" };
const judge = (...samples: [number, ...number[]]): MetricResult =>
  buildJudgeResult(
    { source: "live", score: samples[0], reason: "So it is.", samples, answered: undefined },
    { model: "gpt-4o", passThreshold: 0.7 },
    KEYS,
  );
const run = (name: string, ...results: MetricResult[]): Evaluation => {
  const isFailed = results.some(({ verdict }) => verdict === "failed");
  const steps = [{ user: "Go" }];
  const base = buildUnjudged({ name, steps }, { verdict: "failed", reasons: [], config: null });
  return { ...base, verdict: isFailed ? "failed" : "passed", passed: !isFailed, results };
};
const trials = (first: Evaluation, ...more: Evaluation[]): Evaluation => {
  const of = (evaluation: Evaluation) => ({ evaluation, path: undefined });
  const asked = { planned: more.length + 1, passAt: 0.5, looks: undefined, retried: 0 };
  return joinTrials([of(first), ...more.map(of)], asked);
};
const report = (...evaluations: Evaluation[]): Report =>
  buildReport({
    by: "mcpvals 0",
    command: "eval",
    suite: { name: "travel", file: null, hash: "0" },
    config: { server: { transport: "stdio", command: "node" } },
    evaluations,
    toolHealth: [],
    timestamp: "2026-01-01T00:00:00.000Z",
  });

describe("agreement of judge and metrics", () => {
  const four = [
    run("both", metric("passed"), judge(0.9)),
    run("neither", metric("failed"), judge(0.1)),
    run("strict judge", metric("passed"), judge(0.2)),
    run("kind judge", metric("failed"), judge(0.8)),
  ];

  it("counts each of the four cases, and names those that differ", () => {
    expect(agreementOf(four).judge).toEqual({
      runs: 4,
      bothPassed: 1,
      bothFailed: 1,
      onlyMetrics: 1,
      onlyJudge: 1,
      differ: [
        { workflow: "strict judge", passedBy: "metrics" },
        { workflow: "kind judge", passedBy: "judge" },
      ],
    });
    const line =
      "judge and metrics agree in 2 of 4 runs: the judge passes 1 of 2 that the metrics pass, the judge fails 1 of 2 " +
      "that the metrics fail; they differ in strict judge (only the metrics pass), kind judge (only the judge passes)";
    expect(judgeLine([report(...four)])).toBe(line);
    const console = renderConsole([report(...four)], { color: false, debug: false });
    expect(console.replaceAll(/\s+/g, " ")).toContain(line);
    expect(renderMarkdown([report(...four)])).toContain("they differ in `strict judge` (only the metrics pass)");
  });

  it("counts the trials of a workflow, with their numbers, and how far samples are apart", () => {
    const both = trials(
      run("book", metric("passed"), judge(0.9, 0.8, 0.95)),
      run("book", metric("passed"), judge(0.5, 0.4, 0.6)),
      run("book", metric("failed"), judge(0.3, 0.3, 0.3)),
      run("book", metric("passed"), judge(0.6, 0.5, 0.65)),
    );
    const { judge: found } = report(both).summary;
    expect(found).toMatchObject({ runs: 4, bothPassed: 1, bothFailed: 1, onlyMetrics: 2, onlyJudge: 0 });
    expect(found?.differ).toEqual([{ workflow: "book", trials: [2, 4], passedBy: "metrics" }]);
    expect(found?.spread).toEqual({ median: 0.15, most: 0.2 });
    expect(judgeLine([report(both)])).toContain("book (runs 2, 4: only the metrics pass)");
    expect(judgeLine([report(both)])).toContain("samples of one run are 0.15 apart in the median, 0.20 at most");
  });

  it("says nothing of one run, nor of runs that one of them left open", () => {
    const open = [
      run("no judge", metric("passed")),
      run("open metrics", metric("inconclusive"), judge(0.9)),
      run("nothing expected", metric("not-applicable"), judge(0.9)),
    ];
    expect(agreementOf([run("one", metric("passed"), judge(0.9)), ...open])).toEqual({});
    expect(judgeLine([report(run("one", metric("passed"), judge(0.9)), ...open)])).toBeUndefined();
  });

  it("adds up, whatever the runs are", () => {
    const any = fc.tuple(
      fc.constantFrom<MetricVerdict>("passed", "failed", "inconclusive"),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(any), (given) => {
        const runs = given.map(([verdict, score], at) => run(`w${at}`, metric(verdict), judge(score)));
        const decided = given.filter(([verdict]) => verdict !== "inconclusive");
        const { judge: found } = agreementOf(runs);
        expect(found === undefined).toBe(decided.length < 2);
        if (found === undefined) return;
        const { bothPassed, bothFailed, onlyMetrics, onlyJudge, differ } = found;
        expect(bothPassed + bothFailed + onlyMetrics + onlyJudge).toBe(decided.length);
        expect(differ).toHaveLength(onlyMetrics + onlyJudge);
        expect(bothPassed + onlyMetrics).toBe(decided.filter(([verdict]) => verdict === "passed").length);
      }),
    );
  });
});
