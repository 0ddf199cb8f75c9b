// Rows of a list whose numbers say something of each other: one unit, shares of a sum, two that are together the same.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tellOne } from "./runs.js";

const passes = (seen: readonly JsonValue[], live: JsonValue): boolean => tellOne([...seen, live]).green;

describe("amounts of a column with one unit", () => {
  const rows = (unit: string, word: string, ...amounts: readonly number[]): string =>
    amounts.map((amount, at) => `${["ann", "bob", "eve"][at] ?? ""}, ${word} ${String(amount)} ${unit}`).join("\n");
  const seen = [rows("min", "idle", 12, 3, 41), rows("min", "idle", 7, 30, 22), rows("min", "idle", 25, 18, 9)];

  it("keep it in all rows", () => {
    expect(passes(seen, rows("min", "idle", 14, 44, 2))).toBe(true);
    expect(passes(seen, rows("s", "idle", 14, 44, 2))).toBe(false);
    expect(passes(seen, rows("h", "idle", 14, 44, 2))).toBe(false);
  });

  it("may have another where their program chooses it by the amount", () => {
    expect(passes(seen, "ann, idle 40 s\nbob, idle 12 min\neve, idle 2 min")).toBe(true);
    const slow = seen.map((text) => text.replaceAll("min", "ms"));
    expect(passes(slow, rows("s", "idle", 1.2, 1.4, 2.9))).toBe(true);
  });

  it("may have another where all began with the server", () => {
    const up = seen.map((text) => text.replaceAll("idle", "up"));
    expect(passes(up, rows("s", "up", 14, 44, 19))).toBe(true);
  });
});

describe("shares of a sum", () => {
  const tenths = (number: number): number => Math.round(number * 10) / 10;
  type Change = (shares: number[]) => number[];
  const table = (counts: readonly number[], change: Change = (shares) => shares): string => {
    const sum = counts.reduce((all, count) => all + count, 0);
    const shares = change(counts.map((count) => tenths((100 * count) / sum)));
    const names = ["new", "offer", "won", "lost", "kept"];
    return counts.map((count, at) => `${names[at] ?? ""} | ${String(count)} | ${String(shares[at])}%`).join("\n");
  };
  const seen = [table([12, 21, 7]), table([5, 18, 28]), table([24, 9, 15])];

  it("are not exchanged, and are no fractions", () => {
    expect(passes(seen, table([10, 20, 17]))).toBe(true);
    expect(
      passes(
        seen,
        table([10, 20, 17], ([one = 0, other = 0, ...rest]) => [other, one, ...rest]),
      ),
    ).toBe(false);
    expect(
      passes(
        seen,
        table([10, 20, 17], (all) => all.map((share) => tenths(share / 10))),
      ),
    ).toBe(false);
  });

  it("may be anything where they were no shares in one run", () => {
    const free = seen.with(
      1,
      table([5, 18, 28], ([one = 0, other = 0, ...rest]) => [other, one, ...rest]),
    );
    expect(
      passes(
        free,
        table([10, 20, 17], ([one = 0, other = 0, ...rest]) => [other, one, ...rest]),
      ),
    ).toBe(true);
  });

  it("pass for all counts that a server rounds", () => {
    const counts = fc.array(fc.integer({ min: 3, max: 60 }), { minLength: 3, maxLength: 3 });
    fc.assert(fc.property(counts, (all) => passes(seen, table(all))));
  });
});

describe("two columns that are together the same in all rows", () => {
  const names = ["LMP", "DSK", "RUG"];
  const list = (left: readonly number[], below = 40): string =>
    left.map((count, at) => `${names[at] ?? ""}: ${String(count)} left, order ${String(below - count)}`).join("\n");
  const rows = (left: readonly number[], below = 40): JsonValue =>
    left.map((count, at) => ({ sku: names[at] ?? "", left: count, missing: below - count }));

  it.each([list, rows])("are so still", (show) => {
    const seen = [show([3, 12, 14]), show([17, 2, 9]), show([6, 11, 19])];
    expect(passes(seen, show([8, 15, 4]))).toBe(true);
    expect(passes(seen, show([8, 15, 4], 20))).toBe(false);
  });

  it("may be others where they were in one run", () => {
    const seen = [list([3, 12, 14]), list([17, 2, 9], 41), list([6, 11, 19])];
    expect(passes(seen, list([8, 15, 4], 35))).toBe(true);
  });
});

