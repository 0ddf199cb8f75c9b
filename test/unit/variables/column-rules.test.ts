// What held of the columns of a list in every run, as JSON and as lines.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Exact } from "../../../src/json/exact.js";
import type { JsonValue } from "../../../src/json/value.js";
import { brokenColumn, learnColumnRules } from "../../../src/variables/column-rules.js";
import type { ColumnRule } from "../../../src/variables/learned.js";
import { listsOf } from "../../../src/variables/list-rows.js";
import { tellOne } from "./runs.js";

type Row = Record<string, number | string>;

type Form = (rows: readonly Row[]) => Exact;
/** A result with the rows as JSON, or as the lines of a text. */
const asJson: Form = (rows) => ({ content: [{ json: { rows: rows.map((row) => ({ ...row })) } }] });
const asLines: Form = (rows) => ({ content: [{ text: rows.map((row) => Object.values(row).join(" | ")).join("\n") }] });

const learnFrom = (runs: readonly (readonly Row[])[], form: Form): ColumnRule[] =>
  learnColumnRules([{ call: 1, views: runs.map(form) }], { isMixed: () => false, isGrown: () => false });

const rulesOf = (runs: readonly (readonly Row[])[], form: Form = asJson): string[] =>
  learnFrom(runs, form).map(({ is, column, of = [], down, minus }) =>
    [is, column, ...of, ...(down === true ? ["down"] : []), ...(minus === true ? ["minus"] : [])].join(" "),
  );

/** What the rows of a run break of the rules of one kind. */
function brokenIn(runs: readonly (readonly Row[])[], live: readonly Row[], form: Form, is: ColumnRule["is"]): number {
  const list = [...listsOf(form(live))].map(([, rows]) => rows).findLast((rows) => rows.length === live.length) ?? [];
  return learnFrom(runs, form)
    .filter((rule) => rule.is === is)
    .flatMap((rule) => brokenColumn(rule, { recorded: list, live: list }) ?? []).length;
}

const cents = fc.integer({ min: 501, max: 99_999 }).map((number) => number / 100);
const round = (number: number): number => Math.round(number * 100) / 100;

