// The rows of a series are of one kind: each has another time, and in any of them may stand what stood in the others.
import { describe, expect, it } from "vitest";
import { tellOne } from "./runs.js";

describe("a list of days", () => {
  const DATES = [
    ["2026-11-28", "2026-11-29", "2026-11-30"],
    ["2026-11-29", "2026-11-30", "2026-12-01"],
    ["2027-06-06", "2027-06-07", "2027-06-08"],
    ["2026-12-01", "2026-12-02", "2026-12-03"],
  ];
  type Day = readonly [low: number, rain: number];
  const text = (days: readonly Day[], run: number, head = ""): string =>
    `${head}${days.map(([low, rain], at) => `${DATES[run]?.[at] ?? ""}: ${String(low)} °C, rain ${String(rain)} %`).join("\n")}`;
  const rows = (days: readonly Day[], run: number) =>
    days.map(([low, rain], at) => ({ date: DATES[run]?.[at] ?? "", low, rain }));
  const SEEN: readonly Day[][] = [
    [
      [2, 70],
      [-4, 30],
      [1, 60],
    ],
    [
      [3, 70],
      [-1, 80],
      [2, 20],
    ],
    [
      [1, 70],
      [-3, 40],
      [3, 10],
    ],
  ];
  const told = (live: readonly Day[], write: (days: readonly Day[], run: number) => string | object[]) =>
    tellOne([...SEEN, live].map((days, run) => write(days, run) as string));
  const LIVE: readonly Day[] = [
    [-2, 50],
    [3, 0],
    [-4, 90],
  ];

  it.each([
    ["lines", text],
    ["objects", rows],
    ["lines with a heading", (days: readonly Day[], run: number) => text(days, run, "Forecast for Bergen\n")],
  ])(
    "may have in each of its %s the sign and the zero of the others, and another number where one was equal",
    (_, write) => {
      expect(told(LIVE, write).problems).toEqual([]);
    },
  );

  it("has nothing far from all that any day had, and as many days", () => {
    expect(told([...LIVE.slice(0, 2), [-400, 90]], text).green).toBe(false);
    expect(told(LIVE.slice(0, 2), text).green).toBe(false);
  });

  it("has the same number in a column that was the same in most of its rows", () => {
    const limits = (first: number, ...last: number[]) =>
      last.map((limit, run) =>
        [run === 3 ? first : 40, 40, limit].map((value, at) => ({
          date: DATES[run]?.[at] ?? "",
          used: [17, 23, 5, 11, 34, 29, 8, 14, 36, 21, 9, 31][3 * run + at] ?? 0,
          limit: value,
        })),
      );
    expect(tellOne(limits(40, 44, 25, 38, 31)).problems).toEqual([]);
    expect(tellOne(limits(35, 44, 25, 38, 31)).green).toBe(false);
  });
});

describe("rows with one time for them all", () => {
  const read = (at: string, ...values: number[]) =>
    values.map((value, row) => ({ at, of: ["cpu", "drift", "errors"][row] ?? "", value }));
  const SEEN = [
    read("2026-11-28T10:00:01Z", 34, -12, 0),
    read("2026-11-29T11:00:01Z", 21, -31, 4),
    read("2027-06-06T15:00:01Z", 47, -22, 0),
  ];

  it("are of several kinds: the sign of each is its own", () => {
    expect(tellOne([...SEEN, read("2026-12-01T09:00:01Z", 30, -15, 2)]).problems).toEqual([]);
    expect(tellOne([...SEEN, read("2026-12-01T09:00:01Z", -30, -15, 2)]).green).toBe(false);
    expect(tellOne([...SEEN, read("2026-12-01T09:00:01Z", 30, 15, 2)]).green).toBe(false);
  });
});
