// Times that were the latest or the earliest of a column in every run.
import { describe, expect, it } from "vitest";
import { CHECKED, LIVE, RECORDED, tellOne } from "./runs.js";

type Result = Parameters<typeof tellOne>[0][number];

const MOMENTS = [RECORDED, ...CHECKED, LIVE].map((text) => Date.parse(text));
const dayIn = (run: number, days: number): string =>
  new Date((MOMENTS[run] ?? 0) + days * 86_400_000).toISOString().slice(0, 10);

const timeIn = (run: number, minutes: number): string =>
  new Date((MOMENTS[run] ?? 0) + minutes * 60_000).toISOString().replace(/\.\d+/, "");

/** What each run says, of its clock. */
const problems = (...results: readonly ((run: number) => Result)[]) =>
  tellOne(results.map((result, run) => result(run))).problems;

describe("the end of all", () => {
  const plan =
    (days: readonly [number, number, number], finish = days[0] + days[1] + days[2]) =>
    (run: number): Result => {
      const [design, build, test] = days;
      const starts = [1, 1 + design, 1 + design + build];
      const tasks = [design, build, test].map((length, at) => ({
        name: ["Design", "Build", "Test"][at] ?? "",
        start: dayIn(run, starts[at] ?? 0),
        days: length,
        end: dayIn(run, (starts[at] ?? 0) + length),
      }));
      return { tasks, finish: dayIn(run, 1 + finish) };
    };
  const runs = [plan([8, 6, 4]), plan([3, 7, 9]), plan([5, 2, 6])];

  it("is the end of the last task", () => {
    expect(problems(...runs, plan([4, 8, 3]))).toEqual([]);
    expect(problems(...runs, plan([4, 8, 3], 12))).toEqual(["changed relation 1 /content/0/json/finish"]);
  });

  const jobs =
    (minutes: readonly number[], next = Math.min(...minutes)) =>
    (run: number): Result => ({
      jobs: minutes.map((minute, at) => ({ job: ["sync", "mail", "clean"][at] ?? "", runs_at: timeIn(run, minute) })),
      next_run: timeIn(run, next),
    });

  it("is the earliest of rows that are in no order", () => {
    const seen = [jobs([41, 17, 80]), jobs([62, 35, 29]), jobs([22, 90, 53])];
    expect(problems(...seen, jobs([33, 71, 26]))).toEqual([]);
    expect(problems(...seen, jobs([33, 71, 26], 33))).toEqual(["changed relation 1 /content/0/json/next_run"]);
  });

  const trips =
    (days: readonly number[], paid: number) =>
    (run: number): Result => ({
      legs: days.map((day, at) => ({ leg: ["out", "on", "back"][at] ?? "", until: dayIn(run, day) })),
      paid_on: dayIn(run, paid),
    });

  it("is none where days that say nothing of each other meet within a week", () => {
    const seen = [trips([3, 5, 6], 6), trips([4, 2, 5], 5), trips([2, 3, 4], 4)];
    expect(problems(...seen, trips([3, 4, 5], 3))).toEqual([]);
  });
});
