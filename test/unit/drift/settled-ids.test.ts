// A drift keeps its id where only what differs by itself is another one, and has another where anything else is.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { driftId } from "../../../src/trace/drift-id.js";
import type { JsonValue } from "../../../src/json/value.js";
import { play, type PlaySketch, type ResultSketch } from "../../helpers/make-trace.js";

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
  const ids = ["u_2222222", "u_3333333"];
  const days = ["2026-11-21T11:00:01.031Z", "2027-05-29T15:00:01.008Z"];
  /** What the checks saw of Ann. */
  const checks = ids.map((one, at) => [{ json: [{ id: one, name: "Ann", seen: days[at] ?? "" }] }]);
  const created = ids.map((one) => [{ json: { id: one } }, { json: [] }, "ok"]);

  it.each<[string, (day: string) => Then, Partial<PlaySketch>]>([
    [
      "in a list that is longer now",
      (day) => only(then, { json: [listed("Ann", 1, day), listed("Bob", 2, day)] }),
      { checks },
    ],
    [
      "in a list that begins with somebody new",
      (day) => only(then, { json: [listed("Bob", 1, day), listed("Ann", 2, day)] }),
      { checks },
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
      { checks: ids.map((one) => [`${one} Ann`]) },
    ],
    ["in a text that tells the time", (day) => only("All is well.", `Broken since ${now(day)}.`), {}],
    [
      "in a list of any order",
      (day) => {
        const both = [listed("Ann", 1, day), listed("Bob", 2, day)];
        return only(then, { json: day === LIVE[0] ? both : both.toReversed() });
      },
      { checks, rules: { varies: [{ tool: "list", path: "/content/0/json", order: "any" }] } },
    ],
    [
      "where an earlier result gave it, and a later call sends it",
      (day) => [
        [["create", {}, { json: { id: "u_1111111" } }, { json: { id: id(day, 1) } }]],
        [["list", {}, { json: [] }, { json: [id(day, 1)] }]],
        [["get", { id: "u_1111111" }, "ok", "ok"]],
      ],
      { checks: created },
    ],
    [
      "where an earlier result gave it, and nobody sends it",
      (day) => [
        [["create", {}, { json: { id: "u_1111111" } }, { json: { id: id(day, 1) } }]],
        [["list", {}, { json: [] }, { json: [`/users/${id(day, 1)}/view`] }]],
      ],
      { checks: created },
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
      { checks },
    ],
    ["where no rule says that it differs by itself", (day) => only({ json: [] }, { json: [id(day, 1)] }), {}],
    [
      "where a value is no value any more",
      (day) =>
        only(then, {
          json: [listed("Ann", 1, day), { id: day === LIVE[0] ? "u_1111112" : "failed", name: "Bob", seen: now(day) }],
        }),
      { checks },
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

  it("whatever the values of all variables are, and another one for another word", () => {
    const id = fc.stringMatching(/^u_[1-9][0-9]{6}$/);
    const name = fc.constantFrom("Bob", "Cy", "Di");
    const live = fc.tuple(fc.uniqueArray(id, { minLength: 4, maxLength: 4 }), fc.nat(1e9));
    const found = ([ids, later]: [string[], number], who: string, sort: boolean): string[] => {
      const liveAt = new Date(Date.parse(LIVE[0] ?? "") + later * 1000).toISOString();
      const [ann = "", other = "", line = "", third = ""] = ids;
      const rows = [
        { id: ann, name: "Ann", seen: now(liveAt) },
        { id: other, name: who, seen: now(liveAt) },
      ];
      const played = play({
        turns: [
          [
            ["list", {}, then, { json: sort ? rows.toReversed() : rows }],
            ["say", {}, "Made u_1111112 for Ann.", `Made ${line} for ${who}.`],
            ["log", {}, "u_1111113 Ann", `${third} Ann\n${line} ${who}`],
          ],
        ],
        checks: ids.map((one, at) => [
          { json: [{ id: one, name: "Ann", seen: days[at] ?? "" }] },
          `Made ${one.replaceAll("2", "4")} for Ann.`,
          `${one.replaceAll("2", "5")} Ann`,
        ]),
        liveAt,
        rules: sort ? { varies: [{ tool: "list", path: "/content/0/json", order: "any" }] } : {},
      });
      return played.drift.filter(({ class: kind }) => kind === "changed").map((one) => one.id);
    };
    fc.assert(
      fc.property(live, live, name, name, fc.boolean(), (one, other, who, whoElse, sort) => {
        const before = found(one, who, sort);
        expect(before).toHaveLength(3);
        expect(found(other, who, sort)).toEqual(before);
        if (who !== whoElse) {
          const after = new Set(found(other, whoElse, sort));
          expect(before.some((each) => after.has(each))).toBe(false);
        }
      }),
      { numRuns: 12 },
    );
  });

  it("has the id that it always had where nothing differs on its own", () => {
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
