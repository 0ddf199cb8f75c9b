// Numbers of few possible values that were equal, apart or in one order in all runs by chance.
import { describe, expect, it } from "vitest";
import { tellOne } from "./runs.js";

describe("dice", () => {
  const told = (...runs: number[][]) => tellOne(runs.map((rolls) => ({ rolls })));

  it.each<[string, number[][]]>([
    [
      "one was the same in all runs",
      [
        [3, 2, 1],
        [5, 6, 1],
        [1, 3, 1],
        [3, 3, 5],
      ],
    ],
    [
      "two were equal in all runs",
      [
        [1, 4, 4],
        [4, 3, 3],
        [6, 2, 2],
        [4, 5, 1],
      ],
    ],
    [
      "all were different in all runs",
      [
        [1, 6, 3],
        [2, 1, 3],
        [5, 1, 4],
        [2, 2, 1],
      ],
    ],
    [
      "they look like a list of which one fell out",
      [
        [3, 2, 1],
        [2, 1, 6],
        [5, 4, 2],
        [6, 6, 4],
      ],
    ],
  ])("show anything, though %s", (_, runs) => {
    expect(told(...runs).problems).toEqual([]);
  });

  it("are as many, and in their range", () => {
    const runs = [
      [3, 2, 1],
      [5, 6, 1],
      [1, 3, 1],
    ];
    expect(told(...runs, [3, 3]).green).toBe(false);
    expect(told(...runs, [3, 3, -5]).green).toBe(false);
    expect(told(...runs, [3, 3, 5000]).green).toBe(false);
  });

  it("are constants where most of them are", () => {
    expect(told([3, 2, 1], [3, 2, 6], [3, 2, 4], [4, 2, 5]).green).toBe(false);
  });
});

describe("rows that come in any order", () => {
  const board = (...rows: [string, number][]): string =>
    rows.map(([name, points], at) => `${String(at + 1)}. ${name} – ${String(points)} points`).join("\n");
  const BOARDS = [
    board(["Ann", 693], ["Bob", 557], ["Kim", 113]),
    board(["Ann", 329], ["Bob", 325], ["Kim", 114]),
    board(["Kim", 714], ["Bob", 216], ["Ann", 108]),
  ];

  it("have another rank, though one had the same in all runs", () => {
    expect(tellOne([...BOARDS, board(["Bob", 434], ["Ann", 387], ["Kim", 149])]).problems).toEqual([]);
  });

  it.each([
    ["has no row", "1. Bob – 434 points\n2. Ann – 387 points"],
    ["has another name", board(["Bob", 434], ["Ann", 387], ["Eve", 149])],
    ["is not sorted", board(["Bob", 387], ["Ann", 434], ["Kim", 149])],
    ["has a gap", "1. Bob – 434 points\n2. Ann – 387 points\n4. Kim – 149 points"],
    ["has a rank twice", "1. Bob – 434 points\n1. Ann – 387 points\n2. Kim – 149 points"],
  ])("are no pass where it %s", (_, live) => {
    expect(tellOne([...BOARDS, live]).green).toBe(false);
  });

  const processes = (...rows: [string, number, number][]): string =>
    rows.map(([name, cpu, memory]) => `${cpu.toFixed(1)}  ${String(memory)}M  ${name}`).join("\n");
  const TOPS = [
    processes(["nginx", 51, 787], ["node", 35.8, 115], ["postgres", 8.1, 364]),
    processes(["postgres", 48.9, 60], ["nginx", 18.3, 753], ["node", 17, 282]),
    processes(["node", 74.8, 567], ["postgres", 27.5, 116], ["nginx", 13.1, 842]),
  ];

  it("may have in each row what the others had", () => {
    const live = processes(["postgres", 61.7, 372], ["node", 45.9, 59], ["nginx", 10, 132]);
    expect(tellOne([...TOPS, live]).problems).toEqual([]);
  });

  it("have nothing far from all that any row had", () => {
    const live = processes(["postgres", 9700.9, 372], ["node", 45.9, 59], ["nginx", 10, 132]);
    expect(tellOne([...TOPS, live]).green).toBe(false);
  });

  const stock = (...rows: [string, number][]) => rows.map(([article, left]) => ({ article, left }));
  const STOCKS = [
    stock(["rug", 3], ["lamp", 12], ["desk", 14]),
    stock(["rug", 2], ["lamp", 7], ["desk", 8]),
    stock(["desk", 1], ["rug", 5], ["lamp", 19]),
  ];

  it("may be nothing where many lay next to it, and of one scale", () => {
    const live = stock(["desk", 0], ["rug", 4], ["lamp", 7]);
    expect(tellOne([...STOCKS, live]).problems).toEqual([]);
    const many = STOCKS.map((rows) => rows.map(({ article, left }) => ({ article, left: left + 40 })));
    expect(tellOne([...many, live]).green).toBe(false);
  });

  it("keep the range of each row where one is of another scale", () => {
    const metrics = (...rows: [string, number][]) => rows.map(([name, value]) => ({ name, value }));
    const runs = [
      metrics(["load", 0.3], ["free", 230_512], ["queue", 12]),
      metrics(["free", 231_007], ["load", 0.5], ["queue", 15]),
      metrics(["queue", 14], ["load", 0.4], ["free", 229_870]),
    ];
    expect(tellOne([...runs, metrics(["load", 0.6], ["queue", 13], ["free", 230_003])]).problems).toEqual([]);
    expect(tellOne([...runs, metrics(["load", 5000.5], ["queue", 13], ["free", 230_003])]).green).toBe(false);
  });
});

describe("two columns that give a constant together", () => {
  const low = (...left: number[]): string =>
    left
      .map((count, at) => `${["DSK", "LMP", "RUG"][at] ?? ""}: ${String(count)} left, order ${String(40 - count)}`)
      .join("\n");
  const RUNS = [low(17, 10, 9), low(3, 8, 15), low(8, 18, 12)];

  it("do so in each row", () => {
    expect(tellOne([...RUNS, low(5, 9, 11)]).problems).toEqual([]);
    expect(tellOne([...RUNS, low(5, 9, 11).replaceAll(/order (\d+)/g, "order 1$1")]).green).toBe(false);
    expect(tellOne([...RUNS, low(5, 9, 11).replace("order 31", "order 30")]).green).toBe(false);
  });

  it("did so by chance in few rows that hardly moved", () => {
    const pair = (one: number, other: number): string => `DSK: ${String(one)} left, order ${String(other)}\nEnd`;
    expect(tellOne([pair(3, 4), pair(4, 3), pair(3, 4), pair(4, 4)]).problems).toEqual([]);
  });
});
