// The checks after a recording: the same server asked again, what differs by itself learned, and then held to.
import { describe, expect, it } from "vitest";
import { findUnresolved } from "../../../src/drift/prove.js";
import {
  makeRules,
  makeTrace,
  learnFromChecks,
  play,
  raw,
  type CallSketch,
  type ResultSketch,
  type PlaySketch,
} from "../../helpers/make-trace.js";

const json = (value: unknown): ResultSketch => ({ json: value as never });

/** A run, and what one check answered. */
function check(turns: readonly (readonly CallSketch[])[], answers: readonly ResultSketch[]) {
  const recorded = makeTrace({ turns });
  const { learned, checks } = learnFromChecks(recorded, [answers]);
  const places = learned.variables.map(({ kind, places: all }) => {
    const at = all.map(
      ({ call, at: there, token }) =>
        `${String(call)} ${there}${token === undefined ? "" : ` ${JSON.stringify(token)}`}`,
    );
    return [kind, ...at].join(" ");
  });
  const unresolved = findUnresolved(recorded, learned, checks, makeRules());
  return {
    learned,
    places,
    unresolved: unresolved.map((drift) => `${drift.class} ${drift.where.path}`),
    turns: checks[0]?.turns.length,
  };
}

describe("the check", () => {
  it("learns what differs, one for each value, words of texts one by one, and times as times", () => {
    const made = (id: string, n: number, at: string): ResultSketch =>
      json({ id, n, at, url: `https://h/items/${id}`, same: "x" });
    const { places, unresolved } = check(
      [
        [
          ["create", {}, made("u_1aaf00", 3, "2026-11-20T10:00:01Z")],
          ["say", {}, "Made u_1aaf00 for alice."],
        ],
      ],
      [made("u_9zz2b7", 4, "2026-11-21T11:00:01Z"), "Made u_9zz2b7 for alice."],
    );
    expect(places).toEqual([
      "value 1 /content/0/json/id 2 1 /content/0/json/url 5 2 /content/0/text 3",
      "value 1 /content/0/json/n",
      "time 1 /content/0/json/at",
    ]);
    expect(unresolved).toEqual([]);
  });

  it("takes a number of seconds that lies equally far from its call for a time", () => {
    const seconds = (at: string, ahead: number): ResultSketch => json({ expires: Date.parse(at) / 1000 + ahead });
    const recorded = [[["issue", {}, seconds("2026-11-20T10:00:00Z", 3600)]]] as const;
    expect(check(recorded, [seconds("2026-11-21T11:00:00Z", 3600)]).places).toEqual(["time 1 /content/0/json/expires"]);
    // Another distance is another number, of which nobody knows what it is.
    expect(check(recorded, [seconds("2026-11-21T11:00:00Z", 7300)]).places).toEqual([
      "value 1 /content/0/json/expires",
    ]);
  });

  it("learns one variable where an id is sent back, so that replay holds it to that", () => {
    const { places } = check(
      [[["create", {}, json({ id: "u_1aa" })]], [["get", { id: "u_1aa" }, json({ id: "u_1aa" })]]],
      [json({ id: "u_9zz" }), json({ id: "u_9zz" })],
    );
    expect(places).toEqual(["value 1 /content/0/json/id 2 2 /content/0/json/id 2"]);
  });

  it("goes on after a difference, and reports it", () => {
    const { learned, turns, places } = check(
      [[["get", {}, json([1])]], [["get", {}, json({ a: 1 })]]],
      [json([1, "b"]), json({ a: 2 })],
    );
    expect(turns).toBe(3);
    expect(learned.unstable).toMatchObject([{ call: 1, at: "/content/0/json", seen: [1, 2] }]);
    expect(places).toEqual(["value 2 /content/0/json/a"]);
  });

  it("stops where a call lacks its value, and does not send the old one", () => {
    for (const id of ["aaaa1", 7]) {
      const recorded = [[["list", {}, json([{ id }])]], [["get", { id }, "ok"]]] as const;
      const { turns, learned } = check(recorded, [json([]), "ok"]);
      expect({ turns, state: learned.state }).toMatchObject({ turns: 1, state: [{ call: 1 }] });
      expect(learned.doubtful).toMatchObject([{ call: 2, at: "/id", derived: "lost" }]);
    }
  });

  it("never learns bytes", () => {
    const image = (data: string): ResultSketch => raw({ content: [{ type: "image", data, mimeType: "image/png" }] });
    const { learned, places, unresolved } = check([[["draw", {}, image("AAAA")]]], [image("BBBB")]);
    expect(places).toEqual([]);
    expect([...learned.unstable.map(({ at }) => at), ...unresolved.map((one) => one.split(" ")[1])]).toContain(
      "/content/0/data",
    );
  });

  it("finds what makes the next replay green", () => {
    const checks = [
      ["Created u_5cc (queue 13) in 5 ms", "u_5cc is alive"],
      ["Created u_7dd (queue 17) in 4 ms", "u_7dd is alive"],
    ];
    const turns: PlaySketch["turns"] = [
      [["create", {}, "Created u_1aa (queue 12) in 3 ms", "Created u_9zz (queue 14) in 8 ms"]],
      [["get", { id: "u_1aa" }, "u_1aa is alive", "u_9zz is alive"]],
    ];
    const played = play({ turns, checks });
    expect(played.problems).toEqual([]);
    expect(played.sent[1]).toEqual({ id: "u_9zz" });
    const other: PlaySketch["turns"] = [
      [["create", {}, "Created u_1aa (queue 12) in 3 ms", "Updated u_9zz (queue 14) in 8 ms"]],
      ...turns.slice(1),
    ];
    expect(play({ turns: other, checks }).green).toBe(false);
  });
});

