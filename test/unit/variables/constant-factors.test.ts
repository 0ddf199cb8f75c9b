// Columns of which one was as many times the other in all rows.
import { describe, expect, it } from "vitest";
import { constantFactorsOf } from "../../../src/variables/constant-factors.js";
import { tellOne } from "./runs.js";

type Rows = readonly Record<string, number>[];

const problems = (runs: readonly Rows[]) => tellOne(runs.map((rows) => ({ rows: [...rows] }))).problems;

describe("a column that is as many times another one", () => {
  const watts = (...levels: readonly number[]): Rows =>
    levels.map((level) => ({ level, watts: Math.round(level * 12) / 100 }));
  const runs = [watts(38, 0, 20), watts(57, 0, 54), watts(90, 0, 56)];

  it("is so still, though a row has none of either", () => {
    expect(problems([...runs, watts(71, 0, 33)])).toEqual([]);
    const of255 = watts(71, 0, 33).map((row) => ({ ...row, level: Math.round((row["level"] ?? 0) * 2.55) }));
    expect(problems([...runs, of255])).not.toEqual([]);
  });

  it("is so in lists of any length", () => {
    const more = [watts(38, 80, 20), watts(57, 22, 54, 81), watts(90, 31, 56)];
    expect(problems([...more, watts(71, 25, 33, 60)])).toEqual([]);
    expect(problems([...more, watts(71, 25, 33, 60).map((row) => ({ ...row, level: row["watts"] ?? 0 }))])).not.toEqual(
      [],
    );
  });

  it("may be cut off where it was rounded", () => {
    expect(problems([...runs, [...watts(71, 0).slice(0, 2), { level: 33, watts: 3.95 }]])).toEqual([]);
  });

  const rulesOf = (columns: readonly string[], ...runs: readonly Rows[]) =>
    constantFactorsOf(
      columns.map((column) => `/${column}`),
      runs.map((rows) => rows.map((row) => new Map(Object.entries(row).map(([key, value]) => [`/${key}`, value])))),
    );

  it("is none where a factor fits by chance", () => {
    const few = (...levels: readonly number[]): Rows => levels.map((level) => ({ level, watts: level * 2 }));
    expect(rulesOf(["level", "watts"], few(1, 2, 3), few(2, 4, 3), few(3, 1, 4))).toEqual([]);
    expect(rulesOf(["level", "watts"], few(81, 22, 43), few(32, 54, 23), few(93, 61, 94))).toHaveLength(1);
  });

  it("is none of two currencies", () => {
    const prices = (...all: readonly number[]): Rows =>
      all.map((eur) => ({ eur, usd: Math.round(eur * 110) / 100, net: Math.round(eur * 80) / 100 }));
    const runs = [prices(88.1, 42.2, 10.4), prices(64.3, 71.2, 12.9), prices(91.9, 25.7, 38.8)];
    expect(rulesOf(["eur", "usd"], ...runs)).toEqual([]);
    expect(rulesOf(["eur", "net"], ...runs)).toHaveLength(1);
  });

  it("is none of two stamps that lie close to each other", () => {
    const spans = (start: number): Rows =>
      [1, 2, 3].map((row) => ({ started: start + row * 977, ended: start + row * 977 + 5 }));
    expect(rulesOf(["started", "ended"], spans(41_000_000), spans(57_000_000), spans(72_000_000))).toEqual([]);
  });
});
