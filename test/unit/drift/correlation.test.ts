// Values that the server makes up, carried into later calls: in every form in which a recorded Claude sends them back.
import { describe, expect, it } from "vitest";
import { play, type PlaySketch, type ResultSketch } from "../../helpers/make-trace.js";

const json = (value: unknown): ResultSketch => ({ json: value as never });
const A = "3f2a1b00-e29b-41d4-a716-446655440000";
const X = "7e57c0de-1111-4222-8333-944455556666";
/** What the two checks had in place of A. */
const IDS = ["51c3e2ab-9d10-4e7f-8a6b-1c2d3e4f5a6b", "c0ffee12-3b4a-4d5c-9e8f-7a6b5c4d3e2f"];
/** Checks in which the first call gives an id, and all others say ok. */
const gives = (...ids: (string | number)[]): PlaySketch["checks"] => ids.map((id) => [json({ id }), "ok", "ok", "ok"]);

describe("a value of the server's own", () => {
  it("is put into later calls, and holds in later results", () => {
    const played = play({
      turns: [
        [["create", { name: "alice" }, json({ id: A, name: "alice" }), json({ id: X, name: "alice" })]],
        [["get", { id: A }, json({ id: A, name: "alice" }), json({ id: X, name: "alice" })]],
        [["delete", { id: A }, `Deleted ${A}.`, `Deleted ${X}.`]],
      ],
      final: `User ${A} came and went.`,
      checks: IDS.map((id) => [json({ id, name: "alice" }), json({ id, name: "alice" }), `Deleted ${id}.`]),
    });
    expect(played.problems).toEqual([]);
    expect(played.sent).toEqual([{ name: "alice" }, { id: X }, { id: X }]);
    expect(played.finalText).toBe(`User ${X} came and went.`);
    expect(new Set(played.drift.map((drift) => drift.class))).toEqual(new Set(["correlated"]));
    expect(played.substitutions).toEqual([
      {
        recorded: A,
        live: X,
        from: { part: "result", step: 1, turn: 1, call: 1, tool: "create", path: "/content/0/json/id" },
      },
    ]);
  });

  it.each<[string, unknown, unknown]>([
    ["inside a URL", `https://api.example/items/${A}?full=1`, `https://api.example/items/${X}?full=1`],
    ["inside text", `Please close ticket ${A}, thanks.`, `Please close ticket ${X}, thanks.`],
    ["inside a path", `/var/data/${A}.json`, `/var/data/${X}.json`],
    ["deep inside arrays", { filter: [{ id: [A, "other"] }] }, { filter: [{ id: [X, "other"] }] }],
    ["inside JSON in text", `{"id":"${A}"}`, `{"id":"${X}"}`],
  ])("is put in %s", (_, then, now) => {
    const turns: PlaySketch["turns"] = [
      [["create", {}, json({ id: A }), json({ id: X })]],
      [["use", { it: then as never }, "ok", "ok"]],
    ];
    expect(play({ turns, checks: gives(...IDS) }).sent[1]).toEqual({ it: now });
  });

  it("is not sent stale as a key: a key cannot be put in", () => {
    const turns: PlaySketch["turns"] = [
      [["create", {}, json({ id: A }), json({ id: X })]],
      [["use", { it: { [A]: true } }, "ok", "ok"]],
    ];
    const played = play({ turns, checks: gives(...IDS) });
    expect(played.sent).toEqual([{}]);
    expect(played.ungrounded).toBe(2);
  });

  it("keeps the JSON type of the argument", () => {
    const turns: PlaySketch["turns"] = [
      [["create", {}, json({ id: 48213 }), json({ id: 99100 })]],
      [["use", { id: 48213 }, "ok", "ok"]],
      [["use", { id: "48213" }, "ok", "ok"]],
      [["use", { id: [48213] }, "ok", "ok"]],
    ];
    const { sent } = play({ turns, checks: gives(48214, 48220) });
    expect(sent.slice(1)).toEqual([{ id: 99100 }, { id: "99100" }, { id: [99100] }]);
  });

  it("is put in whole where it is short, and never as a part", () => {
    const turns: PlaySketch["turns"] = [
      [["create", {}, json({ id: 7 }), json({ id: 8 })]],
      [["use", { id: 7, other: 77 }, "ok", "ok"]],
    ];
    expect(play({ turns, checks: gives(9, 10) }).sent[1]).toEqual({ id: 8, other: 77 });
  });

  it("is put in where a text had it, short, and it is sent as a whole value", () => {
    const turns: PlaySketch["turns"] = [
      [["create", {}, "Created user 7.", "Created user 8."]],
      [["get", { user_id: 7 }, "ok", "ok"]],
      [["get", { user: "7" }, "ok", "ok"]],
    ];
    const checks = [9, 10].map((id) => [`Created user ${String(id)}.`, "ok", "ok"]);
    expect(play({ turns, checks }).sent.slice(1)).toEqual([{ user_id: 8 }, { user: "8" }]);
  });

  it("explains the links of its own result", () => {
    const made = (id: string): ResultSketch => json({ id, links: [`https://h/items/${id}`], text: `${id} is new` });
    const turns: PlaySketch["turns"] = [[["create", {}, made(A), made(X)]], [["get", { id: A }, "ok", "ok"]]];
    const { problems, learned } = play({ turns, checks: IDS.map((id) => [made(id), "ok"]) });
    expect(problems).toEqual([]);
    expect(learned.variables).toHaveLength(1);
  });

  it("is not put in the place of what the prompt gave", () => {
    const turns: PlaySketch["turns"] = [
      [["create", { id: "u_123" }, json({ id: "u_123" }), json({ id: "u_777" })]],
      [["get", { id: "u_123" }, "ok", "ok"]],
    ];
    // Nobody can say which of the two it is.
    const played = play({ turns, user: "Create u_123.", checks: gives("u_124", "u_131") });
    expect(played.sent).toEqual([{ id: "u_123" }]);
    expect(played.message).toContain('"constant":true');
    const rules = { pins: [{ into: "get", argument: "/id", constant: true }] };
    const pinned = play({ turns, user: "Create u_123.", checks: gives("u_124", "u_131"), rules });
    expect(pinned.sent[1]).toEqual({ id: "u_123" });
    expect(pinned.substitutions).toEqual([]);
  });

  it("is not put into longer words, decimals and dates", () => {
    const turns: PlaySketch["turns"] = [
      [["create", {}, json({ id: 2026 }), json({ id: 3131 })]],
      [["use", { id: 2026, x: "12026", y: "2026.5", z: "2026-01-02" }, "ok", "ok"]],
    ];
    expect(play({ turns, checks: gives(2027, 2028) }).sent[1]).toEqual({
      id: 3131,
      x: "12026",
      y: "2026.5",
      z: "2026-01-02",
    });
  });

  it("is found as a part of what the server wrote", () => {
    const turns: PlaySketch["turns"] = [
      [["save", {}, "Saved as report_a81f33.pdf in 12 ms", "Saved as report_c00d12.pdf in 9 ms"]],
      [["open", { key: "a81f33" }, "ok", "ok"]],
    ];
    const checks = ["b92e00", "d3f4a5"].map((key, at) => [`Saved as report_${key}.pdf in 1${String(at)} ms`, "ok"]);
    expect(play({ turns, checks }).sent[1]).toEqual({ key: "c00d12" });
  });

  it("goes through several hops", () => {
    const turns: PlaySketch["turns"] = [
      [["create", {}, json({ id: "job1111" }), json({ id: "job9999" })]],
      [
        [
          "link",
          { path: "/jobs/job1111" },
          json({ url: "https://h/jobs/job1111/tok_aa11" }),
          json({ url: "https://h/jobs/job9999/tok_zz88" }),
        ],
      ],
      [["fetch", { url: "https://h/jobs/job1111/tok_aa11" }, "done", "done"]],
    ];
    const checks = [
      ["job2222", "tok_bb22"],
      ["job3333", "tok_cc33"],
    ].map(([job = "", token = ""]) => [json({ id: job }), json({ url: `https://h/jobs/${job}/${token}` }), "done"]);
    const played = play({ turns, checks });
    expect(played.sent).toEqual([{}, { path: "/jobs/job9999" }, { url: "https://h/jobs/job9999/tok_zz88" }]);
    expect(played.problems).toEqual([]);
  });

  it("is swapped between parallel calls without a mix-up, all at once", () => {
    const turns: PlaySketch["turns"] = [
      [
        ["create", { n: "a" }, json({ id: "u_1001", n: "a" }), json({ id: "u_1002", n: "a" })],
        ["create", { n: "b" }, json({ id: "u_1002", n: "b" }), json({ id: "u_1001", n: "b" })],
      ],
      [["link", { from: "u_1001", to: "u_1002" }, "ok", "ok"]],
    ];
    const checks = [
      ["u_1003", "u_1004"],
      ["u_1006", "u_1005"],
    ].map(([a, b]) => [json({ id: a, n: "a" }), json({ id: b, n: "b" }), "ok"]);
    const played = play({ turns, checks });
    expect(played.sent[2]).toEqual({ from: "u_1002", to: "u_1001" });
    expect(played.green).toBe(true);
  });

  it("does not depend on the order in which parallel calls came in", () => {
    const turns: PlaySketch["turns"] = [
      [
        ["create", { n: "a" }, json({ id: "aaaa1" }), json({ id: "yyyy9" })],
        ["create", { n: "b" }, json({ id: "bbbb2" }), json({ id: "xxxx8" })],
      ],
      [["link", { from: "aaaa1", to: "bbbb2" }, "ok", "ok"]],
    ];
    const checks = [
      ["cccc3", "dddd4"],
      ["ffff6", "eeee5"],
    ].map(([a, b]) => [json({ id: a }), json({ id: b }), "ok"]);
    const played = play({ turns, checks });
    expect(played.sent[2]).toEqual({ from: "yyyy9", to: "xxxx8" });
  });

  it("is an echo of an argument later on, and no new value", () => {
    const turns: PlaySketch["turns"] = [
      [["create", {}, json({ id: A }), json({ id: X })]],
      [["get", { id: A }, `You asked for ${A}.`, `You asked for ${X}.`]],
      [["get", { id: A }, `You asked for ${A}.`, `You asked for ${A}.`]],
    ];
    const checks = IDS.map((id) => [json({ id }), `You asked for ${id}.`, `You asked for ${id}.`]);
    expect(play({ turns, checks }).problems).toEqual(["changed /content/0/text"]);
  });

  it("that is given out twice stands for neither of the two, whichever came first", () => {
    const B = "0b0b0b0b-9999-4aaa-8bbb-ccccddddeeee";
    const others = ["2b7e1516-28ae-4d2a-a6ab-f7158809cf4f", "e8d4a510-6f1b-4c3d-b2a1-90f0e1d2c3b4"];
    const checks = IDS.map((id, at) => [json({ id }), json({ id: others[at] }), "ok"]);
    const given = [{ tool: "create", path: "/content/0/json/id" }];
    const create = (then: string): PlaySketch["turns"][number][number] => [
      "create",
      {},
      json({ id: then }),
      json({ id: X }),
    ];
    for (const used of [A, B]) {
      const played = play({
        turns: [[create(A), create(B)], [["get", { id: used }, "ok", "ok"]]],
        checks,
        // The config forgives the value, and not that there is one for two.
        rules: { varies: given },
      });
      expect(played.ungrounded).toBe(2);
      expect(played.sent).toHaveLength(2);
      expect(played.message).toContain(JSON.stringify(X));
    }
  });

  it("that is sent whole is not taken apart: ids made at the same time have their first part in common", () => {
    const [then, now] = [
      ["0193a1b2-1111-7aaa-8bbb-ccccddddeee1", "0193a1b2-2222-7aaa-8bbb-ccccddddeee2"],
      ["0197f00d-3333-7ccc-8ddd-ccccddddeee3", "0197f00e-4444-7ccc-8ddd-ccccddddeee4"],
    ].map((ids) => ids.map((id) => json({ id })));
    const turns: PlaySketch["turns"] = [
      [["create", {}, then?.[0] ?? "", now?.[0] ?? ""]],
      [["create", {}, then?.[1] ?? "", now?.[1] ?? ""]],
      [["get", { path: "/users/0193a1b2-1111-7aaa-8bbb-ccccddddeee1.json" }, "ok", "ok"]],
    ];
    const checks = [
      ["0194a1b2-5555-7aaa-8bbb-ccccddddeee5", "0194a1b2-6666-7aaa-8bbb-ccccddddeee6"],
      ["0195a1b2-7777-7aaa-8bbb-ccccddddeee7", "0195a1b3-8888-7aaa-8bbb-ccccddddeee8"],
    ].map((ids) => [...ids.map((id) => json({ id })), "ok"]);
    const played = play({ turns, checks });
    expect(played.problems).toEqual([]);
    expect(played.sent[2]).toEqual({ path: "/users/0197f00d-3333-7ccc-8ddd-ccccddddeee3.json" });
  });

  it("that is sent in part, and whole elsewhere, is put in both times", () => {
    const turns: PlaySketch["turns"] = [
      [["create", {}, json({ id: "usr-3f2a1b" }), json({ id: "usr-7e57c0" })]],
      [["get", { id: "usr-3f2a1b", note: "short: 3f2a1b", log: "/logs/usr-3f2a1b.txt" }, "ok", "ok"]],
    ];
    const played = play({ turns, checks: gives("usr-51c3e2", "usr-c0ffee") });
    expect(played.sent[1]).toEqual({ id: "usr-7e57c0", note: "short: 7e57c0", log: "/logs/usr-7e57c0.txt" });
  });

  it("that is another one in a list is found, though nobody sends it", () => {
    const played = play({
      turns: [
        [["create", {}, json({ id: A, name: "a" }), json({ id: X, name: "a" })]],
        [["list", {}, json([A]), json([IDS[0]])]],
      ],
      final: `It is ${A}.`,
      checks: IDS.map((id) => [json({ id, name: "a" }), json([id])]),
    });
    expect(played.problems).toEqual(["changed /content/0/json/0"]);
    expect(played.substitutions).toEqual([]);
  });

  it("that is a time is carried on, too", () => {
    const turns: PlaySketch["turns"] = [
      [["now", {}, json({ now: "2026-11-20T10:00:01.020Z" }), json({ now: "2026-11-27T15:30:01.040Z" })]],
      [
        [
          "since",
          { at: "2026-11-20T10:00:01.020Z" },
          json({ later: "2026-11-20T10:00:02Z" }),
          json({ later: "2026-11-27T15:30:02Z" }),
        ],
      ],
    ];
    const checks = ["2026-11-21T11:00", "2027-05-29T15:00"].map((day) => [
      json({ now: `${day}:01.031Z` }),
      json({ later: `${day}:02Z` }),
    ]);
    const played = play({ turns, checks });
    expect(played.sent[1]).toEqual({ at: "2026-11-27T15:30:01.040Z" });
    expect(played.problems).toEqual([]);
  });
});

