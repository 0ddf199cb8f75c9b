// Numbers whose names say in which order they are.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tellOne } from "./runs.js";

const passes = (runs: readonly JsonValue[]): boolean => tellOne(runs).green;

type Five = readonly [least: number, mean: number, most: number, half: number, high: number];
const five = fc
  .uniqueArray(fc.integer({ min: 20, max: 99 }), { minLength: 5, maxLength: 5 })
  .map((numbers) => numbers.toSorted((one, other) => one - other))
  .map(([a = 0, b = 0, c = 0, d = 0, e = 0]): Five => [a, c, e, b, d]);

const asObject = ([least, mean, most, half, high]: Five): JsonValue => ({
  minCost: least,
  avgCost: mean,
  maxCost: most,
  latency: { p50: half, p99: high },
});
const asTable = ([least, mean, most, half, high]: Five): JsonValue =>
  `min | p50 | avg | p95 | max | rows\n${[least, half, mean, high, most, 7].join(" | ")}\n(1 row)`;

const asJoined = ([least, mean, most, half, high]: Five): JsonValue =>
  `2 packets received, 0% loss\nrtt min/avg/max = ${[least, mean, most].join("/")} ms\np50=${String(half)} p99=${String(high)}`;
const asLines = ([least, mean, most, half, high]: Five): JsonValue =>
  `Name: price\n\ncount    4\nmean     ${String(mean)}\nmin      ${String(least)}\nmax      ${String(most)}\n\np50: ${String(half)} ms\np99: ${String(high)} ms`;

describe.each([
  ["names that are joined", asJoined],
  ["lines", asLines],
  ["JSON", asObject],
  ["a table", asTable],
])("the least, the mean, the greatest and quantiles in %s", (_, show) => {
  it("keep their order on an unchanged server, and do not change places", () => {
    let found = 0;
    fc.assert(
      fc.property(
        fc.tuple(five, five, five),
        five,
        fc.constantFrom("ends", "mean", "quantiles"),
        (runs, live, what) => {
          expect(tellOne([...runs, live].map(show)).problems.filter((one) => one.includes("relation"))).toEqual([]);
          const [least, mean, most, half, high] = live;
          const wrong: Record<string, Five> = {
            ends: [most, mean, least, half, high],
            mean: [least, most, mean, half, high],
            quantiles: [least, mean, most, high, half],
          };
          if (!passes([...runs, wrong[what] ?? live].map(show))) found++;
        },
      ),
      { numRuns: 30 },
    );
    expect(found).toBe(30);
  });
});

describe("the buckets of a histogram", () => {
  const buckets = (counts: readonly number[]): JsonValue =>
    [
      "# TYPE http_seconds histogram",
      ...["0.1", "0.5", "1", "+Inf"].map((le, at) => `http_seconds_bucket{le="${le}"} ${String(counts[at])}`),
    ].join("\n");

  it("never fall", () => {
    const runs = [
      [120, 500, 570, 580],
      [280, 610, 690, 694],
      [199, 720, 777, 790],
    ];
    expect(passes([...runs, [250, 620, 700, 702]].map(buckets))).toBe(true);
    expect(passes([...runs, [620, 250, 700, 711]].map(buckets))).toBe(false);
    // The slowest took less than a second.
    expect(passes([...runs, [250, 620, 700, 700]].map(buckets))).toBe(true);
  });
});

describe("names that say no order", () => {
  it.each<[string, (low: number, high: number) => JsonValue]>([
    ["of other things", (low, high) => ({ minWaitDays: low, maxRooms: high })],
    ["of a mean and a quantile", (low, high) => ({ mean: low, p95: high })],
  ])("are those %s", (_, show) => {
    expect(passes([show(31, 52), show(44, 49), show(38, 60), show(50, 45)])).toBe(true);
  });

  it("are those that were in another order in a check", () => {
    const show = (minRooms: number, maxRooms: number): JsonValue => ({ minRooms, maxRooms });
    expect(passes([show(31, 52), show(49, 44), show(38, 60), show(50, 45)])).toBe(true);
  });
});
