// Numbers that were a figure of a list in every run: how many rows it has, or what a column of it adds up to.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tell, tellOne, type Sketch, type Told } from "./runs.js";

interface Row {
  name: string;
  price: number;
}

/** The rows that a shop has after so many runs, each of which adds one. */
function rowsAfter(count: number, prices: readonly number[] = []): Row[] {
  return Array.from({ length: count }, (_, at) => ({ name: "Milk", price: prices[at] ?? 2.5 }));
}

/** Adds a row and lists them; `answer` makes the result of the list. */
function lists(answer: (rows: Row[]) => JsonValue, live: JsonValue, rows: readonly Row[][]): Told {
  const turns = rows.map((those): Sketch[] => [
    ["add_item", { item: "Milk" }, "Added."],
    ["list_items", {}, answer(those)],
  ]);
  const [recorded = [], ...checks] = turns;
  const now: Sketch[] = [
    ["add_item", { item: "Milk" }, "Added."],
    ["list_items", {}, live],
  ];
  return tell({ recorded, checks, live: now });
}

const RUNS = [rowsAfter(3), rowsAfter(4), rowsAfter(5)];
const NOW = rowsAfter(6);

const lines = (rows: readonly Row[]): string =>
  rows.map(({ name, price }) => `- ${name} ${price.toFixed(2)}`).join("\n");
const sum = (rows: readonly Row[]): number => rows.reduce((all, { price }) => all + price, 0);

describe("a sum below a table with tabs", () => {
  const commit = (plus: number, minus: number, more: number, less: number, by = 0) =>
    `commit of Ann\n\n    Change no. 3\n\n${String(plus)}\t${String(minus)}\ta.ts\n${String(more)}\t${String(less)}\tb.ts\n 2 files changed, ${String(plus + more + by)} insertions(+), ${String(minus + less)} deletions(-)`;
  const runs = [commit(56, 29, 5, 11), commit(47, 28, 48, 26), commit(42, 11, 53, 2)];

  it("is of its rows alone, and may be the same in two runs", () => {
    expect(tellOne([...runs, commit(12, 15, 30, 12)]).problems).toEqual([]);
    expect(tellOne([...runs, commit(12, 15, 30, 12, 100)]).problems).toEqual([
      "changed relation 1 /content/0/text/lines/6",
    ]);
  });
});

describe("a count", () => {
  const forms: [string, (rows: readonly Row[], by?: number) => JsonValue][] = [
    ["beside its list", (rows, by = 0) => ({ total: rows.length + by, items: rows.map((row) => ({ ...row })) })],
    [
      "below its list",
      (rows, by = 0) => ({ items: rows.map((row) => ({ ...row })), page: { found: rows.length + by } }),
    ],
    ["at the head of lines", (rows, by = 0) => `${String(rows.length + by)} items:\n${lines(rows)}`],
    ["at the foot of lines", (rows, by = 0) => `${lines(rows)}\n\nThese are ${String(rows.length + by)} items.`],
    [
      "of a padded table with a foot",
      (rows, by = 0) =>
        [
          " id   | name  | price",
          "------+-------+------",
          ...rows.map(
            ({ name, price }, at) => ` ${String(at + 4711).padEnd(4)} | ${name.padEnd(5)} | ${price.toFixed(2)}`,
          ),
          `(${String(rows.length + by)} rows)`,
          "",
          `Read from disk.`,
        ].join("\n"),
    ],
    [
      "of lines without marks",
      (rows, by = 0) => `${String(rows.length + by)} items\n${lines(rows).replaceAll("- ", "")}`,
    ],
  ];

  it.each(forms)("stays the number of the rows, %s", (_, form) => {
    expect(lists(form, form(NOW), RUNS).problems).toEqual(
      expect.not.arrayContaining([expect.stringContaining("changed")]),
    );
  });

  it.each(forms)("is changed where it is another, %s", (_, form) => {
    for (const by of [-1, 4]) expect(lists(form, form(NOW, by), RUNS).green).toBe(false);
  });

  it("of another result is compared when both are known", () => {
    const run = (rows: readonly Row[], by = 0): Sketch[] => [
      ["add_item", { item: "Milk" }, `Added. You have ${String(rows.length + by)} items.`],
      ["list_items", {}, { items: rows.map((row) => ({ ...row })) }],
    ];
    const told = (by: number): Told =>
      tell({ recorded: run(rowsAfter(3)), checks: [run(rowsAfter(4)), run(rowsAfter(5))], live: run(NOW, by) });
    expect(told(0).green).toBe(true);
    expect(told(3).problems).toContain("changed relation 2 /content/0/json/items");
  });

  it("is nothing that an id is held to", () => {
    const form = (rows: readonly Row[], id = rows.length): JsonValue => ({
      next_id: id,
      items: rows.map((row) => ({ ...row })),
    });
    expect(lists(form, form(NOW, 9), RUNS).green).toBe(true);
  });
});

