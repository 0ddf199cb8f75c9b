// What is claimed of two sides, with stand-ins in place of runs, which pass with known probabilities.
import { describe, expect, it } from "vitest";
import { compareSides, type SideRuns } from "../../../src/report/build-comparison.js";
import type { Evaluation } from "../../../src/report/report.js";
import { CLAIMED_OF_ALIKE, NAMED_OF_ALIKE, RUNS, SEEN } from "../../helpers/measured-comparisons.js";
import { randomOf } from "../../helpers/random-servers/random.js";

type Verdict = Evaluation["verdict"];

type Run = SideRuns["evaluations"][number];

function repeated(workflowName: string, verdicts: readonly Verdict[]): Run {
  const each = verdicts.map((verdict) => ({ verdict }));
  return { workflowName, verdict: "inconclusive", trials: { planned: verdicts.length, each } };
}

const passes = (count: number, of: number): Verdict[] =>
  Array.from({ length: of }, (_, at) => (at < count ? "passed" : "failed"));
const side = (name: string, ...workflows: Verdict[][]): SideRuns => ({
  name,
  evaluations: workflows.map((verdicts, at) => repeated(`w${at + 1}`, verdicts)),
});

describe("compareSides", () => {
  it("says which passes more often, with numbers and the error, and names each workflow", () => {
    const found = compareSides(side("old", passes(4, 20), passes(10, 20)), side("new", passes(19, 20), passes(12, 20)));
    expect(found.verdict).toBe("better");
    expect(found.sentence).toBe(
      "new passes more often than old over these 2 workflows, with an error of at most 5%: 31 of 40 against 14 of 40 trials, a difference of +43 points (95% interval +25 to +56).",
    );
    expect(found.workflows.map(({ name, verdict }) => [name, verdict])).toEqual([
      ["w1", "better"],
      ["w2", "undecided"],
    ]);
    expect(found.first.mean?.mean).toBeCloseTo(0.35);
    expect(found.overall?.counts).toEqual({ both: 14, onlyFirst: 0, onlySecond: 17, neither: 9 });
  });

  it("mirrors", () => {
    const [one, other] = [side("a", passes(19, 20)), side("b", passes(4, 20))];
    expect(compareSides(one, other).sentence).toMatch(/^b passes less often than a in this workflow, .* −75 points/);
    expect(compareSides(other, one).verdict).toBe("better");
  });

  it("claims nothing where the pairs do not show it, and says how many would", () => {
    const found = compareSides(side("a", passes(4, 5)), side("b", passes(5, 5)));
    expect(found.verdict).toBe("undecided");
    expect(found.sentence).toMatch(
      /^b and a are not distinguishable with 5 trials on each side in this workflow: 5 of 5 against 4 of 5 trials, a difference of \+20 points \(95% interval .*\)\. A difference of 10 points takes about \d+ trials of it on each side\.$/,
    );
  });

  it("claims nothing where the interval leaves 0 out but the test does not", () => {
    // Five pairs differ, all to one side: p = 0.0625.
    const found = compareSides(side("a", passes(15, 20)), side("b", passes(20, 20)));
    expect(found.overall?.p).toBeCloseTo(0.0625);
    expect(found.overall?.difference.low).toBeGreaterThan(0);
    expect(found.verdict).toBe("undecided");
  });

  it("pairs only trials that both sides judged, and counts the others", () => {
    const found = compareSides(
      side("a", ["passed", "error", "failed", "passed"], ["inconclusive"]),
      side("b", ["passed", "passed", "failed"], ["passed"]),
    );
    expect(found.workflows.map(({ unpaired, pairs }) => [unpaired, pairs?.counts.both])).toEqual([
      [2, 1],
      [1, undefined],
    ]);
    expect(found.sentence).toContain("Not compared, because one side gave no verdict: 3 trials.");
  });

  it("compares single runs, leaves out what is skipped or on one side only, and says where nothing is left", () => {
    const one = {
      name: "a",
      evaluations: [
        { workflowName: "x", verdict: "passed" as const },
        { workflowName: "y", verdict: "failed" as const },
      ],
    };
    const other = {
      name: "b",
      evaluations: [
        { workflowName: "x", verdict: "skipped" as const },
        { workflowName: "z", verdict: "passed" as const },
      ],
    };
    const found = compareSides(one, other);
    expect(found).toMatchObject({ verdict: "undecided", workflows: [] });
    expect(found.sentence).toBe("b and a were not compared: no trial was judged on both sides.");
    expect(compareSides(one, one).overall?.counts).toEqual({ both: 1, onlyFirst: 0, onlySecond: 0, neither: 1 });
  });

  it("asks for more where several sides are compared", () => {
    const [one, other] = [side("a", passes(0, 6)), side("b", passes(6, 6))];
    expect(compareSides(one, other).verdict).toBe("better");
    expect(compareSides(one, other, 2)).toMatchObject({ level: 0.025, verdict: "undecided" });
  });
});

describe("over 2,000 simulated comparisons", () => {
  type Random = ReturnType<typeof randomOf>;
  const draw = (random: Random, rates: readonly number[], trials: number): SideRuns => ({
    name: "side",
    evaluations: rates.map((rate, at) =>
      repeated(
        `w${at}`,
        Array.from({ length: trials }, () => (random.chance(rate) ? "passed" : "failed")),
      ),
    ),
  });

  // The level is 5 %; each number has a standard error of up to 0.5 points.
  it.each([
    ["equal rates", [0.8, 0.8, 0.8, 0.8], [0.8, 0.8, 0.8, 0.8], 5],
    ["equal rates that differ by workflow", [0.1, 0.5, 0.9, 1], [0.1, 0.5, 0.9, 1], 10],
    ["rates that cross with the same mean", [0.95, 0.95, 0.3, 0.3], [0.3, 0.3, 0.95, 0.95], 5],
    ["one workflow that passes in half of its runs", [0.5], [0.5], 40],
    ["single runs of 30 workflows", Array.from({ length: 30 }, () => 0.6), Array.from({ length: 30 }, () => 0.6), 1],
  ] as const)("%s: claims a difference as often as was measured", (name, first, second, trials) => {
    const random = randomOf(21);
    let wrong = 0;
    for (let run = 0; run < RUNS; run++) {
      const { verdict, sentence } = compareSides(draw(random, first, trials), draw(random, second, trials));
      expect(/more often|less often/.test(sentence)).toBe(verdict !== "undecided");
      if (verdict !== "undecided") wrong += 1;
    }
    expect(wrong).toBe(CLAIMED_OF_ALIKE[name]);
  });

  it("names one workflow or more of ten that are alike as often as was measured", () => {
    const random = randomOf(21);
    let wrong = 0;
    const rates = Array.from({ length: 10 }, () => 0.5);
    for (let run = 0; run < RUNS; run++) {
      const { workflows } = compareSides(draw(random, rates, 20), draw(random, rates, 20));
      if (workflows.some(({ verdict }) => verdict !== "undecided")) wrong += 1;
    }
    expect(wrong).toBe(NAMED_OF_ALIKE);
  });

  it("claims the right side of a difference of 20 points with 40 trials, and never the wrong one", () => {
    const random = randomOf(21);
    let [seen, wrong] = [0, 0];
    for (let run = 0; run < RUNS; run++) {
      const { verdict } = compareSides(draw(random, [0.7, 0.5, 0.6], 40), draw(random, [0.9, 0.7, 0.8], 40));
      if (verdict === "better") seen += 1;
      if (verdict === "worse") wrong += 1;
    }
    expect({ seen, wrong }).toEqual({ seen: SEEN, wrong: 0 });
  });
});