describe.each([
  ["JSON", asJson],
  ["lines", asLines],
])("rows as %s", (_, form) => {
  const line = fc
    .record({ count: fc.integer({ min: 2, max: 9 }), price: cents })
    .map(({ count, price }): Row => ({ item: "pump", count, price, total: round(count * price) }));
  const lines = fc.array(line, { minLength: 4, maxLength: 4 });

  it("keep a product in each row", () => {
    fc.assert(
      fc.property(fc.tuple(lines, lines, lines), lines, fc.nat(3), (runs, live, at) => {
        expect(brokenIn(runs, live, form, "product")).toBe(0);
        const wrong = live.map((row, i) => (i === at ? { ...row, total: round(Number(row["total"]) + 1.5) } : row));
        expect(brokenIn(runs, wrong, form, "product")).toBeGreaterThan(0);
      }),
    );
  });

  it("keep a percentage in each row, however the server rounds", () => {
    const parts = fc.uniqueArray(fc.integer({ min: 80, max: 400 }), { minLength: 3, maxLength: 3 });
    const rounding = fc.constantFrom(Math.round, Math.floor, Math.ceil);
    let found = 0;
    fc.assert(
      fc.property(fc.tuple(parts, parts, parts), parts, rounding, (runs, live, roundOff) => {
        const shown = (used: readonly number[]): Row[] =>
          used.map((part) => ({ name: "disk", part, size: 450, share: roundOff((100 * part) / 450) }));
        const learned = runs.map(shown);
        expect(brokenIn(learned, shown(live), form, "percent")).toBe(0);
        const wrong = shown(live).map((row, i) => (i === 1 ? { ...row, share: 100 - Number(row["share"]) + 4 } : row));
        found += brokenIn(learned, wrong, form, "percent");
      }),
      { numRuns: 200 },
    );
    expect(found).toBeGreaterThan(150);
  });

  it("keep a balance, in either direction, also in rows of other runs", () => {
    const entries = fc.uniqueArray(cents, { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(entries, fc.boolean(), fc.boolean(), (amounts, isDown, isMinus) => {
        let balance = 5000;
        const all = amounts.map((amount): Row => {
          balance = round(balance + (isMinus ? -amount : amount));
          return { item: "entry", amount, balance };
        });
        const shown = (rows: readonly Row[]): Row[] => (isDown ? rows.toReversed() : [...rows]);
        const runs = [4, 5, 6].map((count) => shown(all.slice(0, count)));
        expect(brokenIn(runs, shown(all), form, "balance")).toBe(0);
        const wrong = all.map((row, i) => (i === 2 ? { ...row, balance: round(Number(row["balance"]) + 3) } : row));
        expect(brokenIn(runs, shown(wrong), form, "balance")).toBeGreaterThan(0);
      }),
    );
  });

  it("keep the order of a column whose values come in any", () => {
    const sold = fc
      .uniqueArray(fc.integer({ min: 100, max: 999 }), { minLength: 5, maxLength: 5 })
      .map((numbers) => numbers.toSorted((one, other) => other - one).map((amount): Row => ({ item: "lamp", amount })));
    let found = 0;
    fc.assert(
      fc.property(fc.tuple(sold, sold, sold), sold, (runs, live) => {
        expect(brokenIn(runs, live, form, "sorted")).toBe(0);
        found += brokenIn(runs, live.toReversed(), form, "sorted");
      }),
      { numRuns: 200 },
    );
    expect(found).toBeGreaterThan(130);
  });

  it("have no rule in noise, but an order once in hundreds of columns", () => {
    const row = fc.record({ a: fc.integer({ min: 1, max: 500 }), b: fc.integer({ min: 1, max: 500 }) });
    let found = 0;
    const runs = fc
      .integer({ min: 3, max: 6 })
      .chain((size) => fc.array(fc.array(row, { minLength: size, maxLength: size }), { minLength: 3, maxLength: 3 }));
    fc.assert(
      fc.property(runs, (those) => {
        found += rulesOf(those, form).length;
      }),
      { numRuns: 1000 },
    );
    expect(found).toBeLessThanOrEqual(4);
  });
});

describe("rows without a rule", () => {
  const rows = (...values: number[]): Row[] => values.map((value) => ({ value }));

  it("are those of ids that count up beside a count that is always one", () => {
    const counted = (from: number): Row[] => [0, 1, 2, 3].map((at) => ({ position: from + at, qty: 1, size: 10 }));
    expect(rulesOf([5, 9, 13].map(counted)).filter((rule) => !rule.startsWith("sorted"))).toEqual([]);
  });

  it("are those that only lie apart", () => {
    expect(rulesOf([rows(10, 20, 30), rows(11, 19, 33), rows(12, 22, 31)])).toEqual([]);
  });
});

describe("rows that name the one before", () => {
  const mails = (run: number, count: number, down = false): Row[] => {
    const all = Array.from({ length: count }, (_, at) => ({
      id: `m${String(run)}${String(at)}`,
      answers: at === 0 ? "" : `m${String(run)}${String(at - 1)}`,
    }));
    return down ? all.toReversed() : all;
  };

  it.each([false, true])("do so, the newest first: %s", (down) => {
    const runs = [1, 2, 3].map((run) => mails(run, 3, down));
    expect(rulesOf(runs)).toEqual([`follows /answers /id${down ? " down" : ""}`]);
    expect(brokenIn(runs, mails(4, 5, down), asJson, "follows")).toBe(0);
    const wrong = mails(4, 5, down).map((row) => ({
      ...row,
      answers: row["id"] === "m44" ? "m40" : (row["answers"] ?? ""),
    }));
    expect(brokenIn(runs, wrong, asJson, "follows")).toBe(1);
  });
});

describe("rows that count themselves", () => {
  const parts = (count: number, down = false): Row[] => {
    const all = Array.from({ length: count }, (_, at): Row => ({ part: at + 1, etag: `e${String(at)}x` }));
    return down ? all.toReversed() : all;
  };

  it.each([false, true])("do so in lists of any length, the last first: %s", (down) => {
    const runs = [parts(4, down), parts(4, down), parts(8, down)];
    expect(rulesOf(runs)).toContain(`counted /part${down ? " down" : ""}`);
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(19), (count, at) => {
        const live = parts(count, down);
        expect(brokenIn(runs, live, asJson, "counted")).toBe(0);
        const twice = live.map((row, i) => (i === at % count ? { ...row, part: Number(row["part"]) + 1 } : row));
        expect(brokenIn(runs, twice, asJson, "counted")).toBe(1);
      }),
    );
  });

  it("say it by their variables where they are as many", () => {
    expect(rulesOf([parts(4), parts(4), parts(4)])).toEqual([]);
  });
});