describe("a value that nobody knows", () => {
  const twice: PlaySketch = {
    turns: [
      [
        ["create", { n: "a" }, json({ id: 48213 }), json({ id: 77777 })],
        ["create", { n: "b" }, json({ id: 48299 }), json({ id: 77777 })],
      ],
      [["get", { id: 48299 }, "b", "b"]],
    ],
    checks: [
      [json({ id: 48214 }), json({ id: 48305 }), "b"],
      [json({ id: 48220 }), json({ id: 48311 }), "b"],
    ],
  };

  it("that stands for two takes the ground, also where the config lets it vary and pins it", () => {
    const pins = [{ tool: "create", path: "/content/0/json/id", into: "get", argument: "/id" }];
    const varies = [{ tool: "create", path: "/content/0/json/id" }];
    for (const rules of [{}, { pins }, { pins, varies }]) {
      const played = play({ ...twice, rules });
      expect(played.ungrounded).toBe(2);
      expect(played.problems).toEqual(["changed /content/0/json/id"]);
      expect(played.message).toContain("77777");
    }
  });

  it("makes the turn ungrounded, and the message names the value and the line that pins it", () => {
    const gone: PlaySketch = {
      turns: [
        [["create", {}, json({ id: 48213, title: "a" }), json({ title: "a" })]],
        [["get", { id: 48213 }, "ok", "ok"]],
      ],
      checks: [48214, 48220].map((id) => [json({ id, title: "a" }), "ok"]),
      // What takes the ground by itself is let pass.
      rules: { ignore: [{ tool: "create", path: "/content/0/json/id" }] },
    };
    const played = play(gone);
    expect(played.ungrounded).toBe(2);
    expect(played.sent).toEqual([{}]);
    expect(played.message).toContain('"48213"');
    expect(played.message).toContain(
      '"pins": [{"tool":"create","path":"/content/0/json/id","into":"get","argument":"/id"}]',
    );
    expect(played.comparer.turn(2, 0)).toMatchObject({ grounded: false, sendable: false });
  });

  it("is pinned inside a longer argument, from an ignored place of any pattern", () => {
    const turns: PlaySketch["turns"] = [
      [["create", {}, json({ tag: "ab-12" }), json({ tag: "x_y_z" })]],
      [["get", { path: "/tags/ab-12" }, "ok", "ok"]],
    ];
    const rules = {
      ignore: [{ tool: "create", path: "/content/0/json/tag" }],
      pins: [{ tool: "create", path: "/content/0/json/tag", into: "get", argument: "/path" }],
    };
    expect(play({ turns, rules }).sent[1]).toEqual({ path: "/tags/x_y_z" });
  });

  it("is not put in by a pin whose place is gone", () => {
    const turns: PlaySketch["turns"] = [
      [["create", {}, json({ x: 1 }), json({ x: 1 })]],
      [["get", { id: "ab" }, "ok", "ok"]],
    ];
    const pins = [{ tool: "create", path: "/content/0/json/id", into: "get", argument: "/id" }];
    expect(play({ turns, rules: { pins } }).message).toContain("no result has that");
  });
});

