// Numbers that leave by far what the recording and the checks saw, and numbers that may.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { rangeOfSeen, strays } from "../../../src/variables/bounds.js";
import { randomOf, type Random } from "../../helpers/random-servers/random.js";
import { tellOne } from "./runs.js";

/** The results of the recording, two checks and one live run. */
const runs = (make: (value: number) => JsonValue, values: readonly number[]): boolean =>
  tellOne(values.map(make)).green;

describe("a number far from all that were seen", () => {
  it.each<[string, (value: number) => JsonValue, number[], number, number]>([
    ["of a sentence", (n) => `Class of ${String(n)} pupils`, [27, 24, 31], 2900, 35],
    ["that counts and went up by chance", (n) => `Class of ${String(n)} pupils`, [24, 27, 31], 2900, 60],
    ["a share", (n) => `Attendance: ${n.toFixed(1)} %`, [97.3, 93.2, 95.1], 41.5, 88.8],
    ["of a narrow range", (celsius) => ({ celsius }), [36.6, 37.1, 36.8], 40.3, 38.1],
    ["in thousands", (n) => ({ price: n }), [4711.5, 4702.25, 4719], 9900.5, 4790],
    ["how long something takes", (minutes) => ({ minutes }), [44, 34, 41], 2040, 50],
    ["how long something takes, of a name", (waitHours) => ({ waitHours }), [12, 9, 10], 600, 14],
    ["of another sign", (n) => ({ celsius: n }), [12.5, 13.1, 12.2], -14, 17],
  ])("is changed: %s", (_, make, seen, far, near) => {
    expect(runs(make, [...seen, far])).toBe(false);
    expect(runs(make, [...seen, near])).toBe(true);
  });

  it.each([[[96, 99, 98]], [[97, 98, 99]], [[98, 98, 97]]])("is a share that was nearly full: %j", (seen) => {
    const text = (n: number): string => `SpO2 ${String(n)} %`;
    expect(runs(text, [...seen, 71])).toBe(false);
    expect(runs(text, [...seen, 92])).toBe(true);
    expect(runs((percent) => ({ percent }), [...seen, 71])).toBe(false);
    expect(runs((n) => `cpu ${String(n)} %`, [...seen, 71])).toBe(true);
  });

  it("is none of a hundred that are no share", () => {
    expect(runs((n) => `Level ${String(n)} of 100`, [96, 99, 98, 71])).toBe(true);
  });

  it("is an age beside the name of what each run makes, but not of what stays", () => {
    const pods = ["shop-7f3k2p9q", "shop-x81mm02d", "shop-q0q5v7tz", "shop-29kd8s7n"];
    const made = (age: number, run: number): JsonValue => ({ pods: [{ name: pods[run] ?? "", ageSeconds: age }] });
    const run = (ages: readonly number[], show: typeof made): boolean => tellOne(ages.map(show)).green;
    expect(run([11, 15, 18, 9_000_013], made)).toBe(false);
    expect(run([11, 15, 18, 300], made)).toBe(true);
    expect(run([11, 15, 18, 9_000_013], (ageSeconds) => ({ pods: [{ name: "shop", ageSeconds }] }))).toBe(true);
  });

  it("is what only rises, wherever it begins again", () => {
    expect(runs((fence) => ({ fence }), [881, 882, 883, 1])).toBe(false);
    expect(runs((fence) => ({ fence }), [881, 882, 883, 9001])).toBe(true);
    expect(runs((generation) => ({ generation }), [881, 882, 883, 1])).toBe(true);
  });

  it("is told with what it was", () => {
    const told = tellOne([27, 24, 31, 2900].map((pupils) => ({ pupils })));
    expect(told.problems).toEqual(["changed range 1 /content/0/json/pupils"]);
  });

  it.each<[string, (value: number) => JsonValue, number[], number]>([
    ["an id by its name", (id) => ({ id }), [4712, 4711, 4713], 98_000],
    ["an id by its tool", (look) => ({ look }), [4712, 4711, 4713], 98_000],
    ["a number behind a sign", (n) => `Ticket #${String(n)}`, [4712, 4711, 4713], 98_000],
    ["a sequence", (sample) => ({ sample }), [4711, 4713, 4720], 1],
    ["a count that each run adds to", (total) => ({ total }), [8, 9, 10], 4000],
    ["what each run takes away", (stock) => ({ stock }), [100, 98, 96], 12],
    ["a latency", (elapsedMs) => ({ elapsedMs }), [3, 4, 3], 9000],
    ["a latency in a text", (n) => `Done, it took ${String(n)} ms`, [3, 4, 3], 9000],
    ["the memory of a machine", (freeMb) => ({ freeMb }), [15_812, 15_810, 15_811], 900],
    ["the minute of a clock", (minute) => ({ minute }), [3, 4, 3], 59],
    ["how long a machine runs", (uptimeHours) => ({ uptimeHours }), [3, 4, 3], 9000],
    ["a port", (port) => ({ port }), [54_012, 54_120, 53_999], 32_768],
    ["a number of chance", (level) => ({ level }), [3, 7, 5], 1],
  ])("may be %s", (_, make, seen, live) => {
    expect(runs(make, [...seen, live])).toBe(true);
  });

  it("is nothing of two runs", () => {
    expect(tellOne([27, 24, 2900].map((pupils) => ({ pupils }))).green).toBe(true);
  });
});

describe("a unit", () => {
  it("stays where the amounts show that nothing chooses it", () => {
    const herd = (tag: string): string => `tag ${tag} (h healthy, s sick)`;
    const seen = ["2795h", "9120h", "1004h"].map(herd);
    expect(tellOne([...seen, herd("3511s")]).green).toBe(false);
    expect(tellOne([...seen, herd("3511h")]).green).toBe(true);
  });

  it("may be another where it is chosen", () => {
    expect(tellOne(["12ms", "40ms", "9ms", "1.2s"].map((text) => `took ${text}`)).green).toBe(true);
    expect(tellOne(["12 min", "40 min", "59 min", "1 h"].map((text) => `The ride takes ${text}`)).green).toBe(true);
  });
});