describe("the table of a text with a head and a foot", () => {
  const psql = (...rows: (readonly [name: string, orders: number, revenue: number])[]): string =>
    [
      " region | orders | revenue | average",
      "--------+--------+---------+--------",
      ...rows.map(
        ([name, orders, revenue]) =>
          ` ${name} | ${String(orders)} | ${revenue.toFixed(2)} | ${(revenue / orders).toFixed(2)}`,
      ),
      `(${String(rows.length)} rows)`,
    ].join("\n");
  const runs = [
    psql(["north", 205, 34_711.71], ["west", 986, 28_705.11], ["south", 677, 5743.16]),
    psql(["south", 103, 40_413.38], ["north", 878, 24_742.9], ["west", 614, 7060.49]),
    psql(["north", 475, 27_921.76], ["south", 884, 14_003.55], ["west", 565, 9047.83]),
  ];
  const now = psql(["west", 726, 59_838.18], ["north", 470, 44_683.98], ["south", 740, 42_584.93]);

  it("keeps its order", () => {
    expect(tellOne([...runs, now]).green).toBe(true);
    const [head = "", ruler = "", one = "", two = "", three = "", foot = ""] = now.split("\n");
    expect(tellOne([...runs, [head, ruler, three, two, one, foot].join("\n")]).green).toBe(false);
  });

  it("keeps what one number of each row is by another", () => {
    expect(tellOne([...runs, now.replace("| 726 |", "| 363 |")]).green).toBe(false);
    expect(tellOne([...runs, now.replace(/\.\d\d$/m, ".00")]).green).toBe(false);
  });

  it("is sorted by one of two numbers that move together, whichever it is", () => {
    const alike = [
      psql(["north", 205, 34_711.71], ["west", 986, 28_705.11], ["south", 977, 5743.16]),
      psql(["south", 103, 40_413.38], ["north", 878, 24_742.9], ["west", 814, 7060.49]),
      psql(["north", 475, 27_921.76], ["south", 884, 14_003.55], ["west", 865, 9047.83]),
    ];
    expect(tellOne([...alike, now]).green).toBe(true);
    expect(
      tellOne([...alike, psql(["west", 726, 42_584.93], ["north", 470, 59_838.18], ["south", 740, 44_683.98])]).green,
    ).toBe(false);
  });

  it("is read in rows that are arrays, below one of names", () => {
    const sheet = (...sold: number[]): JsonValue => ({
      values: [["item", "sold"], ...sold.map((one, at): JsonValue => [`lamp ${String(at)}`, one])],
    });
    const sheets = [sheet(930, 720, 400, 220), sheet(95, 80, 60, 13), sheet(510, 36, 24, 20)];
    expect(tellOne([...sheets, sheet(299, 60, 37, 17)]).green).toBe(true);
    expect(tellOne([...sheets, sheet(17, 37, 60, 299)]).green).toBe(false);
  });
});

