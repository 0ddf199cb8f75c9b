// A list sorted by time: rows whose times are equal now may change places, unless something else orders them.
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
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

type Form = (run: number, steps: readonly (readonly [step: string, after: number])[]) => JsonValue;

const at = (run: number, after: number): string =>
  new Date(Date.parse(STARTS[run] ?? LIVE) + after * 1000).toISOString().replace(".000", "");
const rows: Form = (run, steps) => ({ steps: steps.map(([step, after]) => ({ step, at: at(run, after) })) });
const lines: Form = (run, steps) => steps.map(([step, after]) => `${at(run, after)} ${step}`).join("\n");
const below: Form = (run, steps) =>
  `Log of the run\n${steps.map(([step, after]) => `[${at(run, after)}] ${step} ok`).join("\n")}`;

/** Four steps, of which the second and the third change places in the replay, where their times are equal. */
function swapped(form: Form, [a, b, c, d]: readonly [string, string, string, string]): boolean {
  const run = (after: number): readonly (readonly [string, number])[] => [
    [a, 0],
    [b, 1],
    [c, 1 + after],
    [d, 3],
  ];
  const now = [[a, 0] as const, [c, 1] as const, [b, 1] as const, [d, 3] as const];
  return tellOne([form(0, run(1)), form(1, run(1)), form(2, run(1)), form(3, now)]).green;
}

describe.each([
  ["objects", rows],
  ["lines", lines],
  ["lines below a head", below],
])("rows that tie and changed places: %s", (_, form) => {
  it.each([
    [["lint", "test", "build", "push"] as const],
    [["Add b", "Fix the door", "Paint the wall", "Merge"] as const],
    [["eve started", "bob joined", "ann ended", "all left"] as const],
  ])("may be either one first: %j", (steps) => {
    expect(swapped(form, steps)).toBe(true);
  });

  it.each([
    [["queued", "running", "done", "archived"] as const],
    [["opened", "backup started", "backup ended", "closed"] as const],
    [["paid", "order 17 packed", "order 17 shipped", "order 17 delivered"] as const],
    [["1/4", "2/4", "3/4", "4/4"] as const],
    [["step one", "step two", "step three", "step four"] as const],
    [["1. test", "2. build", "3. sign", "4. push"] as const],
    [["position 10", "position 20", "position 30", "position 40"] as const],
    [["none", "priority high", "priority low", "other"] as const],
  ])("keep the order that they say: %j", (steps) => {
    expect(swapped(form, steps)).toBe(false);
  });

  it("do not hide what changed in them", () => {
    const run = [["lint ok", 0] as const, ["test ok", 1] as const, ["build failed", 2] as const];
    const now = [["lint ok", 0] as const, ["build ok", 1] as const, ["test failed", 1] as const];
    expect(tellOne([form(0, run), form(1, run), form(2, run), form(3, now)]).green).toBe(false);
  });
});
