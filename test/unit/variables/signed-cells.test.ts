// A number may have a sign in one run and none in another: in a row and in a line.
import { describe, expect, it } from "vitest";
import { tellOne } from "./runs.js";

const rows = (...changes: (number | string)[]) => changes.map((change) => `symbol,last,change\nACME,41.50,${change}`);

describe("a signed number in a row", () => {
  it.each([
    ["plus in the recording", ["1.15", "-2.4", "0.75"], "-3.2"],
    ["minus in the recording", ["-1.15", "2.4", "-0.75"], "3.2"],
  ])("may have either sign where the runs had both: %s", (_, seen, live) => {
    expect(tellOne(rows(...seen, live)).problems).toEqual([]);
  });

  it.each(["", "-", "none", "-400", "--2"])("may be nothing else: %s", (live) => {
    expect(tellOne(rows("1.15", "-2.4", "0.75", live)).problems).not.toEqual([]);
  });

  it("keeps the sign that all runs had", () => {
    expect(tellOne(rows("1.15", "2.4", "0.75", "-1.9")).problems).not.toEqual([]);
  });

  it.each([
    ["minus in two runs", ["-1.15", "-2.4", "0.75"], "3.2"],
    ["minus in the checks", ["1.15", "-2.4", "-0.75"], "-3.2"],
  ])("may have either sign in a line, too: %s", (_, seen, live) => {
    const line = (number: string) => `The van is at 50.14716,${number} and drives`;
    expect(tellOne([...seen, live].map(line)).problems).toEqual([]);
    expect(tellOne([...seen, `${live}0x`].map(line)).problems).not.toEqual([]);
    expect(tellOne(["1.15", "2.4", "0.75", "-1.9"].map(line)).problems).not.toEqual([]);
  });

  it("is what two others of its row are apart, where it was", () => {
    const row = (name: string, last: number, before: number, change: number) =>
      `${name},${String(last + 3)},${String(last - 4.5)},${String(last)},${String(before)},${change.toFixed(2)},${String(last * 700)}`;
    const table = (change: (last: number, before: number) => number, ...lasts: [number, number][]) =>
      [
        "symbol,high,low,last,previous,change,volume",
        ...lasts.map(([last, before], at) => row(`S${at}`, last, before, change(last, before))),
      ].join("\n");
    const apart = (last: number, before: number) => last - before;
    const seen = [
      table(apart, [41.27, 39.1], [12.4, 14.83]),
      table(apart, [38.02, 40.55], [17.91, 15.2]),
      table(apart, [45.6, 41.23], [13.37, 13.99]),
    ];
    expect(tellOne([...seen, table(apart, [42.5, 43.75], [15.25, 14.1])]).problems).toEqual([]);
    const other = table((last, before) => before - last, [42.5, 43.75], [15.25, 14.1]);
    expect(tellOne([...seen, other]).problems).not.toEqual([]);
  });
});

describe("the greatest of its row", () => {
  const row = (name: string, ...numbers: number[]) => [name, ...numbers.map((number) => number.toFixed(2))].join(",");
  const table = (...rows: string[]) => ["symbol,open,high,low,last", ...rows].join("\n");
  const seen = [
    table(row("ACME", 41.2, 43.05, 40.11, 42.8), row("BOLT", 55.71, 57.3, 53.02, 54.18)),
    table(row("ACME", 44.6, 46.17, 42.3, 43.09), row("BOLT", 51.03, 54.9, 50.44, 53.26)),
    table(row("ACME", 47.35, 49.2, 45.81, 48.62), row("BOLT", 49.9, 50.75, 46.37, 47.48)),
  ];

  it("is still that, and so is the least", () => {
    const same = table(row("ACME", 45.1, 46.6, 43.92, 44.3), row("BOLT", 52.4, 53.81, 50.9, 53.2));
    expect(tellOne([...seen, same]).problems).toEqual([]);
    const above = table(row("ACME", 45.1, 46.6, 43.92, 46.75), row("BOLT", 52.4, 53.81, 50.9, 53.2));
    expect(tellOne([...seen, above]).problems).not.toEqual([]);
    const below = table(row("ACME", 43.2, 46.6, 43.92, 44.3), row("BOLT", 52.4, 53.81, 50.9, 53.2));
    expect(tellOne([...seen, below]).problems).not.toEqual([]);
  });
});
