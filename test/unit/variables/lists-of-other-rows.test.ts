// Lists that always have as many rows, which are other things in each run: the last orders, the last lines of a log.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tellOne } from "./runs.js";

const WHO = [
  [7, "Ann", "Oslo"],
  [8, "Bob", "Bergen"],
  [9, "Eve", "Roros"],
] as const;
/** Whose the orders are, in each run and in the live one. */
const TURNS = [
  [0, 1, 2, 2, 0, 1, 1, 2],
  [1, 0, 1, 2, 2, 0, 2, 1],
  [2, 1, 0, 2, 0, 1, 1, 0],
  [1, 2, 1, 0, 0, 2, 1, 2],
];

type Row = readonly [order: string, id: number, name: string, city: string, cents: number];

function rowsOf(run: number): Row[] {
  return (TURNS[run] ?? []).map((who, at): Row => {
    const chance = (run * 8 + at + 3) * 2_654_435;
    const id = `o-${(chance * 7919).toString(16).slice(-8)}4e`;
    return [id, ...(WHO[who] ?? WHO[0]), 1000 + ((chance % 9973) ** 2 % 8971)];
  });
}

const FORMS: Record<string, (rows: readonly Row[]) => JsonValue> = {
  JSON: (rows) => ({ rows: rows.map(([id, customer, name, city, cents]) => ({ id, customer, name, city, cents })) }),
  lines: (rows) => ["The last orders:", ...rows.map((row) => row.join(" "))].join("\n"),
};

describe.each(Object.entries(FORMS))("in %s", (_, show) => {
  const problemsOf = (live: readonly Row[]): string[] =>
    tellOne([show(rowsOf(0)), show(rowsOf(1)), show(rowsOf(2)), show(live)]).problems.filter(
      (one) => !one.startsWith("volatile"),
    );
  const live = rowsOf(3);
  const [first = live[0]] = live;

  it("may have any rows like those that were seen", () => {
    expect(problemsOf(live)).toEqual([]);
  });

  it.each<[string, readonly Row[]]>([
    ["the name of another one", live.map(([id, who, , city, cents]): Row => [id, who, "Ann", city, cents])],
    ["a word that no row had", live.map(([id, who, name, , cents]): Row => [id, who, name, "Turku", cents])],
    ["a row less", live.slice(1)],
    ["a row twice", first === undefined ? [] : [first, first, ...live.slice(2)]],
  ])("has not %s", (__, rows) => {
    expect(problemsOf(rows)).not.toEqual([]);
  });
});

it("is not learned of rows that have names", () => {
  const states = (...all: readonly string[]): JsonValue =>
    ["api", "mail", "queue"].map((name, at) => ({
      name,
      state: all[at] ?? "",
      ms: 47 * (at + 1) + all.join("").length,
    }));
  const told = tellOne([
    states("up", "down", "up"),
    states("down", "up", "down"),
    states("up", "up", "down"),
    states("up", "up", "up"),
  ]);
  expect(told.learned.lengths).toBeUndefined();
  expect(told.green).toBe(false);
});
