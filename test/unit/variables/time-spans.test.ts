// What times of one result say of each other: how long it took, which one comes after the other.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { CHECKED, LIVE, RECORDED, tellOne } from "./runs.js";

const RUNS = [RECORDED, ...CHECKED, LIVE];
const ago = (run: number, seconds: number): string =>
  new Date(Date.parse(RUNS[run] ?? LIVE) + 1000 - seconds * 1000).toISOString();

/** `of` makes the result of each run. */
const problems = (of: (run: number) => JsonValue): string[] =>
  tellOne([of(0), of(1), of(2), of(3)]).problems.map((found) => found.split(" ").slice(0, 2).join(" "));

describe("two times and how long it took, in the lines of a text", () => {
  const took = [68, 72, 52, 81];
  const load = (run: number, unit: string, by = 0): string => {
    const [seconds = 0, ended = 0] = [took[run], [1400, 900, 2100, 1300][run]];
    return `started: ${ago(run, ended + seconds)}\nfinished: ${ago(run, ended)}\nelapsed: ${String(seconds + by)}${unit}`;
  };

  it("say so still", () => {
    expect(problems((run) => load(run, "s"))).toEqual([]);
    expect(problems((run) => load(run, run === 3 ? "m" : "s"))).not.toEqual([]);
    expect(problems((run) => load(run, "s", run === 3 ? 9 : 0))).not.toEqual([]);
  });

  it("say so in one line, too", () => {
    const line = (run: number, by = 0): string => load(run, " s", by).replaceAll("\n", ", ");
    expect(problems((run) => line(run))).toEqual([]);
    expect(problems((run) => line(run, run === 3 ? 9 : 0))).not.toEqual([]);
  });
});

describe("two columns of times", () => {
  const rows = (run: number, names: readonly [string, string]): JsonValue =>
    [1, 2, 3].map((row) => {
      const before = 4000 + ((row * 37 + run * 53) % 11) * 120;
      return {
        title: `T${String(row)}`,
        [names[0]]: ago(run, before),
        [names[1]]: ago(run, before - 600 - ((row * 29 + run * 17) % 13) * 60),
      };
    });

  it.each([
    ["created_at", "updated_at"],
    ["reserved", "collected"],
  ] as const)("are not swapped: %s, %s", (first, last) => {
    expect(problems((run) => rows(run, [first, last]))).toEqual([]);
    expect(problems((run) => rows(run, run === 3 ? [last, first] : [first, last]))).not.toEqual([]);
  });
});
