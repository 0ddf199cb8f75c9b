// Times of a list of which one lay equally far from its call in each run by chance.
import { describe, expect, it } from "vitest";
import { CHECKED, LIVE, RECORDED, tellOne } from "./runs.js";

const MINUTE = 60_000;
const TIMES = [RECORDED, ...CHECKED, LIVE];
/** Three slots of tomorrow, so many minutes after eight. */
const slots = (run: number, starts: readonly number[], length = 30) => ({
  slots: starts.map((start) => {
    const from = Math.ceil(Date.parse(TIMES[run] ?? "") / 86_400_000) * 86_400_000 + (480 + start) * MINUTE;
    return { start: new Date(from).toISOString(), end: new Date(from + length * MINUTE).toISOString() };
  }),
});
const isGreen = (live: readonly number[], length?: number, seen = [60, 60, 60]): boolean => {
  const others = [
    [150, 210],
    [120, 240],
    [180, 270],
  ];
  const runs = others.map((rest, run) => slots(run, [seen[run] ?? 0, ...rest]));
  const { green, learned } = tellOne([...runs, slots(3, live, length)]);
  return green && learned.unstable.length === 0;
};

describe("a time that was the same in each run, in a column whose others were not", () => {
  it("may be another one", () => {
    expect(isGreen([90, 120, 240])).toBe(true);
    expect(isGreen([60, 120, 240])).toBe(true);
  });

  it("keeps its day, its length and its place among the others", () => {
    expect(isGreen([90 - 1440, 120, 240])).toBe(false);
    expect(isGreen([90, 120, 240], 15)).toBe(false);
    expect(isGreen([150, 120, 240])).toBe(false);
  });
});

it("is that of the call where it was so in each run", () => {
  const show = (run: number, offs: readonly number[]) => ({
    events: offs.map((off) => ({ at: new Date(Date.parse(TIMES[run] ?? "") + 1000 - off * MINUTE).toISOString() })),
  });
  const runs = [
    [0, 11, 25],
    [0, 14, 29],
    [0, 9, 31],
  ].map((offs, run) => show(run, offs));
  expect(tellOne([...runs, show(3, [0, 12, 27])]).green).toBe(true);
  expect(tellOne([...runs, show(3, [5, 12, 27])]).green).toBe(false);
});

describe("days of a column that lie another number of days ahead in each run", () => {
  const DAY = 86_400_000;
  const deals = (run: number, ahead: readonly number[]) => ({
    deals: ["Nordwind", "Hafen", "Ribera"].map((account, at) => ({
      account,
      close: new Date(Date.parse(TIMES[run] ?? "") + (ahead[at] ?? 0) * DAY).toISOString().slice(0, 10),
    })),
  });
  const runs = [
    [36, 20, 39],
    [25, 11, 17],
    [30, 22, 37],
  ].map((ahead, run) => deals(run, ahead));
  const passes = (ahead: readonly number[]): boolean => {
    const { green, learned } = tellOne([...runs, deals(3, ahead)]);
    return green && learned.unstable.length === 0;
  };

  it("may lie about as far ahead", () => {
    expect(passes([12, 33, 28])).toBe(true);
  });

  it("are not those of before the call, or of next year", () => {
    expect(passes([12, -33, 28])).toBe(false);
    expect(passes([12, 33, 380])).toBe(false);
  });
});
