import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeRound, dueOf, NO_WISH, updateOpen, type Open } from "../../../src/cli/watch-due.js";
import type { Planned } from "../../../src/cli/plan-suites.js";
import type { Report } from "../../../src/report/report.js";

const concern = {
  concerns: (path: string) => path.startsWith("/x/"),
  workflowOf: (path: string) => (path === "/x/blue.yaml" ? "blue" : undefined),
  places: [],
  alone: [],
};
const suite = { file: "/x/sky.json", concern };
const changed = (...paths: string[]) => ({ ...NO_WISH, changed: new Set(paths) });

describe("what a change concerns", () => {
  it.each([
    [["/y/server.mjs"], undefined],
    [["/x/server.mjs"], "whole"],
    [["/x/blue.yaml"], { workflows: ["blue"], tests: false }],
    [["/x/blue.yaml", "/y/server.mjs"], { workflows: ["blue"], tests: false }],
    [["/x/blue.yaml", "/x/server.mjs"], "whole"],
  ])("%j: %j", (paths, due) => {
    expect(dueOf(suite, changed(...paths), new Map())).toEqual(due);
  });

  it("is joined with what did not pass, where that is asked for", () => {
    const open: Open = new Map([["/x/sky.json", { workflows: ["grey"], tests: true }]]);
    expect(dueOf(suite, { ...changed("/x/blue.yaml"), failed: true }, open)).toEqual({
      workflows: ["blue", "grey"],
      tests: true,
    });
    expect(dueOf(suite, { ...NO_WISH, failed: true }, new Map())).toBeUndefined();
    expect(dueOf(suite, { ...NO_WISH, all: true }, new Map())).toBe("whole");
  });
});

function planned(workflows: string[], share?: Planned["share"]): Planned {
  const config = { workflows: workflows.map((name) => ({ name })) };
  return { suite: { file: "/x/sky.json", config }, workflows: undefined, share } as unknown as Planned;
}

function reportOf(verdicts: Record<string, string>, tests: string[] = []): Report {
  return {
    evaluations: Object.entries(verdicts).map(([workflowName, verdict]) => ({ workflowName, verdict })),
    toolHealth: tests.map((verdict) => ({ verdict })),
  } as unknown as Report;
}

describe("what did not pass", () => {
  const whole = planned(["blue", "grey"]);
  const part = planned(["blue", "grey"], { workflows: ["blue"], tests: false });
  const file = "/x/sky.json";

  it("is what the last run of each workflow says", () => {
    const first = updateOpen(new Map(), [whole], [reportOf({ blue: "failed", grey: "inconclusive" }, ["failed"])]);
    expect(first.get(file)).toEqual({ workflows: ["blue", "grey"], tests: true });
    const second = updateOpen(first, [part], [reportOf({ blue: "passed" })]);
    expect(second.get(file)).toEqual({ workflows: ["grey"], tests: true });
    expect(updateOpen(second, [whole], [reportOf({ blue: "passed", grey: "skipped" }, ["passed"])]).size).toBe(0);
  });

  it("is the whole suite where it gave no report, until all of it has run", () => {
    const lost = updateOpen(new Map(), [whole], []);
    expect(lost.get(file)).toBe("whole");
    expect(updateOpen(lost, [part], [reportOf({ blue: "passed" })]).get(file)).toBe("whole");
  });
});

it("says which files changed and how much is run", () => {
  const all = [planned(["blue", "grey"]), planned(["hot"])];
  const cwd = "/x";
  const say = (paths: string[], due: Planned[]): string => describeRound(changed(...paths), due, all, cwd);
  expect(say(["/x/server.mjs"], all)).toBe("server.mjs changed: 2 of 2 suites");
  expect(say(["/x/b", "/x/a"], [planned(["hot"])])).toBe("a and b changed: 1 of 2 suites");
  expect(say(["/x/c", "/x/b", "/x/a"], all)).toBe("a, b and 1 more changed: 2 of 2 suites");
  const one = planned(["blue", "grey"], { workflows: ["blue"], tests: false });
  expect(say(["/x/c/blue.yaml"], [one])).toBe(`${join("c", "blue.yaml")} changed: 1 of 2 workflows`);
  expect(describeRound({ ...NO_WISH, all: true }, all, all, cwd)).toBe("All: 2 of 2 suites");
  expect(describeRound({ ...NO_WISH, failed: true }, [one], all, cwd)).toBe("What did not pass: 1 of 2 workflows");
});
