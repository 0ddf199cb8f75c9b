// A drift keeps its id where only what differs by itself is another one, and has another where anything else is.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { driftId } from "../../../src/drift/drift-id.js";
import type { JsonValue } from "../../../src/json/value.js";
import { play, places, type PlaySketch, type ResultSketch } from "../../helpers/make-trace.js";

const LIVE = ["2026-11-27T15:30:00.000Z", "2026-12-03T08:10:00.000Z"];
type Then = PlaySketch["turns"];
const only = (then: ResultSketch, now: ResultSketch): Then => [[["list", {}, then, now]]];

/** The ids of what stands in the way, of one run on each day. */
function idsOf(turns: (day: string) => Then, more: Partial<PlaySketch> = {}): string[][] {
  return LIVE.map((liveAt) =>
    play({ turns: turns(liveAt), liveAt, ...more })
      .drift.filter(({ class: kind }) => kind !== "volatile" && kind !== "correlated")
      .map(({ id }) => id),
  );
}
const id = (day: string, at: number): string => `u_${String(Date.parse(day) / 1000 + at * 7919).slice(-7)}`;
const now = (day: string): string => new Date(Date.parse(day) + 1020).toISOString();

describe("a drift keeps its id, whatever the server makes anew", () => {
  const listed = (name: string, at: number, day: string): JsonValue => ({ id: id(day, at), name, seen: now(day) });
  const then = { json: [{ id: "u_1111111", name: "Ann", seen: "2026-11-20T10:00:01.020Z" }] };
  const varies = { varies: places("1 /content/0/json/0/id") };

  it.each<[string, (day: string) => Then, Partial<PlaySketch>]>([
    [
      "in a list that is longer now",
      (day) => only(then, { json: [listed("Ann", 1, day), listed("Bob", 2, day)] }),
      { rules: varies },
    ],
    [
      "in a list that begins with somebody new",
      (day) => only(then, { json: [listed("Bob", 1, day), listed("Ann", 2, day)] }),
      { rules: varies },
    ],
    [
      "in a new field that speaks of trouble",
      (day) => only({ json: { a: 1 } }, { json: { a: 1, error: { at: now(day) } } }),
      {},
    ],
    ["in a value of another type", (day) => only({ json: { a: 1 } }, { json: { a: [now(day), 2] } }), {}],
    [
      "in a text that has a line more",
      (day) => only("u_1111111 Ann", `${id(day, 1)} Ann\n${id(day, 2)} Bob`),
      { rules: { varies: places("1 /content/0/text/0") } },
    ],
    ["in a text that tells the time", (day) => only("All is well.", `Broken since ${now(day)}.`), {}],
    [
      "in a list of any order",
      (day) => {
        const both = [listed("Ann", 1, day), listed("Bob", 2, day)];
        return only(then, { json: day === LIVE[0] ? both : both.toReversed() });
      },
      { rules: { ...varies, configVaries: [{ tool: "list", path: "/content/0/json", order: "any" }] } },
    ],
    [
      "where an earlier result gave it, and a later call sends it",
      (day) => [
        [["create", {}, { json: { id: "u_1111111" } }, { json: { id: id(day, 1) } }]],
        [["list", {}, { json: [] }, { json: [id(day, 1)] }]],
        [["get", { id: "u_1111111" }, "ok", "ok"]],
      ],
      { rules: { varies: places("1 /content/0/json/id") } },
    ],
    [
      "where an earlier result gave it, and nobody sends it",
      (day) => [
        [["create", {}, { json: { id: "u_1111111" } }, { json: { id: id(day, 1) } }]],
        [["list", {}, { json: [] }, { json: [`/users/${id(day, 1)}/view`] }]],
      ],
      { rules: { varies: places("1 /content/0/json/id") } },
    ],
  ])("%s", (_, turns, more) => {
    const [one = [], other = []] = idsOf(turns, more);
    expect(one).toHaveLength(1);
    expect(other).toEqual(one);
  });

  it.each<[string, (day: string) => Then, Partial<PlaySketch>]>([
    [
      "where somebody else is there",
      (day) => only(then, { json: [listed("Ann", 1, day), listed(day === LIVE[0] ? "Bob" : "Cy", 2, day)] }),
      { rules: varies },
    ],
    ["where no rule says that it differs by itself", (day) => only({ json: [] }, { json: [id(day, 1)] }), {}],
    [
      "where a value is no value any more",
      (day) =>
        only(then, {
          json: [listed("Ann", 1, day), { id: day === LIVE[0] ? "u_1111112" : "failed", name: "Bob", seen: now(day) }],
        }),
      { rules: varies },
    ],
    [
      "where a time is not the time of the run",
      (day) => only("All is well.", `Broken since ${day.slice(0, 4)}-01-0${day === LIVE[0] ? "1" : "2"}T00:00:00Z.`),
      {},
    ],
  ])("and not %s", (_, turns, more) => {
    const [one = [], other = []] = idsOf(turns, more);
    expect(one).toHaveLength(1);
    expect(other).not.toEqual(one);
  });

  it("has the id that it always had where nothing differs by itself", () => {
    const found = play({ turns: only({ json: [1, { a: "b c" }] }, { json: [1, { a: "b d" }, "more"] }) });
    expect(found.drift.map((one) => one.id)).toEqual(found.drift.map((one) => driftId("w", one)));
    expect(found.drift).toHaveLength(1);
  });

  it("keeps two values apart that differ in anything but that", () => {
    const element = fc.record({ name: fc.string({ maxLength: 5 }), n: fc.integer({ min: 0, max: 3 }) });
    fc.assert(
      fc.property(fc.array(element, { maxLength: 3 }), fc.array(element, { maxLength: 3 }), (one, other) => {
        const of = (live: JsonValue): string[] =>
          play({ turns: only({ json: [{ name: "a", n: 0 }, 1, 2, 3] }, { json: live }) }).drift.map(
            (drift) => drift.id,
          );
        expect(of(one)[0] === of(other)[0]).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});
