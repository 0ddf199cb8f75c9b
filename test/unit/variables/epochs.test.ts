// Numbers of seconds and milliseconds since 1970 that lie another span from their call in each run.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { CHECKED, LIVE, RECORDED, tellOne } from "./runs.js";

/** Each call is a second after the start of its run. */
const CALLS = [RECORDED, ...CHECKED, LIVE].map((at) => Date.parse(at) + 1000);
/** One result for each run, from the moment of its call in seconds and the run's number. */
const told = (result: (call: number, run: number) => JsonValue) =>
  tellOne(CALLS.map((call, run) => result(Math.floor(call / 1000), run)));

describe.each([
  ["seconds", 1],
  ["milliseconds", 1000],
])("an epoch in %s", (_, unit) => {
  const reset = (off: number) =>
    told((call, run) => ({ limit: 5000, reset: (call + ([340, 2100, 1250][run] ?? off)) * unit }));

  it.each([60, 900, 3500])("may be about as far from its call: %i s", (off) => expect(reset(off).problems).toEqual([]));

  it.each([-3600, 86_400 * 7])("does not lie elsewhere: %i s", (off) => expect(reset(off).problems).not.toEqual([]));

  const points = (change: (times: number[]) => number[]) =>
    told((call, run) => {
      const end = call - ([12, 41, 27, 35][run] ?? 0);
      const times = [4, 3, 2, 1, 0].map((steps) => end - steps * 60);
      const values =
        [
          [3, 5, 4, 6, 5],
          [5, 4, 4, 3, 6],
          [6, 6, 3, 4, 4],
          [4, 5, 6, 3, 3],
        ][run] ?? [];
      return {
        step: 60,
        points: (run === 3 ? change(times) : times).map((at, i) => [at * unit, (values[i] ?? 0) / 8]),
      };
    });

  it("in pairs keep their distance from the call, their steps and their order", () => {
    expect(points((times) => times).problems).toEqual([]);
    expect(points((times) => times.map((at) => at - 7 * 86_400)).problems).not.toEqual([]);
    expect(points((times) => times.map((at, i) => at - (4 - i) * 3540)).problems).not.toEqual([]);
    expect(points((times) => times.with(2, (times[2] ?? 0) - 20)).problems).not.toEqual([]);
    expect(points((times) => times.toReversed()).problems).not.toEqual([]);
  });

  it("in pairs stay in their order, the newest first", () => {
    const falling = (change: (times: number[]) => number[]) =>
      told((call, run) => {
        const ages =
          [
            [3, 11, 19],
            [8, 14, 31],
            [5, 9, 26],
            [4, 13, 22],
          ][run] ?? [];
        const times = ages.map((age) => call - age);
        return { points: (run === 3 ? change(times) : times).map((at) => [at * unit, "up"]) };
      });
    expect(falling((times) => times).problems).toEqual([]);
    expect(falling((times) => times.toReversed()).problems).not.toEqual([]);
  });

  it("is one value in all its places", () => {
    const twice = (late: number) =>
      told((call, run) => {
        const ends = (call + ([340, 2100, 1250, 800][run] ?? 0)) * unit;
        return { ends, session: { ends: run === 3 ? ends + late * unit : ends } };
      });
    expect(twice(0).problems).toEqual([]);
    expect(twice(20).problems).not.toEqual([]);
  });

  it("is no time where it is data", () => {
    const data = (live: number) =>
      told((_, run) => ({ serial: ([1_482_113_377, 1_730_048_112, 1_250_771_904][run] ?? live) * unit }));
    expect(data(1_311_500_012).problems).toEqual([]);
  });
});

describe("an epoch with decimals", () => {
  const stamp = (write: (seconds: number, run: number) => JsonValue) =>
    told((call, run) => ({ ok: true, ts: write(call, run) }));
  const micros = [284_113, 901_557, 43_870, 650_002];
  const written = (call: number, run: number): string => `${call}.${String(micros[run]).padStart(6, "0")}`;

  it("keeps them, for there may be many in one second", () => {
    expect(stamp(written).problems).toEqual([]);
    expect(stamp((call, run) => (run === 3 ? String(call) : written(call, run))).problems).not.toEqual([]);
  });

  it("has none where it had none", () => {
    expect(stamp((call) => call).problems).toEqual([]);
    expect(stamp((call, run) => (run === 3 ? call + 0.284_113 : call)).problems).not.toEqual([]);
  });

  it("may lose the zeros at its end", () => {
    const numbers = [0.25, 0.5, 0.75, 0];
    expect(stamp((call, run) => call + (numbers[run] ?? 0)).problems).toEqual([]);
  });
});