describe("a sum", () => {
  const json = (rows: readonly Row[], by = 0): JsonValue => ({
    items: rows.map((row) => ({ ...row })),
    to_pay: sum(rows) + by,
  });
  const text = (rows: readonly Row[], by = 0): JsonValue => `${lines(rows)}\nTotal: ${(sum(rows) + by).toFixed(2)}`;
  const bare = (rows: readonly Row[], by = 0): JsonValue =>
    `${lines(rows).replaceAll("- ", "")}\nTotal: ${(sum(rows) + by).toFixed(2)}`;
  const forms: [string, typeof json][] = [
    ["JSON", json],
    ["lines", text],
    ["lines without marks", bare],
  ];

  it.each(forms)("stays what the rows add up to: %s", (_, form) => {
    expect(lists(form, form(NOW), RUNS).green).toBe(true);
    expect(lists(form, form(NOW, -2.5), RUNS).green).toBe(false);
  });

  it.each(forms)("of rows whose prices differ in each run: %s", (_, form) => {
    const priced = (...prices: number[]): Row[] =>
      prices.map((price, at) => ({ name: `Ware ${"ABC"[at] ?? ""}`, price }));
    const runs = [priced(2.5, 3.25, 9), priced(2.75, 4.1, 8.5), priced(2.2, 3.7, 9.1)];
    const now = priced(2.4, 3.9, 8.8);
    expect(lists(form, form(now), runs).green).toBe(true);
    expect(lists(form, form(now, 0.1), runs).green).toBe(false);
  });
});

describe("a number in a row of the list", () => {
  const rows = (...numbers: number[]): string =>
    `Fine EUR\n${numbers
      .map((one) => one.toFixed(2))
      .map((one, at) => `${"late lost paid".split(" ")[at] ?? ""} ${one}`)
      .join("\n")}`;
  const runs = [rows(7.07, 27.55, 31.2), rows(7.82, 19.5, 44.1), rows(2.35, 23.78, 37.7)];

  it.each([
    ["is not held to be the least or the greatest", rows(29.5, 21.1, 33.3)],
    ["nor the second to stay between", rows(5, 61.1, 33.3)],
  ])("%s", (_, live) => {
    expect(tellOne([...runs, live]).problems.filter((one) => one.includes("relation"))).toEqual([]);
  });

  it("is not held to the number of rows, where it counts up", () => {
    const tasks = (count: number): string =>
      ["Fence", "Roof", "Door", "Wall", "Lawn", "Shed"]
        .slice(0, count)
        .map((name, at) => `Task ${String(at + 1)} ${name}`)
        .join("\n");
    const told = tellOne([2, 3, 4].map(tasks).concat(tasks(5)));
    expect(told.learned.variables.flatMap(({ of }) => of ?? [])).toEqual([]);
  });
});