describe("prices that changed by a percentage", () => {
  const sale = (...rows: (readonly [was: number, percent: number])[]): string =>
    rows
      .map(
        ([was, percent], at) =>
          `* Boat ${"ABC"[at] ?? ""}: ${(was * (1 - percent / 100)).toFixed(2)} (was ${was.toFixed(2)}, -${String(percent)}%)`,
      )
      .join("\n");
  const runs = [sale([840, 30], [1920, 40], [1930, 30]), sale([1560, 50], [1530, 40], [1080, 10])];
  const all = [...runs, sale([1650, 60], [880, 20], [1250, 40])];

  it("did so by as much as they say", () => {
    expect(tellOne([...all, sale([900, 50], [1460, 30], [1720, 10])]).green).toBe(true);
    const exchanged = sale([900, 50], [1460, 30], [1720, 10]).replaceAll(/: (\S+) \(was ([^,]+)/g, ": $2 (was $1");
    expect(tellOne([...all, exchanged]).green).toBe(false);
    expect(tellOne([...all, sale([900, 50], [1460, 30], [1720, 10]).replace("-50%", "-40%")]).green).toBe(false);
  });
});

describe("rows with one capacity", () => {
  it("keep the sum of what is used and free", () => {
    const bins = (...used: number[]): Row[] => used.map((one) => ({ used: one, free: 80 - one, capacity: 80 }));
    const runs = [bins(12, 33, 51), bins(20, 29, 44), bins(15, 38, 60)];
    expect(brokenIn(runs, bins(25, 26, 27), asJson, "sum")).toBe(0);
    expect(brokenIn(runs, [...bins(25, 26), { used: 27, free: 60, capacity: 80 }], asJson, "sum")).toBe(1);
  });
});

describe("rows whose numbers lie far apart", () => {
  const rows = (boiler: number, pump: number): JsonValue => ({
    sensors: [
      { name: "boiler", value: boiler },
      { name: "pump", value: pump },
    ],
  });
  const runs = [rows(64.2, 25.1), rows(61.8, 22.4), rows(66.3, 27.7)];

  it("do not exchange them", () => {
    expect(tellOne([...runs, rows(59.9, 29.4)]).green).toBe(true);
    expect(tellOne([...runs, rows(25.2, 64.1)]).problems).toContain(
      "changed relation 1 /content/0/json/sensors/0/value",
    );
  });

  it("may where they move as far as they lie apart", () => {
    expect(tellOne([rows(64.2, 45.1), rows(51.8, 42.4), rows(66.3, 47.7), rows(47.5, 48.1)]).green).toBe(true);
  });
});

describe("a limit beside a number", () => {
  const cpu = (value: number, limit = 85): JsonValue => ({ name: "boiler", value, limit });
  const range = (value: number): JsonValue => ({ name: "potassium", value, min: 3.5, max: 5.1 });

  it("is not crossed where it never was", () => {
    expect(tellOne([cpu(64.2), cpu(71.5), cpu(84.1), cpu(84.9)]).green).toBe(true);
    expect(tellOne([cpu(64.2), cpu(71.5), cpu(84.1), cpu(85.4)]).problems).toEqual([
      "changed relation 1 /content/0/json/value",
    ]);
    expect(tellOne([range(3.9), range(4.6), range(4.2), range(3.4)]).green).toBe(false);
  });

  it("is a share, too, whatever unit the number has", () => {
    const flag = (bucket: number, rolloutPercent = 40): JsonValue => ({ flag: "checkout", bucket, rolloutPercent });
    expect(tellOne([flag(12), flag(33), flag(27), flag(40)]).green).toBe(true);
    expect(tellOne([flag(12), flag(33), flag(27), flag(53)]).problems).toEqual([
      "changed relation 1 /content/0/json/bucket",
    ]);
  });

  it("may be where it was, and is none of a number with another name", () => {
    expect(tellOne([cpu(64.2), cpu(86.5), cpu(84.1), cpu(85.4)]).green).toBe(true);
    const seats = (users: number, waiting: number): JsonValue => ({ users, waiting, maxSeats: 50 });
    expect(tellOne([seats(40, 12), seats(44, 30), seats(38, 21), seats(52, 24)]).green).toBe(true);
  });
});

it("are learned of more rows than a call takes arguments", () => {
  const runs = [0, 1, 2].map((run) =>
    Array.from({ length: 45_000 }, (_, at): Row => ({ gross: at * 3 + run + 7, net: at * 2 + run, tax: at + 7 })),
  );
  expect(rulesOf(runs)).toContain("sum /gross /net /tax");
});

describe("rows in any order", () => {
  const offers = (...stops: readonly [string, number][]) => stops.map(([airline, of]) => ({ airline, stops: of }));

  it("are not sorted by what few values order by chance", () => {
    const runs = [
      offers(["Norse", 0], ["Polar", 1], ["Baltic", 1]),
      offers(["Polar", 0], ["Baltic", 1], ["Norse", 1]),
      offers(["Baltic", 0], ["Norse", 0], ["Polar", 1]),
    ];
    expect(tellOne([...runs, offers(["Norse", 1], ["Baltic", 1], ["Polar", 0])]).problems).toEqual([]);
  });
});
