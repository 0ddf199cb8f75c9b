// Events at full hours and quarters, which are another while away at each minute of the hour.
import { describe, expect, it } from "vitest";
import { RECORDED, tellOne } from "./runs.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A call is a second after its run starts. */
const next = (at: string, step: number, ahead = 0): number =>
  (Math.ceil((Date.parse(at) + 1000) / step) + ahead) * step;
const TIMES = [RECORDED, "2026-11-29T11:00:00Z", "2027-06-06T15:00:00Z"];
const LATER = "2026-12-02T13:41:00Z";

const WRITTEN: [string, (at: number) => string][] = [
  ["an instant", (at) => new Date(at).toISOString().slice(0, 19) + "Z"],
  ["a time of day", (at) => new Date(at).toISOString().slice(11, 16)],
];

describe.each(WRITTEN)("the next full hour as %s", (_, write) => {
  const show = (at: number) => ({ next: { at: write(at) } });
  const seen = TIMES.map((at) => show(next(at, HOUR)));
  const isGreen = (live: number): boolean => {
    const { green, learned } = tellOne([...seen, show(live)], { liveAt: LATER });
    return green && learned.unstable.length === 0;
  };

  it("is the next one at another minute, and neither the one before nor the one after", () => {
    expect(isGreen(next(LATER, HOUR))).toBe(true);
    for (const off of [-1, 1, 2]) expect([off, isGreen(next(LATER, HOUR, off))]).toEqual([off, false]);
    expect(isGreen(next(LATER, HOUR) + 420_000)).toBe(false);
  });
});

describe("a quarter of an hour", () => {
  it("is counted from the minute of the call, and an instant that is none is not", () => {
    const show = (at: number) => ({ slot: new Date(at).toISOString() });
    const [first = "", ...others] = TIMES;
    const isGreen = (step: number, live: number): boolean =>
      tellOne(
        [first, ...others].map((at) => show(next(at, step, 1) + (step === 1 ? 700_000 : 0))).concat([show(live)]),
        {
          liveAt: LATER,
        },
      ).green;
    expect(isGreen(HOUR / 4, next(LATER, HOUR / 4, 1))).toBe(true);
    expect(isGreen(HOUR / 4, next(LATER, HOUR / 4, 2))).toBe(false);
    expect(isGreen(HOUR / 4, next(LATER, HOUR / 4, 1) + DAY)).toBe(false);
    expect(isGreen(1, next(LATER, HOUR / 4, 1))).toBe(false);
  });
});
