// Metrics of two sides beside each other.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareScores, type Scored } from "../../../src/diff/scores/compare-scores.js";

const scored = (verdict: Scored["verdict"], score: number | null, id = "tool-call-health"): Scored[] => [
  { id, metric: "Tool Call Health", verdict, score },
];

describe("a score", () => {
  it.each<[Scored[], Scored[], string]>([
    [scored("passed", 1), scored("passed", 1), "same"],
    [scored("passed", 1), scored("failed", 0.5), "worse"],
    [scored("failed", 0.5), scored("passed", 1), "better"],
    [scored("failed", 0.5), scored("failed", 0.25), "worse"],
    [scored("failed", 0.25), scored("failed", 0.5), "better"],
    [scored("inconclusive", null), scored("inconclusive", null), "unknown"],
    [scored("passed", 1), scored("inconclusive", null), "unknown"],
    [scored("inconclusive", null), scored("failed", 0), "unknown"],
    [scored("passed", 1), [], "unknown"],
    [scored("passed", 0.95, "llm-judge"), scored("passed", 0.85, "llm-judge"), "same"],
    [scored("passed", 0.85, "llm-judge"), scored("failed", 0.75, "llm-judge"), "worse"],
  ])("%j, then %j: %s", (before, after, change) => {
    expect(compareScores(before, after).map((score) => score.change)).toEqual([change]);
  });

  it("that is inconclusive is never shown as equal, and one that is not is always decided", () => {
    const side = fc.oneof(
      fc.constant(scored("inconclusive", null)),
      fc.constant(scored("passed", 1)),
      fc.double({ min: 0, max: 0.99, noNaN: true }).map((score) => scored("failed", score)),
    );
    fc.assert(
      fc.property(side, side, (before, after) => {
        const [only] = compareScores(before, after);
        const open = [...before, ...after].some(({ verdict }) => verdict === "inconclusive");
        expect(only?.change === "unknown").toBe(open);
      }),
    );
  });
});