describe("a number between joints that never differed", () => {
  const told = (seen: readonly string[], liveAt?: string): boolean =>
    tellOne(
      seen.map((id) => ({ id })),
      liveAt === undefined ? {} : { liveAt },
    ).green;
  const ids = ["PL-2026-c41e4b", "PL-2026-0015dd", "PL-2026-579d43"];

  it("stays", () => {
    expect(told([...ids, "PL-2027-8c41e4"])).toBe(false);
    expect(told([...ids, "PL-2026-8c41e4"])).toBe(true);
    expect(told(["bed-3-c41e4b", "bed-3-0015dd", "bed-3-579d43", "bed-7-8c41e4"])).toBe(false);
  });

  it("may be the year of the run, where it was", () => {
    expect(told([...ids, "PL-2027-8c41e4"], "2027-01-02T09:00:00Z")).toBe(true);
    expect(told([...ids, "PL-2028-8c41e4"], "2027-01-02T09:00:00Z")).toBe(false);
  });
});

const named = { key: "level", parent: "", tool: "look", notNumber: false };
const isFar = (seen: readonly (string | number)[], live: string | number): boolean =>
  strays(rangeOfSeen(seen.map(String)), String(live), () => named);

describe("the size of what was made", () => {
  const strayed = (key: string, live: number): boolean =>
    strays(rangeOfSeen(["501", "539", "512"]), String(live), () => ({ ...named, key }));

  it("moves within its order of magnitude, and a cache as it likes", () => {
    expect([5, 26, 10_000, 20_000].map((live) => strayed("size", live))).toEqual([true, false, false, true]);
    expect(["fileBytes", "cacheSize", "memoryBytes", "size_id"].map((key) => strayed(key, 5))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("the range of any numbers", () => {
  const amount = fc.integer({ min: -9_999_999, max: 9_999_999 }).map((thousandths) => thousandths / 1000);

  it("holds what lies in it, and what is near", () => {
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 3, maxLength: 3 }),
        fc.double({ min: -1, max: 2, noNaN: true }),
        (seen, at) => {
          const [least, most] = [Math.min(...seen), Math.max(...seen)];
          expect(isFar(seen, (least + at * (most - least)).toFixed(3))).toBe(false);
        },
      ),
    );
  });

  it("does not hold what is many times as large, unless the numbers went one way", () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 3, maxLength: 3 }), (seen) => {
        const large = Math.max(...seen.map(Math.abs), 1);
        const [one = 0, two = 0, three = 0] = seen;
        fc.pre((two - one) * (three - two) < 0);
        expect(isFar(seen, (large * 25).toFixed(3))).toBe(true);
      }),
    );
  });

  /** Three values of the checks and one of a replay, all by the same chance. */
  const rateOf = (draw: (random: Random) => string): number => {
    const random = randomOf(4711);
    const draws = Array.from({ length: 20_000 }, () => isFar([draw(random), draw(random), draw(random)], draw(random)));
    return draws.filter(Boolean).length / draws.length;
  };
  const normal = (random: Random): number =>
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

  it.each<[string, number, (random: Random) => string]>([
    ["digits", 0, (random) => String(random.between(0, 9))],
    ["numbers up to a hundred", 0.005, (random) => String(random.between(0, 99))],
    ["shares", 0.005, (random) => random.next().toFixed(3)],
    ["numbers about zero", 0.005, (random) => (2 * random.next() - 1).toFixed(3)],
    ["a tenth more or less", 0.01, (random) => (90 + 20 * random.next()).toFixed(1)],
    ["measured to a hundredth", 0, (random) => (100 + normal(random)).toFixed(2)],
    ["measured to a third", 0.005, (random) => Math.max(0, 100 + 30 * normal(random)).toFixed(2)],
    ["waiting times", 0.0125, (random) => (-100 * Math.log(1 - random.next())).toFixed(1)],
  ])("hardly ever loses what is by chance: %s", (_, most, draw) => {
    expect(rateOf(draw)).toBeLessThanOrEqual(most);
  });
});

describe("a percentage", () => {
  const isBeyond = (seen: readonly number[], live: number, key: string): boolean =>
    strays(rangeOfSeen(seen.map(String)), String(live), () => ({ key, parent: "", tool: "look", notNumber: false }));

  it("is of a whole, where it was in all runs", () => {
    expect(isBeyond([61, 84, 99], 100, "batteryPercent")).toBe(false);
    expect(isBeyond([61, 84, 99], 187, "batteryPercent")).toBe(true);
    expect(isBeyond([61, 84, 99], -3, "batteryPercent")).toBe(true);
    expect(isBeyond([61, 84, 99], 187, "battery")).toBe(false);
    expect(isBeyond([61, 84, 130], 187, "cpuPercent")).toBe(false);
  });
});

describe("a difference that had one sign in all runs by chance", () => {
  it.each([
    ["change", [3.22, 1.04, 2.08], -0.3, true],
    ["deltaSeconds", [-4, -31, -12], 7, true],
    ["changePercent", [4.03, 1.3, 2.6], -0.38, true],
    // They lie as close together as no numbers around zero do.
    ["change", [203, 201, 202], -202, false],
    ["price", [3.22, 1.04, 2.08], -0.3, false],
  ])("may have the other one: %s %j", (name, seen, live, isFine) => {
    expect(runs((n) => ({ [name]: n }), [...seen, live])).toBe(isFine);
  });
});
