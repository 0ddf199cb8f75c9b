// Rows of delimited texts: each cell is a place, whatever digits stand beside its delimiter.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tellOne } from "./runs.js";

type Row = readonly (string | number)[];
const csv = (rows: readonly Row[], by = ","): string =>
  [["basin", "o2", "ph", "alarm"], ...rows].map((row) => row.join(by)).join("\n");

describe("a row", () => {
  const told = (rows: readonly Row[], by?: string) => tellOne(rows.map((row) => csv([row], by)));

  it.each([",", ";", "\t", "|"])(
    "may have a decimal that is an integer now and then, with %j between its cells",
    (by) => {
      const rows: Row[] = [
        ["B3", 3.78, 7.1, "none"],
        ["B3", 2.61, 7, "none"],
        ["B3", 2.79, 7, "none"],
      ];
      expect(told([...rows, ["B3", 3, 6.9, "none"]], by).problems).toEqual([]);
      expect(told([...rows, ["B3", 3.01, 7, "none"]], by).problems).toEqual([]);
      expect(told([...rows, ["B3", 3.01, 7, "high"]], by).green).toBe(false);
      expect(told([...rows, ["B4", 3.01, 7, "none"]], by).green).toBe(false);
      expect(told([...rows, ["B3", 3.01, "", "none"]], by).green).toBe(false);
      expect(told([...rows, ["B3", 3.01, 7, 7, "none"]], by).green).toBe(false);
      expect(told([...rows, ["B3", 3.01, "none"]], by).green).toBe(false);
    },
  );

  it("may have integers that look like thousands", () => {
    const rows: Row[] = [
      ["B3", 12, 345, "none"],
      ["B3", 15, 99, "none"],
      ["B3", 9, 412, "none"],
    ];
    expect(told([...rows, ["B3", 11, 230, "none"]]).problems).toEqual([]);
    expect(told([...rows, ["B3", 11, 87, "none"]]).problems).toEqual([]);
    expect(told([...rows, ["B3", 11, 87, "high"]]).green).toBe(false);
  });

  it("may have decimal commas beside semicolons", () => {
    const rows: Row[] = [
      ["B3", "3,78", "7,1", "none"],
      ["B3", "2,61", "7", "none"],
      ["B3", "2,79", "6,9", "none"],
    ];
    expect(told([...rows, ["B3", "3", "7", "none"]], ";").problems).toEqual([]);
    expect(told([...rows, ["B3", "3,1", "7,2", "high"]], ";").green).toBe(false);
  });

  it("keeps a cell that never differed", () => {
    const rows: Row[] = [3.78, 2.61, 2.79, 3].map((o2) => ["B3", o2, 7, "none"]);
    expect(told(rows).problems).toEqual([]);
    expect(told([...rows.slice(0, 3), ["B3", 3, 8, "none"]]).green).toBe(false);
    expect(told([...rows.slice(0, 3), ["B3", 3, 700, "none"]]).green).toBe(false);
  });

  it("is read as it was written, for all numbers of its sensors", () => {
    const reading = fc.tuple(fc.integer({ min: 100, max: 400 }), fc.integer({ min: 68, max: 76 }));
    fc.assert(
      fc.property(
        fc.array(reading, { minLength: 4, maxLength: 4 }),
        fc.constantFrom(",", ";", "\t"),
        (readings, by) => {
          const rows = readings.map(([o2, ph]): Row => ["B3", o2 / 100, ph / 10, "none"]);
          const { problems, learned } = told(rows, by);
          const constant = [0, 1].some((at) => new Set(readings.slice(0, 3).map((one) => one[at])).size === 1);
          expect(learned.unstable).toEqual([]);
          if (!constant) expect(problems.filter((one) => !one.includes(" range "))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
