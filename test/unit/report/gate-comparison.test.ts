// The exit code of `diff --live`, from what was compared.
import { describe, expect, it } from "vitest";
import { compareReports } from "../../../src/report/compare-reports.js";
import { gateComparison, type ComparisonGate } from "../../../src/report/gate-comparison.js";
import { compareSides, type SideRuns } from "../../../src/report/build-comparison.js";
import { randomOf } from "../../helpers/random-servers/random.js";
import { passedRun, reportOf } from "../../helpers/sample-reports.js";

/** `passed` of `of` trials passed; those at the end have no verdict. */
function side(name: string, passed: number, of: number, missing = 0): SideRuns {
  const each = Array.from({ length: of }, (_, at) => ({
    verdict: at >= of - missing ? ("error" as const) : at < passed ? ("passed" as const) : ("failed" as const),
  }));
  return { name, evaluations: [{ workflowName: "w", verdict: "passed", trials: { planned: of, each } }] };
}

function exitCodes(first: SideRuns, second: SideRuns, gate: ComparisonGate = {}): number[] {
  const report = { ...reportOf([passedRun()]), exitCode: 1 };
  return gateComparison([report, { ...report, comparison: compareSides(first, second) }], gate).map(
    ({ exitCode }) => exitCode,
  );
}

describe("gateComparison", () => {
  it.each([
    ["worse", side("old", 20, 20), side("new", 5, 20), {}, 1],
    ["worse, which may be", side("old", 20, 20), side("new", 5, 20), { failOn: "never" }, 0],
    ["better", side("old", 5, 20), side("new", 20, 20), {}, 0],
    ["alike in 40 trials", side("old", 40, 40), side("new", 40, 40), {}, 0],
    ["alike in 5 trials", side("old", 5, 5), side("new", 5, 5), {}, 3],
    ["alike in 5 trials, which is enough", side("old", 5, 5), side("new", 5, 5), { onInconclusive: "warn" }, 0],
    ["alike, but trials are missing", side("old", 60, 60), side("new", 60, 60, 2), {}, 3],
    ["not compared", side("old", 5, 5), side("new", 5, 5, 5), {}, 3],
  ] as const)("where the new side is %s", (_, first, second, gate, expected) => {
    expect(exitCodes(first, second, gate)).toEqual([0, expected]);
  });

  it("keeps an error outside", () => {
    const report = { ...reportOf([passedRun()]), exitCode: 4 };
    expect(gateComparison([report], {})).toEqual([report]);
  });

  it("excludes a loss of ten points that is there in at most about 2.5 % of 2,000 comparisons", () => {
    const random = randomOf(3);
    const draw = (rates: readonly number[], trials: number): SideRuns => ({
      name: "side",
      evaluations: rates.map((rate, at) => {
        const each = Array.from({ length: trials }, () => ({
          verdict: random.chance(rate) ? ("passed" as const) : ("failed" as const),
        }));
        return { workflowName: `w${at}`, verdict: "passed" as const, trials: { planned: trials, each } };
      }),
    });
    let wrong = 0;
    for (let run = 0; run < 2000; run++) {
      const found = compareSides(draw([0.95, 0.7, 0.5], 20), draw([0.85, 0.6, 0.4], 20));
      if ((found.overall?.difference.low ?? -1) > -0.1) wrong += 1;
    }
    expect(wrong / 2000).toBeLessThanOrEqual(0.036);
  });
});

describe("compareReports", () => {
  it("compares the sides of each suite with its first, and leaves other reports as they are", () => {
    const at = (file: string, name?: string) => {
      const report = reportOf([passedRun()]);
      return { ...report, suite: { ...report.suite, file }, ...(name !== undefined && { side: name }) };
    };
    const alone = at("c.json");
    const found = compareReports([at("a.json", "x"), at("a.json", "y"), at("b.json", "x"), at("b.json", "y"), alone]);
    expect(found.map(({ comparison }) => [comparison?.first.name, comparison?.second.name, comparison?.level])).toEqual(
      [
        [undefined, undefined, undefined],
        ["x", "y", 0.025],
        [undefined, undefined, undefined],
        ["x", "y", 0.025],
        [undefined, undefined, undefined],
      ],
    );
    expect(found[4]).toBe(alone);
  });
});