describe("a redacted value", () => {
  const turns: PlaySketch["turns"] = [
    [["login", {}, "Your token is [redacted:TOKEN], keep it.", "Your token is sk-live.77/a, keep it."]],
    [["get", { header: "Bearer [redacted:TOKEN]" }, "ok", "ok"]],
  ];

  it("pairs with the live value in its place", () => {
    const played = play({ turns });
    expect(played.sent[1]).toEqual({ header: "Bearer sk-live.77/a" });
    expect(played.green).toBe(true);
  });

  it("takes the value that is at hand", () => {
    const input = { known: [{ recorded: "[redacted:KEY]", live: "k-123" }] };
    const played = play({ turns: [[["get", { key: "[redacted:KEY]" }, "ok", "ok"]]], input });
    expect(played.sent[0]).toEqual({ key: "k-123" });
  });

  it("is never sent as a placeholder", () => {
    const played = play({ turns: [[["get", { key: "[redacted:KEY]" }, "ok", "ok"]]] });
    expect(played.green).toBe(false);
    expect(played.message).toContain("set the variable KEY");
  });
});

it("a server that makes random ids, numbers and times stays green every time", () => {
  const hex = (n: number, seed: number): string =>
    Array.from({ length: n }, (_, at) => ((seed * 7919 + at * 104729) % 16).toString(16)).join("");
  for (let seed = 1; seed <= 20; seed++) {
    const id = `${hex(8, seed)}-${hex(4, seed + 1)}-4${hex(3, seed + 2)}-a${hex(3, seed + 3)}-${hex(12, seed + 4)}`;
    const number = 100_000 + ((seed * 48_271) % 900_000);
    const at = (s: number): string => new Date(Date.parse("2026-11-27T15:30:00Z") + s * 1000 + seed).toISOString();
    const then = (s: number): string => new Date(Date.parse("2026-11-20T10:00:00Z") + s * 1000 + 30).toISOString();
    const record = (n: string, u: number, c: string, m: string, title: string): ResultSketch =>
      json({ id: n, number: u, title, created: c, updated: m });
    const checks = ["2026-11-21T11:00:00Z", "2027-05-29T15:00:00Z"].map((start, at) => {
      const time = (s: number): string => new Date(Date.parse(start) + s * 1000 + 17).toISOString();
      const [made, count] = [IDS[at] ?? "", 555_002 + at];
      return [
        record(made, count, time(1), time(1), "a"),
        record(made, count, time(1), time(1), "a"),
        record(made, count, time(1), time(3), "b"),
        `Deleted ${made} (${String(count)}).`,
      ];
    });
    const played = play({
      turns: [
        [["create", { title: "a" }, record(A, 555_001, then(1), then(1), "a"), record(id, number, at(1), at(1), "a")]],
        [["get", { id: A }, record(A, 555_001, then(1), then(1), "a"), record(id, number, at(1), at(1), "a")]],
        [
          [
            "update",
            { number: 555_001, title: "b" },
            record(A, 555_001, then(1), then(3), "b"),
            record(id, number, at(1), at(3), "b"),
          ],
        ],
        [["delete", { id: A }, `Deleted ${A} (555001).`, `Deleted ${id} (${String(number)}).`]],
      ],
      checks,
    });
    expect(played.problems).toEqual([]);
    expect(played.sent.slice(1)).toEqual([{ id }, { number, title: "b" }, { id }]);
  }
});

it("a list of another length is read by nobody", () => {
  const turns: PlaySketch["turns"] = [
    [["list", {}, json(["aaaa1", "bbbb2"]), json(["cccc3"])]],
    [["get", { id: "aaaa1" }, "ok", "ok"]],
  ];
  const checks = [
    [json(["dddd4", "eeee5"]), "ok"],
    [json(["ffff6", "gggg7"]), "ok"],
  ];
  for (const rules of [{}, { varies: [{ tool: "list", path: "/content/0/json" }] }]) {
    const played = play({ turns, checks, rules });
    expect(played.ungrounded).toBe(2);
    expect(played.sent).toEqual([{}]);
  }
  // Nothing in it is compared, and nothing in it is known.
  const ignored = play({ turns, checks, rules: { ignore: [{ tool: "list", path: "/content/0/json" }] } });
  expect(ignored.ungrounded).toBe(2);
  expect(ignored.sent).toEqual([{}]);
});
