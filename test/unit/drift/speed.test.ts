// Long results and long runs: comparing them takes time in proportion, and not much of it.
import { expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import { NOTHING_LEARNED } from "../../../src/variables/learned.js";
import { bestOf } from "../../helpers/best-of.js";
import { play, type Played, type PlaySketch, type ResultSketch } from "../../helpers/make-trace.js";

/** Test machines are shared; `bench/` measures, this only catches what grows too fast. */
const SLOW = 10;

/** Milliseconds of the best try to replay it by what was learned; the first below the limit counts. */
function measure(limit: number, sketch: PlaySketch, { learned }: Played): number {
  return bestOf(limit, () => void play({ ...sketch, checks: [], learned }));
}

/** Recorded, live, and in a check. */
const DAYS = ["2026-11-20T10:00", "2026-11-27T15:30", "2026-11-21T11:00"];

function rows(count: number, run: number): JsonValue {
  return Array.from({ length: count }, (_, at) => ({
    id: `row-${String(at)}`,
    name: `Name of ${String(at)}`,
    tags: ["alpha", "beta"],
    price: at * 1.25,
    seen: at % 50 === 0 ? `${DAYS[run] ?? ""}:01.000Z` : "2019-01-01T00:00:00Z",
  }));
}
const once = (then: ResultSketch, now: ResultSketch, check: ResultSketch): PlaySketch => ({
  turns: [[["get", {}, then, now]]],
  checks: [[check]],
});

it("compares 250 kB of JSON within 40 ms", () => {
  const [then = "", now = "", check = ""] = [0, 1, 2].map((run) => JSON.stringify(rows(2300, run)));
  expect(then.length).toBeGreaterThan(225_000);
  const played = play(once(then, now, check));
  expect(played.drift.map(({ class: kind }) => kind)).toEqual(Array(46).fill("volatile"));
  expect(measure(40 * SLOW, once(then, now, check), played)).toBeLessThan(40 * SLOW);
});

it("compares 250 kB of text within 40 ms", () => {
  const text = (clock: string): string =>
    Array.from(
      { length: 3500 },
      (_, at) =>
        `line ${String(at)} of a log that goes on and on, with words and an id u_${String(at)}${at % 100 === 0 ? ` at ${clock}` : ""}`,
    ).join("\n");
  const [then = "", now = "", check = ""] = DAYS.map((day) => text(`${day}:01Z`));
  expect(then.length).toBeGreaterThan(225_000);
  const played = play(once(then, now, check));
  expect(played.green).toBe(true);
  expect(measure(40 * SLOW, once(then, now, check), played)).toBeLessThan(40 * SLOW);
});

it("compares 100 turns with an id each within an eighth of a second", () => {
  const turns = Array.from({ length: 100 }, (_, at): PlaySketch["turns"][number] => {
    const [then, now] = [`rec${String(10_000 + at)}`, `liv${String(10_000 + at)}`];
    const last: JsonObject = at === 0 ? {} : { id: `rec${String(10_000 + at - 1)}` };
    return [
      [
        "next",
        last,
        { json: { id: then, text: `the id is ${then}` } },
        { json: { id: now, text: `the id is ${now}` } },
      ],
    ];
  });
  const checks = [1, 2].map((check) =>
    turns.map((_, at): ResultSketch => {
      const id = `chk${String(10_000 + check * 1000 + at)}`;
      return { json: { id, text: `the id is ${id}` } };
    }),
  );
  const played = play({ turns, checks });
  expect(played.problems).toEqual([]);
  expect(played.sent[99]).toEqual({ id: "liv10098" });
  expect(measure(125 * SLOW, { turns, checks }, played)).toBeLessThan(125 * SLOW);
});

it("takes time in proportion to the length", () => {
  const results = (count: number): PlaySketch => {
    const [then = "", now = "", check = ""] = [0, 1, 2].map((run) => JSON.stringify(rows(count, run)));
    return once(then, now, check);
  };
  const [few, many] = [results(400), results(1600)];
  const most = 4 * 4 * measure(0, few, play(few));
  expect(measure(most, many, play(many))).toBeLessThan(most);
});

it("compares results in which every value is another one within 40 ms for 60 kB", () => {
  const table = (factor: number): ResultSketch => ({
    json: Array.from({ length: 1500 }, (_, at) => ({ code: `c${String(at)}`, price: (at + 1) * factor })),
  });
  const sketch = once(table(1), table(3), table(1));
  const played = play(sketch);
  expect(played.problems).toHaveLength(1500);
  expect(measure(40 * SLOW, sketch, played)).toBeLessThan(40 * SLOW);
});

it("compares 1,000 rows in any order within 200 ms", () => {
  const list = Array.from({ length: 1000 }, (_, at): JsonValue => ({
    id: `row-${String(at)}`,
    name: `Name of ${String(at)}`,
  }));
  const [then, now] = [list, list.toReversed()].map((rowsThen): ResultSketch => ({ json: rowsThen }));
  const sketch: PlaySketch = {
    turns: [[["get", {}, then ?? "", now ?? ""]]],
    learned: { ...NOTHING_LEARNED, orders: [{ call: 1, at: "/content/0/json" }] },
  };
  const played = play(sketch);
  expect(played.green).toBe(true);
  expect(measure(200 * SLOW * 2, sketch, played)).toBeLessThan(200 * SLOW * 2);
});