describe("rows in any order by their names", () => {
  const list = (rows: readonly (readonly [name: string, left: number])[]): string =>
    rows.map(([name, left]) => `${name}: ${String(left)} left`).join("\n");
  const seen = [
    list([
      ["lamp", 2],
      ["desk", 13],
      ["rug", 18],
    ]),
    list([
      ["rug", 7],
      ["lamp", 11],
      ["desk", 16],
    ]),
    list([
      ["lamp", 5],
      ["rug", 8],
      ["desk", 12],
    ]),
  ];
  const [up, down] = [
    list([
      ["desk", 3],
      ["rug", 9],
      ["lamp", 15],
    ]),
    list([
      ["lamp", 15],
      ["rug", 9],
      ["desk", 3],
    ]),
  ];

  it("stay in the order of their numbers", () => {
    expect(passes(seen, up)).toBe(true);
    expect(passes(seen, down)).toBe(false);
  });

  it("may come in any order where one run was not sorted", () => {
    const free = seen.with(2, (seen[2] ?? "").split("\n").toReversed().join("\n"));
    expect(passes(free, down)).toBe(true);
  });
});

describe("amounts of a list that says a limit", () => {
  const list = (head: string, ...metres: readonly number[]): string =>
    [head, ...metres.map((metre, at) => `- ${["Elbe", "Mensa", "Bistro"][at] ?? ""}: ${String(metre)} m, open`)].join(
      "\n",
    );
  const within = "Near Mill Street (within 500 m)";
  const seen = [list(within, 120, 410, 333), list(within, 451, 97, 260), list(within, 208, 389, 72)];

  it("are within it", () => {
    expect(passes(seen, list(within, 499, 51, 470))).toBe(true);
    expect(passes(seen, list(within, 120, 4180, 333))).toBe(false);
  });

  it("may be beyond it where one was, and where it has another unit", () => {
    expect(passes(seen.with(1, list(within, 612, 97, 260)), list(within, 120, 800, 333))).toBe(true);
    const minutes = seen.map((text) => text.replace("500 m)", "500 s)"));
    expect(passes(minutes, list("Near Mill Street (within 500 s)", 120, 800, 333))).toBe(true);
  });

  it("are not below the least one", () => {
    const over = seen.map((text) => text.replace("within 500 m", "at least 50 m"));
    expect(passes(over, list("Near Mill Street (at least 50 m)", 120, 60, 333))).toBe(true);
    expect(passes(over, list("Near Mill Street (at least 50 m)", 120, 4, 333))).toBe(false);
  });
});

describe("a total beside what it is of", () => {
  const dice = (rolls: readonly number[], more = 0): JsonValue => ({
    rolls: [...rolls],
    total: rolls.reduce((sum, roll) => sum + roll, 0) + more,
  });
  const seen = [dice([6, 6, 1]), dice([3, 5, 4]), dice([4, 5, 5])];

  it("is the sum of few numbers, too", () => {
    expect(passes(seen, dice([2, 4, 1]))).toBe(true);
    expect(passes(seen, dice([2, 4, 1], 2))).toBe(false);
  });

  it("may be another where it was in one run", () => {
    expect(passes(seen.with(1, dice([3, 5, 4], 1)), dice([2, 4, 1], 2))).toBe(true);
  });

  const way = (legs: readonly number[], seconds: number): JsonValue => ({
    legs: legs.map((leg) => ({ seconds: leg })),
    seconds,
  });

  it("hardly moves, and has the name of what it sums", () => {
    const ways = [way([488, 404], 892), way([495, 403], 898), way([577, 319], 896)];
    expect(passes(ways, way([510, 370], 880))).toBe(true);
    expect(passes(ways, way([510, 370], 510))).toBe(false);
  });
});

describe("a decimal with a unit", () => {
  const line = (mbps: number, ping = 9.5): JsonValue => ({ download: { mbps }, ping_ms: ping });
  const seen = [line(92.4, 12.5), line(117.3, 8.1), line(84.6, 19.7)];

  it("is not a thousandth of what it was, as a time may be", () => {
    expect(passes(seen, line(41.8))).toBe(true);
    expect(passes(seen, line(0.0924))).toBe(false);
    expect(passes(seen, line(92.4, 0.012))).toBe(true);
  });
});

describe("process numbers", () => {
  const top = (...pids: readonly number[]): string =>
    pids.map((pid, at) => `${String(pid)} ${["node", "nginx", "postgres"][at] ?? ""}`).join("\n");

  it("are different, though two of two runs were near each other", () => {
    const seen = [top(10_084, 12_284, 13_081), top(23_251, 32_689, 13_073), top(35_022, 11_427, 16_006)];
    expect(passes(seen, top(8140, 21_905, 30_111))).toBe(true);
    expect(passes(seen, top(8140, 8140, 8140))).toBe(false);
  });
});
