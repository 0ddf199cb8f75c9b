// Numbers that a call moves by what it was sent.
import fc from "fast-check";
import { expect, it } from "vitest";
import { tell, tellOne, type Sketch } from "./runs.js";

/** 3 may be reckoned from 300. */
const START = fc.integer({ min: 300, max: 900 }).filter((start) => start % 100 > 40);
const STARTS = fc.tuple(START, fc.constantFrom(3, 5, 12));

it("what is left is what there was without what was asked for", () => {
  fc.assert(
    fc.property(STARTS, fc.constantFrom(-3, -1, 1, 3), ([start, days], off) => {
      const run = (before: number, left: number): Sketch[] => [
        ["balance", {}, { days: before }],
        ["request", { first: "2031-03-03", days }, { state: "pending", left }],
      ];
      const [first, second, third, now] = [0, 1, 2, 3].map((at) => start - at * days);
      const runs = [first, second, third].map((before = 0) => run(before, before - days));
      const [recorded = [], ...checks] = runs;
      const live = (more: number): string[] =>
        tell({ recorded, checks, live: run(now ?? 0, (now ?? 0) - days + more) }).problems;
      expect(live(0)).toEqual([]);
      expect(live(off)).toEqual(["changed relation 2 /content/0/json/left"]);
    }),
    { numRuns: 40 },
  );
});

it("what is on hand is what was before and what was received", () => {
  const text = (before: number, after: number): string =>
    `Received: 12 pcs\nOn hand: ${String(before)} -> ${String(after)}`;
  const runs = [text(40, 52), text(52, 64), text(64, 76)];
  const live = (after: number): string[] => tellOne([...runs, text(76, after)], {}, { quantity: 12 }).problems;
  expect(live(88)).toEqual([]);
  expect(live(76)).not.toEqual([]);
});

it("what a call takes back is what an earlier one was sent", () => {
  const run = (reserved: number, after = reserved - 4): Sketch[] => [
    ["reserve", { quantity: 4 }, { reserved }],
    ["release", { item: "tent" }, { reserved: after }],
  ];
  const checks = [run(17), run(18)];
  expect(tell({ recorded: run(21), checks, live: run(23) }).problems).toEqual([]);
  expect(tell({ recorded: run(21), checks, live: run(23, 23) }).problems).toEqual([
    "changed relation 2 /content/0/json/reserved",
  ]);
});

it("counters that are as far apart by chance, and were moved by another amount, may part", () => {
  const show = (open: number, closed: number): { open: number; closed: number } => ({ open, closed });
  const runs = [show(40, 50), show(41, 51), show(42, 52)];
  expect(tellOne([...runs, show(43, 55)], {}, { limit: 10 }).problems).toEqual([]);
});
