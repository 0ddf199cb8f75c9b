// Points of the compass: others in each run, and those of the degrees beside them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { readCompass } from "../../../src/variables/compass.js";
import { tellOne } from "./runs.js";

const EIGHT = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const SIXTEEN = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split(" ");
const pointOf = (degrees: number, points: readonly string[]): string =>
  points[Math.round((degrees * points.length) / 360) % points.length] ?? "";

const told = (results: Parameters<typeof tellOne>[0]): boolean => {
  const { green, learned } = tellOne(results);
  return green && learned.unstable.length === 0;
};

describe("points of the compass", () => {
  it("are read in one writing", () => {
    expect(readCompass("SSW")).toEqual({ degrees: 202.5, form: "large" });
    expect(readCompass("sw")?.form).toBe("small");
    expect(readCompass("Northwest")).toEqual({ degrees: 315, form: "capital words" });
    expect(readCompass("south-east")).toEqual({ degrees: 135, form: "words" });
    for (const other of ["", "Nw", "SEE", "west wind", "north east west", "NO"])
      expect([other, readCompass(other)]).toEqual([other, undefined]);
  });

  it("may be others where they are named as a direction, in JSON and in a line", () => {
    for (const show of [
      (from: string): JsonValue => ({ wind: { from } }),
      (from: string): JsonValue => `Temperature 4 °C, wind ${from} at 12 km/h`,
    ]) {
      expect(told(["SW", "S", "E", "NW"].map(show))).toBe(true);
      expect(told(["SW", "S", "E", "down"].map(show))).toBe(false);
      expect(told(["SW", "S", "E", "nw"].map(show))).toBe(false);
    }
  });

  it("are words like others where nothing says that they are a direction", () => {
    expect(told(["N", "S", "E", "W"].map((grade) => ({ grade })))).toBe(false);
  });

  it.each([
    ["eight", EIGHT],
    ["sixteen", SIXTEEN],
  ])("are those of the degrees beside them, of %s", (_, points) => {
    const show = (degrees: number, off = 0) => ({ wind: { degrees, from: pointOf(degrees + off, points) } });
    const angle = fc.integer({ min: 0, max: 359 });
    fc.assert(
      fc.property(fc.uniqueArray(angle, { minLength: 3, maxLength: 3 }), angle, (seen, live) => {
        const points3 = seen.map((degrees) => show(degrees));
        fc.pre(new Set(points3.map(({ wind }) => wind.from)).size > 1 && Math.min(...seen, live) > 0);
        expect(told([...points3, show(live)])).toBe(true);
        for (const off of [90, 180, 270]) expect([off, told([...points3, show(live, off)])]).toEqual([off, false]);
        expect(told([...points3, { wind: { ...show(live).wind, degrees: live + 400 } }])).toBe(false);
      }),
      { numRuns: 20 },
    );
  });
});
