// A list sorted by time: rows whose times are equal now may change places, unless something else orders them.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/value.js";
import { CHECKED, LIVE, RECORDED, tellOne } from "./runs.js";

type Row = JsonObject;

const STARTS = [RECORDED, ...CHECKED, LIVE];

/** Each run's commits, the newest first: the hash, the seconds after the start, the message. */
const log = (run: number, rows: readonly (readonly [hash: string, after: number, message: string, more?: Row])[]) => ({
  commits: rows.map(([hash, after, message, more = {}]) => {
    const date = new Date(Date.parse(STARTS[run] ?? LIVE) + after * 1000);
    return { hash, date: date.toISOString().replace(".000", ""), message, ...more };
  }),
});
const learned = [
  log(0, [
    ["c1a0b2d3", 2, "Add b"],
    ["a1f0e2d3", 1, "Start"],
  ]),
  log(1, [
    ["b2c3d4e5", 2, "Add b"],
    ["d2f0a2d3", 1, "Start"],
  ]),
  log(2, [
    ["f3c3d4e5", 2, "Add b"],
    ["e3f0a2d3", 1, "Start"],
  ]),
];

describe("rows of a list sorted by time", () => {
  it.each([
    [
      "in their places",
      log(3, [
        ["a4c3d4e5", 2, "Add b"],
        ["b4f0a2d3", 1, "Start"],
      ]),
    ],
    [
      "that tie, in their places",
      log(3, [
        ["a4c3d4e5", 1, "Add b"],
        ["b4f0a2d3", 1, "Start"],
      ]),
    ],
    [
      "that tie and changed places",
      log(3, [
        ["b4f0a2d3", 1, "Start"],
        ["a4c3d4e5", 1, "Add b"],
      ]),
    ],
  ])("are found: %s", (_, now) => {
    expect(tellOne([...learned, now]).problems).toEqual([]);
  });

  it.each([
    [
      "that changed places without a tie",
      log(3, [
        ["b4f0a2d3", 2, "Start"],
        ["a4c3d4e5", 1, "Add b"],
      ]),
    ],
    [
      "that tie, one of them new",
      log(3, [
        ["b4f0a2d3", 1, "Stop"],
        ["a4c3d4e5", 1, "Add b"],
      ]),
    ],
    [
      "that tie and are twice the same",
      log(3, [
        ["b4f0a2d3", 1, "Start"],
        ["a4c3d4e5", 1, "Start"],
      ]),
    ],
  ])("are changed: %s", (_, now) => {
    expect(tellOne([...learned, now]).green).toBe(false);
  });

  const numbered = (run: number, rows: readonly (readonly [string, number, string, number])[]) =>
    log(
      run,
      rows.map(([hash, after, message, number]) => [hash, after, message, { number }]),
    );

  it("stay in the order of their numbers", () => {
    const runs = ["0", "1", "2"].map((run) =>
      numbered(Number(run), [
        [`c${run}a0b2d3`, 2, "Add b", 2],
        [`a${run}f0e2d3`, 1, "Start", 1],
      ]),
    );
    const now = numbered(3, [
      ["b4f0a2d3", 1, "Start", 1],
      ["a4c3d4e5", 1, "Add b", 2],
    ]);
    expect(tellOne([...runs, now]).green).toBe(false);
    const later = numbered(3, [
      ["b4f0a2d3", 1, "Add b", 2],
      ["a4c3d4e5", 1, "Start", 1],
    ]);
    expect(tellOne([...runs, later]).green).toBe(true);
  });

  it("stay where they are if they tied before", () => {
    const runs = ["0", "1", "2"].map((run) =>
      log(Number(run), [
        [`c${run}a0b2d3`, 3, "Add c"],
        [`b${run}a0b2d3`, 2, "Add b"],
        [`a${run}f0e2d3`, 2, "Start"],
      ]),
    );
    const now = log(3, [
      ["c4f0a2d3", 3, "Add c"],
      ["b4f0a2d3", 2, "Start"],
      ["a4c3d4e5", 2, "Add b"],
    ]);
    expect(tellOne([...runs, now]).green).toBe(false);
  });
});
