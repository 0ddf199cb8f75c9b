// Long results and long runs: comparing them takes time in proportion, and not much of it.
import { expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import { bestOf } from "../../helpers/best-of.js";
import { places, play, type PlaySketch, type ResultSketch } from "../../helpers/make-trace.js";

/** Test machines are shared; `bench/` measures, this only catches what grows too fast. */
const SLOW = 3;

/** Milliseconds of the best try to play it; the first below the limit counts. */
const measure = (limit: number, sketch: PlaySketch): number => bestOf(limit, () => void play(sketch));

function rows(count: number, turn: number): JsonValue {
  return Array.from({ length: count }, (_, at) => ({
    id: `row-${String(at)}`,
    name: `Name of ${String(at)}`,
    tags: ["alpha", "beta"],
    price: at * 1.25,
    seen: at % 50 === 0 ? `2026-11-${turn === 0 ? "20T10:00" : "27T15:30"}:01.000Z` : "2019-01-01T00:00:00Z",
  }));
}
const once = (then: ResultSketch, now: ResultSketch): PlaySketch => ({ turns: [[["get", {}, then, now]]] });

it("compares 1 MB of JSON within 150 ms", () => {
  const [then, now] = [JSON.stringify(rows(9200, 0)), JSON.stringify(rows(9200, 1))];
  expect(then.length).toBeGreaterThan(900_000);
  expect(play(once(then, now)).drift).toHaveLength(184);
  expect(measure(150 * SLOW, once(then, now))).toBeLessThan(150 * SLOW);
});

it("compares 1 MB of text within 150 ms", () => {
  const text = (clock: string): string =>
    Array.from(
      { length: 14_000 },
      (_, at) =>
        `line ${String(at)} of a log that goes on and on, with words and an id u_${String(at)}${at % 100 === 0 ? ` at ${clock}` : ""}`,
    ).join("\n");
  const [then, now] = [text("2026-11-20T10:00:01Z"), text("2026-11-27T15:30:01Z")];
  expect(then.length).toBeGreaterThan(900_000);
  expect(play(once(then, now)).green).toBe(true);
  expect(measure(150 * SLOW, once(then, now))).toBeLessThan(150 * SLOW);
});

it("compares 400 turns with an id each within a second", () => {
  const turns = Array.from({ length: 400 }, (_, at): PlaySketch["turns"][number] => {
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
  const varies = places(...turns.map((_, at) => `${String(at + 1)} /content/0/json/id`));
  expect(play({ turns, rules: { varies } }).problems).toEqual(["changed /content/0/json/text"]);
  const listed = [...varies, ...places(`400 /content/0/json/text/3`)];
  expect(play({ turns, rules: { varies: listed } }).sent[399]).toEqual({ id: "liv10398" });
  expect(measure(1000 * SLOW, { turns, rules: { varies: listed } })).toBeLessThan(1000 * SLOW);
});

it("takes time in proportion to the length", () => {
  const results = (count: number): PlaySketch => once(JSON.stringify(rows(count, 0)), JSON.stringify(rows(count, 1)));
  const most = 4 * 4 * measure(0, results(2000));
  expect(measure(most, results(8000))).toBeLessThan(most);
});

it("compares results in which every value is another one within 150 ms for 250 kB", () => {
  const table = (factor: number): ResultSketch => ({
    json: Array.from({ length: 6000 }, (_, at) => ({ code: `c${String(at)}`, price: (at + 1) * factor })),
  });
  const sketch = once(table(1), table(3));
  expect(play(sketch).drift).toHaveLength(6000);
  expect(measure(150 * SLOW, sketch)).toBeLessThan(150 * SLOW);
});