const AT = ["2026-11-21T11:00:01Z", "2027-05-29T15:00:01Z"];

describe("an accepted drift", () => {
  const turns: PlaySketch["turns"] = [
    [["get", {}, json({ a: 1, at: "2026-11-20T10:00:01Z" }), json({ a: 2, at: "2026-11-27T15:30:01Z" })]],
  ];
  const checks = AT.map((at) => [json({ a: 1, at })]);
  const id = play({ turns, checks }).drift.find((drift) => drift.class === "changed")?.id ?? "";

  it("grounds again, and is counted", () => {
    const played = play({ turns, checks, rules: { acceptedIds: [id] } });
    expect(played.green).toBe(true);
    expect(played.comparer.accepted().map((drift) => drift.id)).toEqual([id]);
  });

  it("does not with --strict", () => {
    expect(play({ turns, checks, rules: { acceptedIds: [id], strict: true } }).green).toBe(false);
  });

  it("is by value: another one is a new drift", () => {
    const other: PlaySketch["turns"] = [
      [["get", {}, json({ a: 1, at: "2026-11-20T10:00:01Z" }), json({ a: 3, at: "2026-11-27T15:30:01Z" })]],
    ];
    expect(play({ turns: other, checks, rules: { acceptedIds: [id] } }).green).toBe(false);
  });

  it("keeps its id while what differs on its own goes on differing in the same text", () => {
    const ids = ["2026-11-27T15:30:01Z", "2026-11-27T15:30:02Z"].map((at) => {
      const text: PlaySketch["turns"] = [[["get", {}, "at 2026-11-20T10:00:01Z: 5 left", `at ${at}: 4 left`]]];
      return play({ turns: text, checks: AT.map((time) => [`at ${time}: 5 left`]) }).drift.map((drift) => drift.id);
    });
    expect(ids[0]).toEqual(ids[1]);
    expect(ids[0]).toHaveLength(1);
  });
});

it("a drift is named by a short id that is the same every time", () => {
  const turns: PlaySketch["turns"] = [[["get", {}, json({ a: 1 }), json({ a: 2 })]]];
  const [first] = play({ turns }).drift;
  expect(first?.id).toMatch(/^d-[0-9a-f]{8}$/);
  expect(play({ turns }).drift[0]).toEqual(first);
  expect(first).toEqual({
    id: first?.id,
    class: "changed",
    where: { part: "result", step: 1, turn: 1, call: 1, tool: "get", path: "/content/0/json/a" },
    recorded: 1,
    present: 2,
  });
});
