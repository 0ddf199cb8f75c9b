// Lists of any length whose rows say a time of day and how far it is from the call: the departures of a stop.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHECKED, LIVE, RECORDED, tellOne } from "./runs.js";

interface Departure {
  minutes: number;
  line: 12 | 4;
}

const ENDS = { 12: "Airport", 4: "Harbour" };
const RUNS = [RECORDED, ...CHECKED, LIVE];

/** The text of one run. `later`: how far the time of day is from what the minutes say, in minutes. */
function departures(run: number, rows: readonly Departure[], { later = 0, sign = 1, ends = ENDS } = {}): string {
  const now = Date.parse(RUNS[run] ?? LIVE) + 1000;
  return rows
    .map(({ minutes, line }) => {
      const time = new Date(now + (sign * minutes + later) * 60_000).toISOString().slice(11, 16);
      return `${time} Line ${String(line)} to ${ends[line]} (in ${String(minutes)} min)`;
    })
    .join("\n");
}

const some = (...minutes: readonly number[]): Departure[] =>
  minutes.map((one, at) => ({ minutes: one, line: at % 3 === 1 ? 4 : 12 }));
const SEEN = [some(3, 11, 14), some(5, 9, 17, 23, 31), some(8, 12)].map((rows, run) => departures(run, rows));
const live = (rows: readonly Departure[], more?: Parameters<typeof departures>[2]): boolean =>
  tellOne([...SEEN, departures(3, rows, more)]).green;

describe("a time of day beside how far it is", () => {
  it("is learned with the column that says so", () => {
    const { learned } = tellOne([...SEEN, departures(3, some(4, 9))]);
    expect(learned.lengths).toMatchObject([{ off: [{ column: "#1", as: "#7 in" }] }]);
  });

  it("may be any that the row says, about as far as it was", () => {
    const minutes = fc.array(fc.integer({ min: 3, max: 31 }), { minLength: 2, maxLength: 8 });
    const rows = minutes.map((all) => some(...all.toSorted((one, other) => one - other)));
    fc.assert(
      fc.property(rows, (those) => live(those)),
      { numRuns: 25 },
    );
  });

  it.each([
    ["an hour later", { later: 60 }],
    ["ten minutes earlier", { later: -10 }],
    ["in the past", { sign: -1 }],
  ])("is not %s", (_, more) => {
    expect(live(some(4, 9, 16, 22), more)).toBe(false);
  });

  it("is not learned where nothing says how far it is: it may be the length of a song", () => {
    const songs = [["3:45", "4:10", "2:51"], ["5:02", "3:33"], ["4:44", "3:12", "2:20", "6:01"], ["3:07"]];
    const { learned } = tellOne(songs.map((those) => those.map((length) => `Track of ${length}`).join("\n")));
    expect(learned.lengths?.flatMap(({ off }) => off ?? []) ?? []).toEqual([]);
  });
});

it("holds words to those beside them where each had one of its own", () => {
  expect(live(some(4, 9, 16, 22))).toBe(true);
  expect(live(some(4, 9, 16, 22), { ends: { 12: "Harbour", 4: "Airport" } })).toBe(false);
});
