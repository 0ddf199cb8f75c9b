// Texts that are what the row with the greatest or the least number has: the best day, the slowest route.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tellOne } from "./runs.js";

const told = (results: readonly JsonValue[]): boolean => {
  const { green, learned } = tellOne(results);
  return green && learned.unstable.length === 0;
};

type Row = readonly [name: string, visits: number];
const NAMES = ["ann", "bob", "cy", "dora", "eve"];
const rows = fc
  .uniqueArray(fc.integer({ min: 100, max: 999 }), { minLength: 5, maxLength: 5 })
  .map((numbers) => numbers.map((number, at): Row => [NAMES[at] ?? "", number]));
const ranked = (list: readonly Row[]): Row[] => list.toSorted(([, one], [, other]) => other - one);
const bestOf = (list: readonly Row[]): string => ranked(list)[0]?.[0] ?? "";
const worstOf = (list: readonly Row[]): string => ranked(list).at(-1)?.[0] ?? "";

const asText = (list: readonly Row[], best: string): JsonValue =>
  `| Name | Visits |\n| --- | --- |\n${list.map((row) => `| ${row.join(" | ")} |`).join("\n")}\n\nBest: ${best}`;
const asJson = (list: readonly Row[], best: string): JsonValue => ({
  people: list.map(([name, visits]) => ({ name, visits })),
  topVisitor: best,
});

describe.each([
  ["a text", asText],
  ["JSON", asJson],
])("the best of a list in %s", (_, show) => {
  it("is another one in each run, and the one with the most", () => {
    fc.assert(
      fc.property(fc.tuple(rows, rows, rows), rows, ([first, second, third], live) => {
        const seen = [first, second, third];
        fc.pre(new Set(seen.map(bestOf)).size > 1);
        const runs = seen.map((list) => show(list, bestOf(list)));
        expect(told([...runs, show(live, bestOf(live))])).toBe(true);
        for (const [name] of ranked(live).slice(1))
          expect([name, told([...runs, show(live, name)])]).toEqual([name, false]);
        expect(told([...runs, show(live, "nobody")])).toBe(false);
      }),
      { numRuns: 12 },
    );
  });

  it("may be one of several that have as much", () => {
    const lists: Row[][] = [2, 0, 1, 4].map((top) => NAMES.map((name, at): Row => [name, at === top ? 900 : 100 + at]));
    const tied: Row[] = NAMES.map((name, at): Row => [name, at < 2 ? 900 : 100 + at]);
    const runs = lists.slice(0, 3).map((list) => show(list, bestOf(list)));
    for (const name of ["ann", "bob"]) expect(told([...runs, show(tied, name)])).toBe(true);
    expect(told([...runs, show(tied, "cy")])).toBe(false);
  });
});

it("is the least where it was so in every run", () => {
  const lists: Row[][] = [2, 0, 1, 4].map((low, run) =>
    NAMES.map((name, at): Row => [name, (at === low ? 100 : 150) + 7 * at + 11 * run]),
  );
  const show = (list: readonly Row[], fastest: string): JsonValue => ({
    routes: list.map(([name, seconds]) => ({ name, seconds })),
    fastest,
  });
  const [live = [], ...others] = lists.toReversed();
  const runs = others.map((list) => show(list, worstOf(list)));
  expect(told([...runs, show(live, worstOf(live))])).toBe(true);
  expect(told([...runs, show(live, bestOf(live))])).toBe(false);
});

it("is a word like others where nothing says that it is the best, or it was not in one run", () => {
  const lists: Row[][] = [2, 0, 1, 4].map((top) => NAMES.map((name, at): Row => [name, at === top ? 900 : 100 + at]));
  const show = (key: string) => (list: readonly Row[]) => ({
    people: list.map(([name, visits]) => ({ name, visits })),
    [key]: bestOf(list),
  });
  expect(told(lists.map(show("onDuty")))).toBe(false);
  const [first, ...others] = lists.map(show("best"));
  expect(told([{ ...first, best: "dora" }, ...others])).toBe(false);
});
