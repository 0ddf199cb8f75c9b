// The verdict of a diff, and the exit code of a command that ends with it: every combination of what can be found.
import { describe, expect, it } from "vitest";
import {
  decideVerdict,
  diffExitCodeOf,
  joinFindings,
  NOTHING,
  type DiffFailOn,
  type DiffFindings,
} from "../../../src/diff/verdict/decide.js";

const bits = [false, true];
const all: DiffFindings[] = bits.flatMap((worse) =>
  bits.flatMap((breaks) => bits.flatMap((unknown) => bits.map((differs) => ({ worse, breaks, unknown, differs })))),
);

describe("the verdict", () => {
  it.each<[string, Partial<DiffFindings>, string]>([
    ["nothing", {}, "SAME"],
    ["a difference", { differs: true }, "CHANGED"],
    ["something unknown", { unknown: true }, "INCONCLUSIVE"],
    [
      "something unknown beside a difference: it may be worse than changed",
      { unknown: true, differs: true },
      "INCONCLUSIVE",
    ],
    ["a break", { breaks: true }, "BREAKING"],
    ["a break beside something unknown", { breaks: true, unknown: true }, "BREAKING"],
    ["a worse score", { worse: true }, "REGRESSED"],
    ["a worse score beside everything else", { worse: true, breaks: true, unknown: true, differs: true }, "REGRESSED"],
  ])("of %s", (_, found, verdict) => {
    expect(decideVerdict({ ...NOTHING, ...found })).toBe(verdict);
  });

  it("is the worst of all parts, and of no part at all nothing is known", () => {
    for (const one of all) {
      for (const other of all) {
        const joined = decideVerdict(joinFindings([one, other]));
        const rank = ["SAME", "CHANGED", "INCONCLUSIVE", "BREAKING", "REGRESSED"];
        const worst = Math.max(rank.indexOf(decideVerdict(one)), rank.indexOf(decideVerdict(other)));
        expect(joined).toBe(rank[worst]);
      }
    }
    expect(decideVerdict(joinFindings([]))).toBe("INCONCLUSIVE");
  });
});

describe("the exit code", () => {
  it("is 1 from the line on that --fail-on draws", () => {
    const codes = (failOn: DiffFailOn): number[] =>
      [
        NOTHING,
        { ...NOTHING, differs: true },
        { ...NOTHING, unknown: true },
        { ...NOTHING, breaks: true },
        { ...NOTHING, worse: true },
      ].map((found) => diffExitCodeOf(found, { failOn }));
    expect(codes("breaking")).toEqual([0, 0, 3, 1, 1]);
    expect(codes("regression")).toEqual([0, 0, 3, 0, 1]);
    expect(codes("changed")).toEqual([0, 1, 3, 1, 1]);
    expect(codes("never")).toEqual([0, 0, 3, 0, 0]);
  });

  it("is 3, not 0, where something is unknown behind what the gate lets pass", () => {
    const found = { ...NOTHING, breaks: true, unknown: true };
    expect(decideVerdict(found)).toBe("BREAKING");
    expect(diffExitCodeOf(found, { failOn: "regression" })).toBe(3);
    expect(diffExitCodeOf({ ...NOTHING, worse: true, unknown: true }, { failOn: "never" })).toBe(3);
  });

  it("never is 0 while something is unknown, unless that is what was asked for", () => {
    for (const found of all) {
      for (const failOn of ["breaking", "regression", "changed", "never"] as const) {
        if (found.unknown) expect(diffExitCodeOf(found, { failOn })).not.toBe(0);
        const lenient = diffExitCodeOf(found, { failOn, onInconclusive: "warn" });
        expect(lenient).toBe(diffExitCodeOf({ ...found, unknown: false }, { failOn }));
      }
    }
  });
});
