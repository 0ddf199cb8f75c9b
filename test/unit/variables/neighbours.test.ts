// Numbers that stood in an order in every run: in one line, from row to row, in two columns.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tellOne } from "./runs.js";

const passes = (seen: readonly JsonValue[], live: JsonValue): boolean => tellOne([...seen, live]).green;

describe("numbers of one line", () => {
  const draw = (...all: readonly number[]): string => `Drawn: ${all.join(" ")}`;
  const seen = [draw(3, 17, 22, 30, 41, 48), draw(8, 9, 31, 36, 37, 40), draw(1, 5, 14, 28, 29, 46)];

  it("stay in order, and none is there twice", () => {
    expect(passes(seen, draw(2, 6, 11, 12, 35, 44))).toBe(true);
    for (const wrong of [draw(2, 6, 6, 12, 35, 44), draw(44, 35, 12, 11, 6, 2)])
      expect(passes(seen, wrong)).toBe(false);
  });

  it("may come in any order where their levels were it", () => {
    const levels = [draw(1, 50, 200, 1000), draw(3, 60, 250, 1100), draw(4, 58, 260, 1300)];
    expect(passes(levels, draw(4, 58, 58, 1300))).toBe(true);
  });
});

describe("a sequence", () => {
  const queue =
    (key: string) =>
    (start: number, ...gaps: readonly number[]): JsonValue => ({
      messages: ["order", "pack", "ship", "bill"].map((body, at) => ({ [key]: start + at + (gaps[at] ?? 0), body })),
    });

  it("has no gap where it had none", () => {
    const [of, seen] = [queue("sequence"), [7012, 410_225, 88_000].map((start) => queue("sequence")(start))];
    expect(passes(seen, of(12_345))).toBe(true);
    expect(passes(seen, of(12_345, 0, 0, 1, 1))).toBe(false);
  });

  it("may have one where others take ids, too", () => {
    const [of, seen] = [queue("id"), [7012, 410_225, 88_000].map((start) => queue("id")(start))];
    expect(passes(seen, of(12_345, 0, 0, 1, 1))).toBe(true);
  });
});

describe("versions of the lines of a text", () => {
  const list = (...versions: readonly string[]): string =>
    versions.map((version, at) => `web-${version}.tgz of ${["Mon", "Tue", "Wed"][at] ?? ""}`).join("\n");
  const seen = [
    list("1.4.58", "1.4.57", "1.4.56"),
    list("1.4.61", "1.4.60", "1.4.59"),
    list("1.4.64", "1.4.63", "1.4.62"),
  ];

  it.each([
    ["1.4.70", "1.4.69", "1.4.68"],
    ["1.4.101", "1.4.100", "1.4.99"],
  ])("follow each other: %s, %s, %s", (...versions) => expect(passes(seen, list(...versions))).toBe(true));

  it.each([
    ["1.4.70", "1.4.69", "1.4.63"],
    ["1.4.68", "1.4.69", "1.4.70"],
  ])("have no gap and are not turned: %s, %s, %s", (...versions) =>
    expect(passes(seen, list(...versions))).toBe(false),
  );

  it("may have a gap where they had one", () => {
    const gaps = seen.with(1, list("1.4.61", "1.4.59", "1.4.58"));
    expect(passes(gaps, list("1.4.70", "1.4.69", "1.4.63"))).toBe(true);
  });
});

describe("numbers of lines that follow each other", () => {
  const table = (head: string, ...numbers: readonly number[]): JsonValue =>
    [
      `${head.padEnd(9)}  WHAT`,
      ...numbers.map((one, at) => `${String(one).padEnd(9)}  ${["install", "upgrade", "rollback"][at] ?? ""}`),
    ].join("\n");
  const seen = (head: string): JsonValue[] => [
    table(head, 16, 17, 18),
    table(head, 17, 18, 19),
    table(head, 21, 22, 23),
  ];

  it("have no gap below a head that says that they are a sequence", () => {
    expect(passes(seen("REVISION"), table("REVISION", 24, 25, 26))).toBe(true);
    expect(passes(seen("REVISION"), table("REVISION", 24, 25, 27))).toBe(false);
    expect(passes(seen("ORDER"), table("ORDER", 24, 25, 27))).toBe(true);
  });

  it("have none after a word that says so", () => {
    const list = (...numbers: readonly number[]): JsonValue =>
      numbers.map((one, at) => `- by ${["Ann", "Bob", "Eve"][at] ?? ""}: revision ${String(one)}`).join("\n");
    const runs = [list(18, 17, 16), list(19, 18, 17), list(23, 22, 21)];
    expect(passes(runs, list(26, 25, 24))).toBe(true);
    expect(passes(runs, list(27, 25, 24))).toBe(false);
  });
});

describe("two columns", () => {
  const csv = (...rows: readonly (readonly [number, number])[]): JsonValue =>
    [
      "to,width,length",
      ...rows.map(([width, length], at) => `${["Ulm", "Bonn", "Kiel"][at] ?? ""},${String(width)},${String(length)}`),
    ].join("\n");
  const table = (...rows: readonly (readonly [number, number])[]): JsonValue =>
    rows.map(([width, length]) => ({ width, length }));

  it.each([csv, table])("are not exchanged where all of one were above all of the other", (show) => {
    const seen = [
      show([22, 101], [57, 140], [33, 158]),
      show([59, 121], [30, 111], [45, 133]),
      show([41, 160], [28, 104], [51, 119]),
    ];
    expect(passes(seen, show([55, 103], [24, 150], [37, 117]))).toBe(true);
    expect(passes(seen, show([103, 55], [150, 24], [117, 37]))).toBe(false);
  });
});

describe("a line of a text", () => {
  const head = (age: number): string => [`Age: ${String(age)}`, "Cache-Control: max-age=60"].join("\n");

  it("stays within what another one allows, where it was", () => {
    expect(passes([head(12), head(41), head(3)], head(57))).toBe(true);
    expect(passes([head(12), head(41), head(3)], head(86_400))).toBe(false);
    expect(passes([head(12), head(90), head(3)], head(61))).toBe(true);
  });
});
