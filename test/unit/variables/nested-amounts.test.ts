// Numbers of an object and of the objects in it.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/value.js";
import { tellOne } from "./runs.js";

const survey = (yes: number, maybe: number, no: number): JsonObject => {
  const all = yes + maybe + no;
  const part = (count: number): JsonObject => ({ count, percent: Number(((100 * count) / all).toFixed(1)) });
  const score = Math.round((100 * (yes - no)) / all);
  return { responses: all, yes: part(yes), maybe: part(maybe), no: part(no), score };
};
const RUNS = [survey(105, 37, 28), survey(129, 32, 8), survey(98, 46, 23)];
const problemsOf = (change: JsonObject) => tellOne([...RUNS, { ...survey(111, 41, 17), ...change }]).problems;

describe("a survey", () => {
  it("has other counts in each run", () => {
    expect(problemsOf({})).toEqual([]);
    expect(tellOne([...RUNS, survey(84, 55, 29)]).problems).toEqual([]);
  });

  it("has as many answers as there are of all kinds", () => {
    expect(problemsOf({ responses: 189 })).not.toEqual([]);
  });

  it("has the shares of its counts", () => {
    expect(problemsOf({ yes: { count: 111, percent: 57.1 } })).not.toEqual([]);
  });

  it("has the score that its shares are apart", () => {
    expect(problemsOf({ score: 66 })).not.toEqual([]);
  });
});
