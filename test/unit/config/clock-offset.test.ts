// Offsets of the clock: every way to write one, and what is none.
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseClockOffset } from "../../../src/config/clock-offset.js";

const HOUR = 3_600_000;

it.each([
  ["+25h", 25 * HOUR],
  ["+190d 5h", (190 * 24 + 5) * HOUR],
  ["+190d5h", (190 * 24 + 5) * HOUR],
  ["-90m", -1.5 * HOUR],
  ["+1d 2h 3m 4s", 26 * HOUR + 184_000],
  ["+0h", 0],
  ["+36525d", 36_525 * 24 * HOUR],
])("%s", (text, ms) => {
  expect(parseClockOffset(text)).toBe(ms);
});

it.each(["", "+", "25h", "+25", "+h", "+1.5h", "+25H", "+1h 1h", "+1w", " +1h", "+1h ", "+1h  2m", "+36526d", "+1h\n"])(
  "%j is none",
  (text) => {
    expect(parseClockOffset(text)).toBeUndefined();
  },
);

it("adds up what it reads, and turns with the sign", () => {
  const part = fc.nat(999);
  fc.assert(
    fc.property(part, part, part, part, (d, h, m, s) => {
      const text = `${d}d ${h}h ${m}m ${s}s`;
      const ms = (d * 24 + h) * HOUR + m * 60_000 + s * 1000;
      expect(parseClockOffset(`+${text}`)).toBe(ms);
      expect(parseClockOffset(`-${text}`) === -ms).toBe(true);
    }),
  );
});

it("never throws and never gives what is not a whole number", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from("+-0123456789dhms ")) }), (text) => {
      const ms = parseClockOffset(text);
      expect(ms === undefined || Number.isSafeInteger(ms)).toBe(true);
    }),
  );
});
