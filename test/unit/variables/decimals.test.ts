// A number in JSON has none of the zeros that a text ends it with.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tellOne } from "./runs.js";

describe("a number that a text and a JSON number beside it say", () => {
  const said = (text: string, balance: number): JsonValue => ({
    text: `The account has ${text} €.`,
    account: { balance },
  });
  const seen = [said("4570.26", 4570.26), said("2214.75", 2214.75), said("3380.41", 3380.41)];

  it.each<[string, number, boolean]>([
    ["2277.90", 2277.9, true],
    ["2278.00", 2278, true],
    ["2277.90", 2277.09, false],
    ["22779.0", 2277.9, false],
  ])("is one, whatever zeros it ends with: %s", (text, balance, isSame) => {
    const told = tellOne([...seen, said(text, balance)]);
    expect(told.learned.variables.map(({ places }) => places.length)).toEqual([2]);
    expect(told.green).toBe(isSame);
  });

  it("is a text where no run has a number: a version 1.1 is none 1.10", () => {
    const versions = ["4570.26", "2214.75", "3380.41"].map((version) => ({ version, at: { version } }));
    expect(tellOne([...versions, { version: "2277.9", at: { version: "2277.90" } }]).green).toBe(false);
  });
});

describe("a number that may be above and below zero", () => {
  it("may be zero", () => {
    const seen = [-1.2, 3.4, 2.1].map((celsius) => ({ celsius }));
    expect(tellOne([...seen, { celsius: 0 }]).green).toBe(true);
    expect(tellOne([{ celsius: 1.2 }, ...seen.slice(1), { celsius: 0 }]).green).toBe(false);
  });
});

describe("a number that no run had as zero", () => {
  it.each<[string, number[], boolean]>([
    ["ageSeconds", [24, 38, 58], true],
    ["delayMinutes", [3, 3, 1], true],
    ["ageSeconds", [58, 61, 60], false],
    ["matches", [24, 38, 58], false],
    ["total", [3, 3, 1], false],
  ])("may be it where it is what may be nothing, and near: %s %j", (key, seen, isGreen) => {
    expect(tellOne([...seen, 0].map((number) => ({ [key]: number }))).green).toBe(isGreen);
    expect(tellOne([...seen, -1].map((number) => ({ [key]: number }))).green).toBe(false);
  });
});
