// What is written of the clock of the checks, and when it is news.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseClockOffset, writeClockOffset } from "../../../src/config/clock-offset.js";
import { describeMoves, isClockKnown } from "../../../src/run/check-clock.js";

const HOUR = 3_600_000;

describe("the clock of the checks", () => {
  it.each<[number[], string]>([
    [[25 * HOUR, 190 * 24 * HOUR + 5 * HOUR], "+25h, +190d 5h"],
    [[0, 0], "real"],
    [[25 * HOUR, 0], "+25h, real"],
    [[25 * HOUR, 48 * HOUR, 25 * HOUR], "+25h, +2d"],
    [[-90 * 60_000], "-1h 30m"],
  ])("%j is %s", (moves, text) => {
    expect(describeMoves(moves)).toBe(text);
  });

  it("is written so that it is read as the same, to the second", () => {
    fc.assert(
      fc.property(fc.integer({ min: -3_000_000_000, max: 3_000_000_000 }), (seconds) => {
        expect(parseClockOffset(writeClockOffset(seconds * 1000))).toBe(seconds === 0 ? 0 : seconds * 1000);
      }),
    );
  });

  it.each<[string | undefined, string, boolean]>([
    [undefined, "real", false],
    [undefined, "+25h", false],
    ["real", "+25h", false],
    ["+25h, +190d 5h", "+25h", true],
    ["+25h, +190d 5h", "real", true],
    ["+25h", "+25h, +2d", false],
    ["real", "real", true],
  ])("written as %s, and now %s: known %s", (written, now, known) => {
    expect(isClockKnown(written, now)).toBe(known);
  });
});
