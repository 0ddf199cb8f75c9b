import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { medianOf } from "../../../src/judge/samples.js";
import { buildJudgeResult, buildUnscored } from "../../../src/judge/score.js";

const keys = { model: "gpt-4o", rubric: "default", expected: "e", transcript: "t" };
const resultOf = (score: number, passThreshold = 0.7, samples: number[] = [score]) =>
  buildJudgeResult(
    { source: "live", score, reason: "It went well.", samples, answered: undefined },
    { model: "gpt-4o", passThreshold },
    keys,
  );

describe("the judge's result", () => {
  it("reads as the guide shows it", () => {
    expect(resultOf(0.95)).toEqual({
      id: "llm-judge",
      metric: "LLM Judge",
      verdict: "passed",
      passed: true,
      score: 0.95,
      details: "Score: 0.95/0.70 - It went well.",
      metadata: { model: "gpt-4o", threshold: 0.7, samples: 1, rubric: "default", source: "live" },
    });
  });

  it("passes from the threshold on, 0 and 1 included", () => {
    expect(resultOf(0.7).verdict).toBe("passed");
    expect(resultOf(0.69).verdict).toBe("failed");
    expect(resultOf(0, 0).verdict).toBe("passed");
    expect(resultOf(1, 1).verdict).toBe("passed");
    expect(resultOf(0.999, 1).verdict).toBe("failed");
  });

  it("shows as many digits as it takes to see why it failed or passed", () => {
    expect(resultOf(0.696).details).toContain("Score: 0.696/0.700 - ");
    expect(resultOf(0.8, 0.80001).details).toContain("Score: 0.80000/0.80001 - ");
    expect(resultOf(0.704, 0.702).details).toContain("Score: 0.70/0.70 - ");
  });

  it("shows the spread of several samples", () => {
    const { details, metadata } = resultOf(0.8, 0.7, [0.9, 0.8, 0.6]);
    expect(details).toBe("Score: 0.80/0.70 - It went well. (median of 3 samples from 0.60 to 0.90)");
    expect(metadata).toMatchObject({ samples: 3, scores: [0.9, 0.8, 0.6], spread: 0.3 });
  });

  it("is inconclusive without a score, never 0 and never passed", () => {
    expect(buildUnscored("api", "it is away.", { model: "gpt-4o", passThreshold: 0 })).toEqual({
      id: "llm-judge",
      metric: "LLM Judge",
      verdict: "inconclusive",
      passed: false,
      score: null,
      details: "Not scored: it is away.",
      metadata: { model: "gpt-4o", threshold: 0, unscored: "api" },
    });
  });
});

describe("the median", () => {
  const of = (...scores: number[]) => medianOf(scores.map((score, index) => ({ score, reason: `r${index}` })));

  it("has the reason of the sample nearest to it", () => {
    expect(of(0.9, 0.5, 0.7)).toEqual({ score: 0.7, reason: "r2", min: 0.5, max: 0.9 });
    expect(of(0.1, 0.2)).toEqual({ score: 0.15, reason: "r0", min: 0.1, max: 0.2 });
    expect(of(0.4)).toEqual({ score: 0.4, reason: "r0", min: 0.4, max: 0.4 });
  });

  it("has as many samples below as above, whatever their order", () => {
    const score = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 25 }), (scores) => {
        const { score: median, min, max } = of(...scores);
        const below = scores.filter((each) => each < median - 1e-9).length;
        const above = scores.filter((each) => each > median + 1e-9).length;
        expect(below).toBeLessThanOrEqual(scores.length / 2);
        expect(above).toBeLessThanOrEqual(scores.length / 2);
        expect([min, max]).toEqual([Math.min(...scores), Math.max(...scores)]);
        expect(of(...scores.toReversed()).score).toBe(median);
      }),
    );
  });
});
