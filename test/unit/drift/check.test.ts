// The check after a recording: the same server asked again, what differs by itself listed, and then held to.
import { describe, expect, it } from "vitest";
import { places, play, raw, type PlaySketch, type ResultSketch } from "../../helpers/make-trace.js";

const json = (value: unknown): ResultSketch => ({ json: value as never });
const check = (turns: PlaySketch["turns"]) => play({ turns, mode: "check" });

describe("the check", () => {
  it("lists places that keep type and pattern, words of texts one by one, and no dates", () => {
    const then = { id: "u_1aa", n: 3, at: "2026-11-20T10:00:01Z", url: "https://h/items/u_1aa", same: "x" };
    const now = { id: "u_9zz", n: 4, at: "2026-11-27T15:30:01Z", url: "https://h/items/u_9zz", same: "x" };
    const played = check([
      [
        ["create", {}, json(then), json(now)],
        ["say", {}, "Made u_1aa for alice.", "Made u_9zz for alice."],
      ],
    ]);
    expect(played.variesFound).toEqual([
      "1 /content/0/json/id",
      "1 /content/0/json/n",
      "1 /content/0/json/url/3",
      "2 /content/0/text/1",
    ]);
    expect(played.green).toBe(true);
  });

  it("lists a time in seconds that lies far from its call, which replay takes for a time only where it is listed", () => {
    const hour = 3600;
    const [then, now] = [Date.parse("2026-11-20T10:00:00.000Z") / 1000, Date.parse("2026-11-27T15:30:00.000Z") / 1000];
    const played = check([[["issue", {}, json({ expires: then + hour }), json({ expires: now + hour })]]]);
    expect(played.variesFound).toEqual(["1 /content/0/json/expires"]);
  });

  it("does not list what follows from an id that is sent back, so that replay holds it to that", () => {
    const turns: PlaySketch["turns"] = [
      [["create", {}, json({ id: "u_1aa" }), json({ id: "u_9zz" })]],
      [["get", { id: "u_1aa" }, json({ id: "u_1aa" }), json({ id: "u_9zz" })]],
    ];
    expect(check(turns).variesFound).toEqual(["1 /content/0/json/id"]);
  });

  it("goes on after a difference, and reports it", () => {
    const played = check([[["get", {}, json([1]), json([1, 2])]], [["get", {}, json({ a: 1 }), json({ a: 2 })]]]);
    expect(played.ungrounded).toBeUndefined();
    expect(played.problems).toEqual(["changed /content/0/json"]);
    expect(played.variesFound).toEqual(["2 /content/0/json/a"]);
  });

  it("stops where a call lacks its value", () => {
    const played = check([[["list", {}, json([{ id: "aaaa1" }]), json([])]], [["get", { id: "aaaa1" }, "ok", "ok"]]]);
    expect(played.ungrounded).toBe(2);
  });

  it("never lists bytes", () => {
    const image = (data: string): ResultSketch => raw({ content: [{ type: "image", data, mimeType: "image/png" }] });
    const played = check([[["draw", {}, image("AAAA"), image("BBBB")]]]);
    expect(played.variesFound).toEqual([]);
    expect(played.problems).toEqual(["changed /content/0/data"]);
  });

  it("finds what makes the next replay green", () => {
    const turns: PlaySketch["turns"] = [
      [["create", {}, "Created u_1aa (queue 12) in 3 ms", "Created u_9zz (queue 14) in 8 ms"]],
      [["get", { id: "u_1aa" }, "u_1aa is alive", "u_9zz is alive"]],
    ];
    const varies = check(turns).variesFound;
    const played = play({ turns, rules: { varies: places(...varies) } });
    expect(played.problems).toEqual([]);
    expect(played.sent[1]).toEqual({ id: "u_9zz" });
    const other: PlaySketch["turns"] = [
      [["create", {}, "Created u_1aa (queue 12) in 3 ms", "Updated u_9zz (queue 14) in 8 ms"]],
      ...turns.slice(1),
    ];
    expect(play({ turns: other, rules: { varies: places(...varies) } }).green).toBe(false);
  });
});

describe("an accepted drift", () => {
  const turns: PlaySketch["turns"] = [
    [["get", {}, json({ a: 1, at: "2026-11-20T10:00:01Z" }), json({ a: 2, at: "2026-11-27T15:30:01Z" })]],
  ];
  const id = play({ turns }).drift.find((drift) => drift.class === "changed")?.id ?? "";

  it("grounds again, and is counted", () => {
    const played = play({ turns, rules: { acceptedIds: [id] } });
    expect(played.green).toBe(true);
    expect(played.comparer.accepted().map((drift) => drift.id)).toEqual([id]);
  });

  it("does not with --strict", () => {
    expect(play({ turns, rules: { acceptedIds: [id], strict: true } }).green).toBe(false);
  });

  it("is by value: another one is a new drift", () => {
    const other: PlaySketch["turns"] = [
      [["get", {}, json({ a: 1, at: "2026-11-20T10:00:01Z" }), json({ a: 3, at: "2026-11-27T15:30:01Z" })]],
    ];
    expect(play({ turns: other, rules: { acceptedIds: [id] } }).green).toBe(false);
  });

  it("keeps its id while what differs by itself goes on differing in the same text", () => {
    const ids = ["2026-11-27T15:30:01Z", "2026-11-27T15:30:02Z"].map((at) => {
      const text: PlaySketch["turns"] = [[["get", {}, "at 2026-11-20T10:00:01Z: 5 left", `at ${at}: 4 left`]]];
      return play({ turns: text }).drift.map((drift) => drift.id);
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
