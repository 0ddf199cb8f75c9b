// Lists that differ on their own in a replay: rows of earlier runs, any order, and what is new in an element.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { play, type PlaySketch, type ResultSketch } from "../../helpers/make-trace.js";

const json = (value: unknown): ResultSketch => ({ json: value as never });
const once = (then: JsonValue, checks: JsonValue[], now: JsonValue, more: Partial<PlaySketch> = {}) =>
  play({ turns: [[["list", {}, json(then), json(now)]]], checks: checks.map((each) => [json(each)]), ...more });

describe("a list in which rows of earlier runs stand", () => {
  const row = (id: string, title = "x"): JsonValue => ({ order_id: id, title });
  const turns = (live: JsonValue): PlaySketch["turns"] => [
    [["create_order", {}, json({ order_id: "a0001" }), json({ order_id: "d0004" })]],
    [["list_orders", {}, json([row("a0001")]), json(live)]],
    [["close_order", { order_id: "a0001" }, "closed", "closed"]],
  ];
  const checks = [
    [json({ order_id: "b0002" }), json([row("a0001"), row("b0002")]), "closed"],
    [json({ order_id: "c0003" }), json([row("a0001"), row("b0002"), row("c0003")]), "closed"],
  ];
  const grown = ["a0001", "b0002", "c0003"].map((id) => row(id));

  it("has the row of this run after them, and is counted as grown", () => {
    const played = play({ turns: turns([...grown, row("d0004")]), checks });
    expect(played.learned.grows).toEqual([
      { call: 2, at: "/content/0/json", end: "head", apart: true, left: [{ row: 0 }] },
    ]);
    expect(played.problems).toEqual(["grown /content/0/json"]);
    expect(played.drift.find(({ class: kind }) => kind === "grown")).toMatchObject({ recorded: 1, present: 4 });
    expect(played.green).toBe(true);
    expect(played.sent.at(-1)).toEqual({ order_id: "d0004" });
  });

  it("is not evidence where nothing is let pass", () => {
    expect(play({ turns: turns([...grown, row("d0004")]), checks, rules: { strict: true } }).green).toBe(false);
  });

  it.each<[string, JsonValue]>([
    ["its row is not there", grown],
    ["its row is before the others", [row("d0004"), ...grown]],
    ["its row stands there twice", [row("d0004"), ...grown, row("d0004")]],
    ["its row says something else", [...grown, row("d0004", "y")]],
    ["a row has other fields", [{ order_id: "z0001" }, row("d0004")]],
    ["it is empty", []],
    ["it is no list", { orders: [row("d0004")] }],
  ])("is changed where %s", (_, live) => {
    expect(play({ turns: turns(live), checks }).ungrounded).toBe(3);
  });

  it("gives no id that is sent later, for the rows of other runs look the same", () => {
    const list = (...ids: string[]): ResultSketch => json(ids.map((id) => row(id)));
    const played = play({
      turns: [
        [["list_orders", {}, list("a0001"), list("a0001", "b0002", "c0003", "d0004")]],
        [["close_order", { order_id: "a0001" }, "closed", "closed"]],
      ],
      checks: [
        [list("a0001", "b0002"), "closed"],
        [list("a0001", "b0002", "c0003"), "closed"],
      ],
    });
    expect(played.sent).toEqual([{}]);
    expect(played.message).toContain("rows of earlier runs");
  });
});

describe("a list in any order", () => {
  const tags = ["alpha", "beta", "gamma"];
  const shuffles = [
    ["gamma", "alpha", "beta"],
    ["beta", "gamma", "alpha"],
  ];

  it("is learned as one, and has the same elements, each once", () => {
    const { learned } = once(tags, shuffles, tags);
    expect(learned.orders).toEqual([{ call: 1, at: "/content/0/json" }]);
    fc.assert(
      fc.property(fc.shuffledSubarray(tags, { minLength: 3 }), (live) => {
        expect(once(tags, shuffles, live)).toMatchObject({ green: true, problems: [] });
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...tags, "delta"), { minLength: 1, maxLength: 4 }), (live) => {
        const isSame = live.toSorted().join(" ") === tags.join(" ");
        expect(once(tags, shuffles, live).green).toBe(isSame);
      }),
    );
  });

  it("is changed where nobody has seen it in another order, and the message says that only the order differs", () => {
    const played = once(tags, [tags, tags], ["beta", "alpha", "gamma"]);
    expect(played.green).toBe(false);
    expect(played.message).toContain("order");
  });

  const person = (name: string, id: string, more: Record<string, JsonValue> = {}): JsonValue => ({ name, id, ...more });
  const people = (...ids: string[]): JsonValue[] => ["Ann", "Bob"].map((name, at) => person(name, ids[at] ?? ""));
  const seen = [people("u7f3a1", "u2bc04").toReversed(), people("u5cc01", "u9dd02")];

  it("may hold variables: an element is known by what is constant in it", () => {
    const played = play({
      turns: [
        [["list", {}, json(people("u8f3a2", "u1bc05")), json(people("u0aa01", "u3ee07").toReversed())]],
        [["get", { id: "u1bc05" }, "ok", "ok"]],
      ],
      checks: seen.map((each) => [json(each), "ok"]),
    });
    expect(played.problems).toEqual([]);
    expect(played.sent[1]).toEqual({ id: "u3ee07" });
  });

  it("lets a new field be that says nothing, in any element and order, and not one that tells of an outcome", () => {
    const then = people("u8f3a2", "u1bc05");
    const live = (more: Record<string, JsonValue>): JsonValue => [
      person("Bob", "u3ee07", more),
      person("Ann", "u0aa01"),
    ];
    const harmless = once(then, seen, live({ etag: "8f3a21bc" }));
    expect(harmless.green).toBe(true);
    expect(harmless.problems).toEqual(["additive /content/0/json/1/etag"]);
    const outcomes: Record<string, JsonValue>[] = [{ suspended: true }, { status: "declined" }, { errors: ["gone"] }];
    for (const more of outcomes) {
      expect(once(then, seen, live(more)).green).toBe(false);
    }
  });

  it("of nothing but variables is a set of which nobody knows which is which: none is sent", () => {
    const list = { tool: "list", path: "/content/0/json", order: "any" as const };
    const ids = fc.uniqueArray(fc.stringMatching(/^[a-f][0-9]{2}[a-f][0-9]{2}$/), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(ids, fc.boolean(), ([a, b, c, d, e, f, g, h], second) => {
        const played = play({
          turns: [[["list", {}, json([a, b]), json([g, h])]], [["get", { id: (second ? b : a) ?? "" }, "ok", "ok"]]],
          checks: [
            [json([c, d]), "ok"],
            [json([e, f]), "ok"],
          ],
          rules: { varies: [list] },
        });
        expect(played.sent).toEqual([{}]);
        expect(played.ungrounded).toBe(2);
      }),
      { numRuns: 30 },
    );
  });
});
