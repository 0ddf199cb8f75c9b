// Times that lie another span from their call in each run, and what is between them.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { CHECKED, LIVE, RECORDED, tellOne } from "./runs.js";

/** Each call is a second after the start of its run. */
const CALLS = [RECORDED, ...CHECKED, LIVE].map((at) => Date.parse(at) + 1000);
const iso = (at: number): string => new Date(at).toISOString();
/** One result for each run, from the moment of its call and the run's number. */
const told = (result: (call: number, run: number) => JsonValue) => tellOne(CALLS.map((call, run) => result(call, run)));

describe("a time that is some seconds ago, each time others", () => {
  const seen = (live: number) =>
    told((call, run) => ({ room: "roof", seenAt: iso(call - ([12_000, 31_000, 44_000][run] ?? live)) }));

  it.each([3000, 20_000, 60_000])("may be as long ago: %i ms", (ago) => expect(seen(ago).problems).toEqual([]));

  it.each([30 * 86_400_000, 86_400_000, 3_600_000, -20_000])("is neither long ago nor to come: %i ms", (ago) => {
    expect(seen(ago).problems).not.toEqual([]);
  });

  it("is not what was no time near the call", () => {
    const data = told((_, run) => ({ born: iso(Date.parse("1984-03-01T08:00:00.000Z") + run * 5000) }));
    expect(data.green).toBe(false);
  });
});

describe("the start and the end of an object", () => {
  const way = (change: (one: { departs: string; arrives: string; seconds: number; duration: string }) => JsonValue) =>
    told((call, run) => {
      const seconds = [2437, 3105, 2788, 2960][run] ?? 0;
      const one = {
        departs: iso(call),
        arrives: iso(call + seconds * 1000),
        seconds,
        duration: `${Math.round(seconds / 60)} min`,
      };
      return run === 3 ? change(one) : one;
    });

  it("lie as far apart as the number beside them says", () => {
    expect(way((one) => one).problems).toEqual([]);
    const later = way((one) => ({ ...one, arrives: iso(Date.parse(one.arrives) + 3_600_000) }));
    expect(later.problems).not.toEqual([]);
    expect(way((one) => ({ ...one, duration: `${one.seconds} min` })).problems).not.toEqual([]);
  });

  it("are not exchanged", () => {
    expect(way((one) => ({ ...one, departs: one.arrives, arrives: one.departs })).problems).not.toEqual([]);
  });

  const slots = (change: (one: { start: string; end: string }[]) => JsonValue) =>
    told((call, run) => {
      const day = Math.ceil(call / 86_400_000) * 86_400_000;
      const minutes = [
        [540, 600, 690],
        [570, 660, 750],
        [600, 690, 750],
        [540, 630, 720],
      ][run];
      const list = (minutes ?? []).map((minute) => {
        const at = day + minute * 60_000;
        return { start: iso(at), end: iso(at + 1_800_000) };
      });
      return run === 3 ? change(list) : list;
    });
  const moved = (by: number, part: "start" | "end" | "both") =>
    slots((list) =>
      list.map((one, at) =>
        at === 1
          ? {
              start: part === "end" ? one.start : iso(Date.parse(one.start) + by),
              end: part === "start" ? one.end : iso(Date.parse(one.end) + by),
            }
          : one,
      ),
    );

  it("keep what is between them, their day, their step and their order in a list", () => {
    expect(slots((list) => list).problems).toEqual([]);
    expect(moved(1_800_000, "both").problems).toEqual([]);
    expect(moved(900_000, "end").problems).not.toEqual([]);
    expect(moved(86_400_000, "both").problems).not.toEqual([]);
    expect(moved(61_000, "both").problems).not.toEqual([]);
    expect(moved(-4_500_000, "both").problems).not.toEqual([]);
  });
});

describe("times of the lines of a log", () => {
  const ago = [
    [94, 61, 33],
    [108, 55, 45],
    [86, 68, 38],
    [97, 64, 31],
  ];
  const log = (change: (lines: string[]) => string[], times = ago) =>
    told((call, run) => {
      const lines = ["cart 502", "cart 503", "cart 504"].map(
        (words, at) => `${iso(call - (times[run]?.[at] ?? 0) * 1000)} ERROR ${words}`,
      );
      return (run === 3 ? change(lines) : lines).join("\n");
    });
  /** The words stay where they are, as they do where all lines say the same. */
  const turned = (lines: string[]): string[] => {
    const times = lines.map((line) => line.split(" ")[0] ?? "").toReversed();
    return lines.map((line, at) => line.replace(/^\S+/, times[at] ?? ""));
  };

  it("stay in their order", () => {
    expect(log((lines) => lines).problems).toEqual([]);
    expect(log(turned).problems).not.toEqual([]);
  });

  it("may come in any order where they did not always", () => {
    const mixed = ago.map((times, run) => (run === 1 ? times.toReversed() : times));
    expect(log(turned, mixed).problems).toEqual([]);
  });
});

describe("a time of the day of its call that drifts", () => {
  const DAY = 86_400_000;
  const at = (call: number, minutes: number): string => iso(Math.floor(call / DAY) * DAY + minutes * 60_000);
  const told = (minutes: readonly number[], live: (call: number) => string, cut = 24) =>
    tellOne(CALLS.map((call, run) => ({ noon: (run === 3 ? live(call) : at(call, minutes[run] ?? 0)).slice(0, cut) })));
  /** After the first call, which was at ten, and before that of the check at eleven. */
  const noon = (live: (call: number) => string, cut?: number) => told([655, 654, 640], live, cut);

  it("is near that of the day before, whether the call was before or after it, also without a zone", () => {
    expect(noon((call) => at(call, 652)).problems).toEqual([]);
    expect(noon((call) => at(call, 640)).problems).toEqual([]);
    expect(noon((call) => at(call, 652), 16).problems).toEqual([]);
  });

  it("is of no other day, and of no other hour", () => {
    expect(noon((call) => at(call + DAY, 652)).problems).not.toEqual([]);
    expect(noon((call) => at(call, 493)).problems).not.toEqual([]);
  });

  it("may be after the call where it was before those of all runs", () => {
    const rise = (live: number) => told([525, 527, 300], (call) => at(call, live)).problems;
    // The replay calls at nine.
    expect(rise(545)).toEqual([]);
    expect(rise(700)).not.toEqual([]);
  });
});

describe("the tides of a day", () => {
  const DAY = 86_400_000;
  const tides = (live: readonly number[], days = 0) =>
    tellOne(
      CALLS.map((call, run) => {
        const low = [150, 200, 100][run];
        const times = low === undefined ? live : [low, low + 372, low + 745, low + 1117];
        const day = Math.floor(call / DAY) * DAY + (run === 3 ? days * DAY : 0);
        return times
          .map((minutes) =>
            iso(day + minutes * 60_000)
              .slice(0, 16)
              .replace("T", " "),
          )
          .join("\n");
      }),
    );

  it("are of that day, in their order", () => {
    expect(tides([170, 542, 915, 1287]).problems).toEqual([]);
    expect(tides([170, 542, 915, 1287], -1).problems).not.toEqual([]);
    expect(tides([170, 915, 542, 1287]).problems).not.toEqual([]);
  });
});