describe("for all lists", () => {
  it("an unchanged server passes, and a number that is not of its list does not", () => {
    const price = fc.integer({ min: 1, max: 9999 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 9, maxLength: 9 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom("rows", "sum"),
        fc.integer({ min: 1, max: 50 }),
        (prices, first, is, by) => {
          const form = (rows: readonly Row[], add = 0): JsonValue => ({
            summary: is === "rows" ? rows.length + add : Number((sum(rows) + add).toFixed(2)),
            items: rows.map((row) => ({ ...row })),
          });
          const runs = [0, 1, 2].map((more) => rowsAfter(first + more, prices));
          const now = rowsAfter(first + 3, prices);
          expect(lists(form, form(now), runs).problems.filter((one) => one.includes("relation"))).toEqual([]);
          expect(lists(form, form(now, by), runs).green).toBe(false);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("a total of products", () => {
  const cart = (prices: readonly number[], by = 0, freight = 0): JsonValue => {
    const lines = prices.map((each, at) => ({ item: "pump", count: at + 2, each }));
    const total = lines.reduce((all, { count, each }) => all + count * each * 100, 0) / 100 + by + freight;
    return { lines, total: Math.round(total * 100) / 100 };
  };
  const RUNS_OF_PRICES = [
    [12.4, 7.15, 30.05],
    [11.95, 9.4, 22.2],
    [19.99, 6.35, 27.1],
  ];
  const look = (live: JsonValue, freight = 0): boolean => {
    const turns = [...RUNS_OF_PRICES.map((prices) => cart(prices, 0, freight)), live];
    return tellOne(turns).green;
  };

  it("is held to them, and to a constant beside them", () => {
    for (const freight of [0, 4.9]) {
      expect(look(cart([15, 8.1, 25.3], 0, freight), freight)).toBe(true);
      expect(look(cart([15, 8.1, 25.3], -25.3, freight), freight)).toBe(false);
    }
    expect(look(cart([15, 8.1, 25.3]), 4.9)).toBe(false);
  });
});

describe("a sum of sizes", () => {
  const show = (sizes: readonly number[], all: number): string =>
    [
      ...sizes.map((size, at) => `GET /${"abc"[at] ?? ""}.js 200 ${String(size)} B ${String(40 + at)} ms`),
      `3 requests, ${String(all)} B`,
    ].join("\n");
  const seen = [
    [50_207, 17_864, 18_888],
    [36_649, 64_479, 42_308],
    [50_689, 42_081, 25_352],
  ].map((sizes) =>
    show(
      sizes,
      sizes.reduce((all, size) => all + size, 0),
    ),
  );

  it("is that of the lines", () => {
    expect(tellOne([...seen, show([20_100, 30_100, 40_100], 90_300)]).green).toBe(true);
    expect(tellOne([...seen, show([20_100, 30_100, 40_100], 99_300)]).green).toBe(false);
  });
});

it("lets another row have the greatest number next time, and holds it to that one", () => {
  const report = (largest: number, ...amounts: number[]): JsonValue => ({
    payments: amounts.map((amount, at) => ({ name: `p${String(at)}`, amount })),
    largest: { amount: largest },
  });
  const seen = [report(1811.25, 1210.5, 1811.25), report(2733.75, 1602.25, 2733.75), report(2404.5, 1999.75, 2404.5)];
  expect(tellOne([...seen, report(2512.25, 2512.25, 2101.5)]).problems).toEqual([]);
  expect(tellOne([...seen, report(2101.5, 2512.25, 2101.5)]).problems).not.toEqual([]);
});

describe("a row of a list that sums the others", () => {
  const forms: [string, (name: string, sold: number) => JsonValue][] = [
    ["as an array", (name, sold) => [name, sold]],
    ["as an object", (name, sold) => ({ name, sold })],
  ];
  it.each(forms)("does so, %s", (_, row) => {
    const sheet = (sold: readonly number[], by = 0): JsonValue => ({
      values: [
        ...sold.map((one, at) => row(["Rent", "Food", "Bus"][at] ?? "", one)),
        row(
          "Sum",
          sold.reduce((all, one) => all + one, by),
        ),
      ],
    });
    const runs = [sheet([831, 377, 667]), sheet([138, 548, 171]), sheet([597, 655, 674])];
    expect(tellOne([...runs, sheet([469, 374, 486])]).green).toBe(true);
    expect(tellOne([...runs, sheet([469, 374, 486], -486)]).green).toBe(false);
  });
});
