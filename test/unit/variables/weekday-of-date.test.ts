// Tests that the weekday before a date is read with it: it is that of the date, whatever the zone of the day is.
import { expect, it } from "vitest";
import { CHECKED, LIVE, RECORDED, tellOne } from "./runs.js";

const HOUR = 3_600_000;
const DAYS = "Sun Mon Tue Wed Thu Fri Sat".split(" ");

/** An event two hours from the call, in a zone nine hours ahead: it is tomorrow there in one of the checks. */
const told = (weekday: number) =>
  tellOne(
    [RECORDED, ...CHECKED, LIVE].map((at, run) => {
      const start = Date.parse(at) + 2 * HOUR;
      const there = new Date(start + 9 * HOUR);
      const name = DAYS[(there.getUTCDay() + (run === 3 ? weekday : 0)) % 7] ?? "";
      return `- ${name} ${there.toISOString().slice(0, 16).replace("T", " ")} JST Standup (starts ${new Date(start).toISOString()})`;
    }),
  ).problems;

it("is that of the date", () => {
  expect(told(0)).toEqual([]);
  expect(told(1)).not.toEqual([]);
});
