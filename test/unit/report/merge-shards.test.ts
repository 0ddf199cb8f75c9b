import { describe, expect, it } from "vitest";
import { mergeShards } from "../../../src/report/merge-shards.js";
import type { Evaluation, Report } from "../../../src/report/report.js";
import { changedRun, passedRun, reportOf, skippedRun, toolSuite } from "../../helpers/sample-reports.js";

const facts = { total: 2, commit: null, selection: "s" };
const names = ["change-an-order", "second", "third"];
const config = { workflows: names.map((name) => ({ name, steps: [{ user: "Hi" }] })) };

function part(
  index: number,
  evaluations: Evaluation[],
  more: Partial<Report> = {},
): { file: string; reports: Report[] } {
  const report = { ...reportOf(evaluations), config, ...more, shard: { index, ...facts } };
  return { file: `${index}.json`, reports: [report] };
}
const replayed = (name: string): Evaluation => changedRun(name);

describe("mergeShards", () => {
  it("keeps the config's order, adds the counts up, and takes the worst exit code of what was judged", () => {
    const [merged] = mergeShards([
      part(2, [passedRun("third"), skippedRun("second")], { exitCode: 0 }),
      part(1, [replayed("change-an-order")], { exitCode: 3, toolHealth: [toolSuite("tests")] }),
    ]);
    expect(merged?.evaluations.map(({ workflowName }) => workflowName)).toEqual(names);
    expect(merged?.summary).toMatchObject({ total: 3, passed: 1, inconclusive: 1, skipped: 1 });
    expect(merged).toMatchObject({ exitCode: 3, passed: false });
    expect(merged?.toolHealth).toHaveLength(1);
    expect(merged).not.toHaveProperty("shard");
  });

  it("tells of accepted drift that no workflow of any shard met, with the first workflow, as one run does", () => {
    const merge = (one: string[], other: string[], last: Evaluation) =>
      mergeShards([
        part(1, [replayed("change-an-order"), replayed("second")], { unused: one }),
        part(2, [last], { unused: other }),
      ])[0];
    const both = merge(["a is unused", "b is unused"], ["b is unused"], replayed("third"));
    expect(both?.evaluations.map(({ replay }) => replay?.unused)).toEqual([["b is unused"], undefined, undefined]);
    expect(both).not.toHaveProperty("unused");
    const notPlayed = merge(["b is unused"], ["b is unused"], skippedRun("third"));
    expect(notPlayed?.evaluations.flatMap(({ replay }) => replay?.unused ?? [])).toEqual([]);
  });

  it("does not pass where nothing was judged", () => {
    const [merged] = mergeShards([
      part(1, [skippedRun("second")], { exitCode: 3 }),
      part(2, [skippedRun("third")], { exitCode: 3 }),
    ]);
    expect(merged).toMatchObject({ verdict: "inconclusive", passed: false, exitCode: 3 });
  });

  it("refuses two shards that have the same workflow", () => {
    const twice = [part(1, [passedRun("third")]), part(2, [passedRun("third")])];
    expect(() => mergeShards(twice)).toThrow("These reports are not all the shards of one run");
  });
});
