// Rows in the order of a time.
import { describe, expect, it } from "vitest";
import type { RowList } from "../../../src/variables/list-rows.js";
import { brokenTimeOrder, timeOrders } from "../../../src/variables/time-columns.js";
import { tellOne } from "./runs.js";

const HOUR = 3_600_000;
const NAMES = ["app.log", "dump.sql", "notes.md"];
const at = (minutes: number): Date => new Date(Date.parse("2026-11-30T12:00:00Z") - minutes * 60_000);
const day = (time: Date): string => time.toUTCString().slice(5, 11).split(" ").toReversed().join(" ");

const ls = (...back: number[]): string =>
  [
    "/srv/app:",
    "total 24",
    ...back.map(
      (minutes, i) =>
        `-rw-r--r-- 1 ann ann 7${String(i)}1 ${day(at(minutes))} ${at(minutes).toISOString().slice(11, 16)} ${NAMES[i] ?? ""}`,
    ),
  ].join("\n");

/** Rows that stand in another place in each run. */
const listed = (turn: number, ...back: number[]): RowList =>
  back.map((minutes, i) => ({ name: NAMES[(i + turn) % 3] ?? "", changed: at(minutes).toISOString() }));

describe("rows in the order of a time", () => {
  it("keep it in the lines of a text, without a year", () => {
    const runs = [ls(4, 40, 55), ls(13, 50, 110), ls(31, 65, 99)];
    expect(tellOne([...runs, ls(8, 19, 70)]).green).toBe(true);
    expect(tellOne([...runs, ls(70, 19, 8)]).green).toBe(false);
  });

  it("keep it where the rows come in another order", () => {
    const [rule, ...others] = timeOrders([listed(0, 4, 40, 55), listed(1, 13, 50, 110), listed(2, 31, 65, 99)]);
    expect(rule).toEqual({ is: "sorted", column: "/changed", down: true });
    expect(others).toEqual([]);
    const broken = (...back: number[]): unknown =>
      rule === undefined ? "" : brokenTimeOrder(rule, { recorded: listed(0, 4, 40, 55), live: listed(1, ...back) });
    expect(broken(8, 19, 70)).toBeUndefined();
    expect(broken(70, 19, 8)).toBeDefined();
  });

  it("keep it over New Year", () => {
    const start = HOUR / 60_000;
    const runs = [ls(4, 40, 55), ls(13, 50, 110), ls(31, 65, 99)];
    const newYear = -31 * 24 * start - 12 * start;
    expect(
      tellOne([...runs, ls(newYear - 20, newYear + 20, newYear + 90)]).problems.filter((one) =>
        one.includes("relation"),
      ),
    ).toEqual([]);
  });
});
