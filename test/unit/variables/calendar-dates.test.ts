// Dates that a calendar gives: ends of months, weekdays to come, working days. The recording is made on a Saturday.
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/reading/dates.js";
import { dateOf, dayOf, weekdayOf } from "../../../src/variables/calendar.js";
import type { JsonValue } from "../../../src/json/value.js";
import { hold } from "../../helpers/player.js";
import { learn } from "../../../src/variables/learn.js";
import { CHECKED, LIVE, makeRun, RECORDED, tellOne } from "./runs.js";

const NAMES = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const isoOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const isWorkday = (day: number): boolean => ![0, 6].includes(weekdayOf(day));

function workday(today: number, count: number): number {
  let day = today;
  for (let left = count; left > 0;) if (isWorkday(++day)) left--;
  return day;
}

const firstOfMonth = (day: number, ahead: number): number => {
  const { year, month } = dateOf(day);
  return dayOf(Date.UTC(year, month - 1 + ahead, 1));
};

const nextDay = (weekday: number, from: number): number => from + ((weekday - weekdayOf(from) + 7) % 7);

type Give = (today: number) => number;
const GIVEN: [string, Give][] = [
  ["the end of the month", (today) => firstOfMonth(today, 1) - 1],
  ["the first of the month after the next", (today) => firstOfMonth(today, 2)],
  ["the end of the quarter", (today) => firstOfMonth(today, 3 - ((dateOf(today).month - 1) % 3)) - 1],
  ["the end of the year", (today) => dayOf(Date.UTC(dateOf(today).year, 11, 31))],
  ["Monday of next week", (today) => today + 7 - ((today + 3) % 7)],
  ["the next Monday", (today) => nextDay(1, today + 1)],
  ["the Saturday to come, if not today", (today) => nextDay(6, today)],
  ["the Monday before", (today) => nextDay(1, today - 7)],
  ["three working days from today", (today) => workday(today, 3)],
  ["ten working days from today", (today) => workday(today, 10)],
];

const days = (give: Give, times: readonly string[]): number[] => times.map((at) => give(dayOf(Date.parse(at))));
const told = (texts: readonly string[], liveAt: string): boolean => {
  const { green, learned } = tellOne(
    texts.map((until) => ({ until })),
    { liveAt },
  );
  return green && learned.unstable.length === 0;
};

describe.each(GIVEN)("%s", (_, give) => {
  const seen = days(give, [RECORDED, ...CHECKED]);

  it.each([LIVE, "2026-11-28T18:00:00Z", "2026-12-30T10:00:00Z", "2027-01-12T09:00:00Z", "2027-11-28T09:00:00Z"])(
    "is explained at %s, and a day more is not",
    (liveAt) => {
      const [now = 0] = days(give, [liveAt]);
      expect(told([...seen, now].map(isoOf), liveAt)).toBe(true);
      for (const off of [-1, 1]) expect([off, told([...seen, now + off].map(isoOf), liveAt)]).toEqual([off, false]);
    },
  );

  it("is explained as an instant", () => {
    const [now = 0] = days(give, [LIVE]);
    const texts = [...seen, now].map((day) => `${isoOf(day)}T23:59:59Z`);
    expect(told(texts, LIVE)).toBe(true);
    expect(told([...texts.slice(0, 3), texts[3]?.replace("23:59", "22:59") ?? ""], LIVE)).toBe(false);
  });
});

describe("the name of a day", () => {
  // Late on a Saturday: the checks are on a Sunday and on a Monday.
  const times = ["2026-11-28T21:00:00Z", "2026-11-29T22:00:00Z", "2027-06-07T02:00:00Z"];
  const runAt = (at: string, eta: string) => makeRun([["ship", {}, { eta }]], { at });
  const [recorded, ...checks] = times.map((at) => {
    return runAt(at, NAMES[weekdayOf(workday(dayOf(Date.parse(at)), 3))] ?? "");
  });
  const isGreen = (eta: string, at: string): boolean => {
    if (recorded === undefined) throw new Error("no recording");
    const learned = learn(recorded, checks);
    return learned.unstable.length === 0 && hold(learned, recorded, runAt(at, eta)).green;
  };

  it("is counted in working days", () => {
    expect(isGreen("Friday", "2026-12-01T09:00:00Z")).toBe(true);
    expect(isGreen("Thursday", "2026-12-01T09:00:00Z")).toBe(false);
    expect(isGreen("Tuesday", "2026-12-03T09:00:00Z")).toBe(true);
    expect(isGreen("Sunday", "2026-12-03T09:00:00Z")).toBe(false);
  });
});

describe("a date that moves with the clock", () => {
  it("is not read by the calendar, too", () => {
    const seen = ["2026-12-01", "2026-12-02", "2027-06-09"];
    expect(told([...seen, "2026-12-07"], "2026-12-04T09:00:00Z")).toBe(true);
    // Three days from Friday is Monday; three working days would be Wednesday.
    expect(told([...seen, "2026-12-09"], "2026-12-04T09:00:00Z")).toBe(false);
  });

  it("is unstable where no rule gives it", () => {
    expect(told(["2026-12-03", "2026-12-19", "2027-06-09", "2026-12-05"], LIVE)).toBe(false);
  });
});

describe("five working days in a row", () => {
  // Recorded on a Monday, checked on two Tuesdays: the first three lie as far ahead in each run.
  const times = ["2026-11-30T10:00:00Z", "2026-12-01T11:00:00Z", "2027-06-08T15:00:00Z"];
  const daysFrom = (at: string): number[] => [1, 2, 3, 4, 5].map((count) => workday(dayOf(Date.parse(at)), count));
  const nameOf = (day: number): string => (NAMES[weekdayOf(day)] ?? "").slice(0, 3);
  const inText = (those: readonly number[]) => those.map((day) => `${nameOf(day)} ${isoOf(day)}`).join(", ");
  const inRows = (those: readonly number[]) => ({ rows: those.map((day) => ({ day: isoOf(day), name: nameOf(day) })) });
  const isGreen = (say: (those: readonly number[]) => JsonValue, live: readonly number[], at: string): boolean => {
    const runAt = (when: string, those: readonly number[]) => makeRun([["days", {}, say(those)]], { at: when });
    const [recorded, ...checks] = times.map((when) => runAt(when, daysFrom(when)));
    if (recorded === undefined) throw new Error("no recording");
    const learned = learn(recorded, checks);
    return learned.unstable.length === 0 && hold(learned, recorded, runAt(at, live)).green;
  };

  it.each([
    ["a text", inText],
    ["rows", inRows],
  ])("leave out the weekend on another day, in %s", (_, say) => {
    for (const at of ["2026-12-02T10:00:00Z", "2026-12-03T10:00:00Z", "2026-12-04T10:00:00Z", "2026-12-05T10:00:00Z"]) {
      const right = daysFrom(at);
      expect([at, isGreen(say, right, at)]).toEqual([at, true]);
      const others = [[1, 2, 3, 4, 5].map((day) => dayOf(Date.parse(at)) + day), right.map((day) => day + 7)];
      for (const wrong of others) expect([at, isGreen(say, wrong, at)]).toEqual([at, false]);
    }
  });

  it("are days like others where no run has a weekend among them", () => {
    const at = "2026-12-03T10:00:00Z";
    const three = (those: readonly number[]) => inText(those.slice(0, 3));
    const days = [1, 2, 3].map((count) => dayOf(Date.parse(at)) + count);
    expect([isGreen(three, days, at), isGreen(three, daysFrom(at), at)]).toEqual([true, false]);
  });
});
