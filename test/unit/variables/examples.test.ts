import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tell, tellOne } from "./runs.js";

describe("what must be red", () => {
  it("finds another prefix of a made word", () => {
    const { problems } = tellOne(["staging-8f3a21", "staging-11bc04", "staging-77aa10", "production-91bc04"]);
    expect(problems).toEqual(["changed text 1 /content/0/text"]);
  });

  it("finds another ending of a file", () => {
    expect(tellOne(["report_8f3a.pdf", "report_11bc.pdf", "report_77aa.pdf", "report_9e0d.exe"]).green).toBe(false);
    expect(tellOne(["report_8f3a.pdf", "report_11bc.pdf", "report_77aa.pdf", "report_9e0d.pdf"]).green).toBe(true);
  });

  it("finds another member of a shuffled list, and not another order", () => {
    const runs = [
      ["alice", "bobby", "carol"],
      ["bobby", "carol", "alice"],
      ["carol", "alice", "bobby"],
    ];
    const admins = runs.map((list) => ({ admins: list }));
    expect(tellOne([...admins, { admins: ["alice", "carol", "bobby"] }]).green).toBe(true);
    expect(tellOne([...admins, { admins: ["mallory", "alice", "bobby"] }]).problems).toEqual([
      "changed set 1 /content/0/json/admins",
    ]);
  });

  it("says that a boolean that was false once is unstable, and keeps it as recorded", () => {
    const told = tellOne([{ success: true }, { success: false }, { success: true }, { success: false }]);
    expect(told.learned.unstable).toMatchObject([{ call: 1, at: "/content/0/json/success" }]);
    expect(told.green).toBe(false);
  });

  it("finds a number that becomes nothing", () => {
    expect(tellOne([{ matches: 812 }, { matches: 815 }, { matches: 820 }, { matches: 0 }]).problems).toEqual([
      "changed form 1 /content/0/json/matches",
    ]);
  });

  it("finds another magnitude of a size", () => {
    expect(tellOne(["used 13 MB", "used 14 MB", "used 12 MB", "used 13 GB"]).green).toBe(false);
    expect(tellOne(["used 1.1 GB", "used 1.2 GB", "used 1.1 GB", "used 987 MB"]).green).toBe(true);
  });

  it("finds a date that a prompt gave and the server moved", () => {
    const book = (date: string) => [["book", { date: "2027-03-01" }, `Booked for ${date}.`]] as const;
    const told = tell({
      prompt: "Book 2027-03-01.",
      recorded: book("2027-03-01"),
      checks: [book("2027-03-01"), book("2027-03-01")],
      live: book("2027-03-02"),
    });
    expect(told.problems).toEqual(["changed constant 1 /content/0/text"]);
  });

  it("finds a weekday that is another day's", () => {
    const same = "Due Mon, 1 Mar 2027";
    expect(tellOne([same, same, same, "Due Tue, 1 Mar 2027"]).green).toBe(false);
    const days = ["Today is Sat, 28 Nov 2026", "Today is Sun, 29 Nov 2026", "Today is Sun, 6 Jun 2027"];
    expect(tellOne([...days, "Today is Tue, 1 Dec 2026"]).green).toBe(true);
    expect(tellOne([...days, "Today is Wed, 1 Dec 2026"]).green).toBe(false);
  });

  it.each([
    ["dryRun", true],
    ["confirmed", false],
    ["status", "declined"],
    ["pages", 7],
    ["message", "Saved without errors"],
    ["phase", "queued"],
  ])("finds a new field %s", (key, value) => {
    const same = { id: 17 };
    expect(tellOne([same, same, same, { ...same, [key]: value }]).problems).toEqual([
      `changed new 1 /content/0/json/${key}`,
    ]);
  });

  it.each([
    ["etag", "8f3a21bc"],
    ["note", ""],
    ["links", { self: "/a/17" }],
    ["createdAt", "2026-11-28T10:00:00Z"],
    ["parent", null],
  ])("lets a new field %s be", (key, value) => {
    const same = { id: 17 };
    expect(tellOne([same, same, same, { ...same, [key]: value }]).problems).toEqual([
      `additive new 1 /content/0/json/${key}`,
    ]);
  });
});

describe("what is sent", () => {
  const openAndClose = (id: number, then: number | string) =>
    [
      ["open_ticket", { title: "Printer" }, { id }],
      ["close_ticket", { id }, `Closed ticket ${String(then)}.`],
    ] as const;

  it("sends the ticket of this run, though the prompt has its number", () => {
    const told = tell({
      prompt: "Open 1 ticket and close it",
      recorded: openAndClose(1, 1),
      checks: [openAndClose(2, 2), openAndClose(3, 3)],
      live: openAndClose(4, 4),
    });
    expect(told.sent.at(-1)?.arguments).toEqual({ id: 4 });
    expect(told.green).toBe(true);
    expect(told.learned.variables[0]).toMatchObject({
      name: "ticket-id",
      kind: "value",
      seen: [1, 2, 3],
      places: [
        { call: 1, at: "/content/0/json/id" },
        { call: 2, at: "/content/0/text", token: 3 },
      ],
      sent: [{ call: 2, at: "/id", by: "name" }],
    });
  });

  it("finds an answer about another ticket", () => {
    const told = tell({
      recorded: openAndClose(1, 1),
      checks: [openAndClose(2, 2), openAndClose(3, 3)],
      live: openAndClose(4, 999),
    });
    expect(told.problems).toEqual(["changed same 2 /content/0/text"]);
  });

  it("puts an id into a query and leaves quantities beside it", () => {
    const turns = (id: number) =>
      [
        ["create_order", {}, { order: id }],
        ["query", { sql: `UPDATE orders SET qty = 10 WHERE id = ${String(id)}` }, "1 row changed"],
        ["add_to_order", { order: id, qty: 1 }, { ok: true }],
      ] as const;
    const told = tell({ recorded: turns(1), checks: [turns(2), turns(3)], live: turns(7) });
    expect(told.learned.doubtful).toEqual([]);
    expect(told.sent.map((one) => one.arguments)).toEqual([
      {},
      { sql: "UPDATE orders SET qty = 10 WHERE id = 7" },
      { order: 7, qty: 1 },
    ]);
  });

  it("does not change a version that only meets the id", () => {
    const turns = (id: number) =>
      [
        ["create_page", {}, { id, version: 1 }],
        ["edit_page", { id, version: 1 }, { id, version: 2 }],
      ] as const;
    const told = tell({ recorded: turns(1), checks: [turns(2), turns(3)], live: turns(4) });
    expect(told.sent.at(-1)?.arguments).toEqual({ id: 4, version: 1 });
    expect(told.green).toBe(true);
  });

  it("asks where two readings fit, and sends nothing", () => {
    const turns = (one: number, other: number) =>
      [
        ["make", {}, { left: one }],
        ["make", {}, { right: other }],
        ["join", { which: one }, "ok"],
      ] as const;
    const told = tell({ recorded: turns(5, 5), checks: [turns(6, 7), turns(8, 9)], live: turns(10, 11) });
    expect(told.stopped).toMatchObject({ why: "doubtful", call: 3, at: "/which" });
    expect(told.sent).toHaveLength(2);
    expect(told.learned.doubtful[0]?.readings.at(-1)).toBe("constant");
  });

  it("asks where the prompt names the number as the argument does", () => {
    const turns = (id: number) =>
      [
        ["create_project", {}, { project: id }],
        ["show_project", { project_id: 1 }, "Project of the office"],
      ] as const;
    const told = tell({ prompt: "Use project 1.", recorded: turns(1), checks: [turns(2), turns(3)], live: turns(4) });
    expect(told.stopped).toMatchObject({ why: "doubtful", call: 2 });
  });

  it.each(["SHIP-8F3A21", btoa("ship-8f3a21"), "8f3a2"])("does not send %s, which was made of an id", (made) => {
    const turns = (id: string, sent: string) =>
      [
        ["create_shipment", {}, { id }],
        ["track", { code: sent }, "on its way"],
      ] as const;
    const told = tell({
      recorded: turns("ship-8f3a21", made),
      checks: [turns("ship-11bc04", made), turns("ship-77aa10", made)],
      live: turns("ship-91bc04", made),
    });
    expect(told.stopped).toMatchObject({ why: "derived", call: 2 });
  });

  it("sends what a pin says it was made of", () => {
    const turns = (id: string) =>
      [
        ["create_shipment", {}, { id }],
        ["track", { code: id.toUpperCase() }, "on its way"],
      ] as const;
    const pins = [
      { tool: "create_shipment", path: "/content/0/json/id", into: "track", argument: "/code", as: "upper" },
    ];
    const told = tell({
      recorded: turns("8f3a21"),
      checks: [turns("11bc04"), turns("77aa10")],
      live: turns("91bc04"),
      options: { pins: pins as never },
    });
    expect(told.sent.at(-1)?.arguments).toEqual({ code: "91BC04" });
  });

  it("keeps two ids of one tool apart", () => {
    const turns = (one: number, other: number) =>
      [
        [
          ["create_order", {}, { id: one }],
          ["create_order", {}, { id: other }],
        ],
      ] as const;
    const told = tell({ recorded: turns(1, 2), checks: [turns(3, 4), turns(5, 6)], live: turns(9, 9) });
    expect(told.problems).toEqual(["changed distinct 2 /content/0/json/id"]);
  });

  it("does not take two counters for one, which met by chance", () => {
    const turns = (order: number, invoice: number) =>
      [
        ["create_order", {}, { order }],
        ["create_invoice", {}, { invoice }],
      ] as const;
    const told = tell({ recorded: turns(5, 5), checks: [turns(6, 6), turns(7, 7)], live: turns(8, 9) });
    expect(told.green).toBe(true);
  });
});

describe("values that meet by chance", () => {
  it("finds two short ids swapped in a list", () => {
    const turns = (one: number, other: number, rows: number[]) =>
      [
        ["create_order", {}, { order_id: one }],
        ["create_order", {}, { order_id: other }],
        ["list_orders", {}, { orders: rows.map((row) => ({ order_id: row })) }],
      ] as const;
    const checks = [turns(3, 4, [3, 4]), turns(5, 6, [5, 6])];
    expect(tell({ recorded: turns(1, 2, [1, 2]), checks, live: turns(7, 8, [7, 8]) }).problems).toEqual([]);
    expect(tell({ recorded: turns(1, 2, [1, 2]), checks, live: turns(7, 8, [8, 7]) }).green).toBe(false);
  });

  it("keeps three latencies apart", () => {
    const runs = [1, 2, 3].map((n) => ({ a_ms: 5 + n, b_ms: 5 + n, c_ms: 5 + n }));
    expect(tellOne([...runs, { a_ms: 9, b_ms: 12, c_ms: 0 }]).problems).toEqual([]);
  });

  it("does not put an id into a count, a page or a seat", () => {
    const turns = (id: number) =>
      [
        ["create_order", {}, { id }],
        ["list_orders", { page: 2, limit: 2 }, { ok: true }],
        ["book_table", { seats: 2 }, { ok: true }],
      ] as const;
    const told = tell({ recorded: turns(2), checks: [turns(3), turns(4)], live: turns(5) });
    expect(told.sent.map((one) => one.arguments)).toEqual([{}, { page: 2, limit: 2 }, { seats: 2 }]);
    expect(told.learned.variables[0]?.sent.map(({ by }) => by)).toEqual(["literal", "literal", "literal"]);
  });

  it("replays a counter that meets an earlier argument", () => {
    const turns = (id: number) =>
      [
        ["list_orders", { limit: 5 }, { orders: "none" }],
        ["create_order", { qty: 5 }, { order_id: id, qty: 5 }],
        ["close_order", { order_id: id }, { order_id: id, status: "closed" }],
      ] as const;
    const told = tell({ recorded: turns(4), checks: [turns(5), turns(6)], live: turns(5) });
    expect(told.problems).toEqual([]);
    expect(told.sent.at(-1)?.arguments).toEqual({ order_id: 5 });
  });

  it("asks for a number of three digits under a name of a quantity", () => {
    const turns = (id: number) =>
      [
        ["create_order", {}, { id }],
        ["pay", { amount: 137 }, { ok: true }],
      ] as const;
    const told = tell({ recorded: turns(137), checks: [turns(138), turns(139)], live: turns(140) });
    expect(told.stopped).toMatchObject({ why: "doubtful", call: 2, at: "/amount" });
  });

  it("asks whether a bare number is the id with a prefix", () => {
    const turns = (id: number) =>
      [
        ["create_page", {}, { page: `PAG-${String(id)}` }],
        ["show_page", { page: id }, { ok: true }],
      ] as const;
    const told = tell({ recorded: turns(3), checks: [turns(4), turns(5)], live: turns(6) });
    expect(told.stopped).toMatchObject({ why: "doubtful", call: 2, at: "/page" });
  });

  it("asks where a variable has the name of a quantity", () => {
    const turns = (seat: number) =>
      [
        ["book_flight", {}, { seat }],
        ["confirm", { seat }, { ok: true }],
      ] as const;
    const told = tell({ recorded: turns(12), checks: [turns(14), turns(15)], live: turns(16) });
    expect(told.stopped?.why ?? told.sent.at(-1)?.arguments).not.toEqual({ seat: 12 });
  });

  it("asks for an owner who meets a number", () => {
    const turns = (id: number) =>
      [
        ["create_order", {}, { id }],
        ["assign", { owner: 7 }, { ok: true }],
      ] as const;
    const told = tell({ recorded: turns(7), checks: [turns(8), turns(9)], live: turns(10) });
    expect(told.stopped?.why).toBe("doubtful");
  });

  it("sends an argument that a pin calls constant as it was", () => {
    const turns = (id: string) =>
      [
        ["create_order", {}, { id }],
        ["search", { text: "8f3a21bc" }, { ok: true }],
      ] as const;
    const options = { pins: [{ into: "search", argument: "/text", constant: true }] };
    const told = tell({
      recorded: turns("8f3a21bc"),
      checks: [turns("11bc04aa"), turns("77aa10ff")],
      live: turns("91bc04dd"),
      options,
    });
    expect(told.sent.at(-1)?.arguments).toEqual({ text: "8f3a21bc" });
  });

  it("takes a wide word that holds an id for the id", () => {
    const turns = (n: number) =>
      [
        ["create_task", {}, `Task TAS-20261128-${String(n)} made`],
        ["close_task", { which: `TAS-20261128-${String(n)}` }, "ok"],
      ] as const;
    const told = tell({ recorded: turns(1006), checks: [turns(1007), turns(1008)], live: turns(1011) });
    expect(told.sent.at(-1)?.arguments).toEqual({ which: "TAS-20261128-1011" });
  });
});

describe("what must be green on an unchanged server", () => {
  it.each([
    ["a weekday", ["Today is Saturday", "Today is Sunday", "Today is Sunday"], "Today is Tuesday", "Today is Monday"],
    ["days ago", ["seen 27 days ago", "seen 28 days ago", "seen 217 days ago"], "seen 30 days ago", "seen 3 days ago"],
    [
      "a name of a file",
      ["backup-20261128.tar.gz", "backup-20261129.tar.gz", "backup-20270606.tar.gz"],
      "backup-20261201.tar.gz",
      "backup-20261203.tar.gz",
    ],
    ["a European date", ["am 28.11.2026", "am 29.11.2026", "am 06.06.2027"], "am 01.12.2026", "am 11.12.2026"],
    [
      "tomorrow at nine",
      ["for 2026-11-29T09:00:00Z", "for 2026-11-30T09:00:00Z", "for 2027-06-07T09:00:00Z"],
      "for 2026-12-02T09:00:00Z",
      "for 2026-12-02T10:00:00Z",
    ],
    [
      "tomorrow at nine elsewhere, on a day of UTC",
      ["for 2026-11-29T09:00:00+10:00", "for 2026-11-30T09:00:00+10:00", "for 2027-06-07T09:00:00+10:00"],
      "for 2026-12-02T09:00:00+10:00",
      "for 2026-12-04T09:00:00+10:00",
    ],
    [
      "a day from now",
      ["until 2026-11-29T10:00:01Z", "until 2026-11-30T11:00:01Z", "until 2027-06-07T15:00:01Z"],
      "until 2026-12-02T09:00:01Z",
      "until 2026-12-02T10:00:01Z",
    ],
    ["a month", ["in November 2026", "in November 2026", "in June 2027"], "in December 2026", "in March 2026"],
    ["a duration", ["after 1.2s", "after 1s", "after 1.4s"], "after 0.9s", "after nine"],
    ["an uptime", ["uptime 0s", "uptime 0s", "uptime 0s"], "uptime 3s", "uptime 3 MB"],
    ["a nanoid", ["id V1StGXR8_Z5j", "id -4kH2xPq9Lm_", "id Ab3dEfGh1jKl"], "id 9z-YxWvU7_sR", "id 9z"],
  ])("%s", (_, runs, green, red) => {
    expect(tellOne([...runs, green]).problems).toEqual([]);
    expect(tellOne([...runs, red]).green).toBe(false);
  });

  it("lets padding beside a number vary with its width", () => {
    const table = (a: string, b: string) => `name   ${a}\nother  ${b}`;
    const runs = [table("  9", " 17"), table(" 12", "108"), table("101", "  3")];
    expect(tellOne([...runs, table("  4", " 55")]).green).toBe(true);
    expect(tellOne([...runs, table("  4", " xx")]).green).toBe(false);
  });

  it("reads an object by random keys", () => {
    const parts = (a: string, b: string, weight = 10): JsonValue => ({
      parts: { [a]: { metal: "zinc", weight }, [b]: { metal: "iron" } },
    });
    const runs = [parts("k8f3a21", "k11bc04"), parts("k77aa10", "k91bc04"), parts("k00aa11", "k5533cc")];
    expect(tellOne([...runs, parts("k123abc", "k456def")]).problems).toEqual([]);
    expect(tellOne([...runs, parts("k123abc", "k456def", 11)]).problems).toEqual([
      "changed constant 1 /content/0/json/parts/k8f3a21/weight",
    ]);
  });

  it("takes a port in instructions for a variable", () => {
    const contracts = [4011, 4093, 4117, 4020].map((port) => ({
      instructions: `The panel is on port ${String(port)}.`,
    }));
    const told = tellOne(["a", "a", "a", "a"], { contracts });
    expect(told.problems).toEqual([]);
    expect(told.learned.variables).toMatchObject([{ places: [{ call: 0, at: "/instructions", token: 6 }] }]);
  });

  it("finds its rows in a list that earlier runs have made longer", () => {
    const turns = (id: number, rows: number[]) =>
      [
        ["create_order", {}, { order_id: id }],
        ["list_orders", {}, { orders: rows.map((row) => ({ order_id: row, title: "x" })) }],
      ] as const;
    const checks = [turns(2, [1, 2]), turns(3, [1, 2, 3])];
    const told = tell({ recorded: turns(1, [1]), checks, live: turns(4, [1, 2, 3, 4]) });
    expect(told.learned.grows).toEqual([
      { call: 2, at: "/content/0/json/orders", end: "head", apart: true, left: [{ row: 0 }] },
    ]);
    expect(told.problems).toEqual(["grown grown 2 /content/0/json/orders"]);
    expect(tell({ recorded: turns(1, [1]), checks, live: turns(4, [1, 2, 3]) }).green).toBe(false);
    expect(tell({ recorded: turns(1, [1]), checks, live: turns(4, [1, 2, 4, 3]) }).green).toBe(false);
  });

  it("does not play a turn that sends an id first read in a grown list", () => {
    const turns = (rows: string[]) =>
      [
        ["list_orders", {}, { orders: rows.map((row) => ({ order_id: row, title: "x" })) }],
        ["close_order", { order_id: "8f3a21" }, "closed"],
      ] as const;
    const checks = [turns(["8f3a21", "11bc04"]), turns(["8f3a21", "11bc04", "77aa10"])];
    const told = tell({ recorded: turns(["8f3a21"]), checks, live: turns(["8f3a21", "11bc04", "77aa10", "91bc04"]) });
    expect(told.stopped).toMatchObject({ call: 2, why: "derived" });
  });
});

describe("what the recording left", () => {
  it("names the first place where the check met state", () => {
    const turns = (result: string) => [["create_user", { name: "ada" }, result]] as const;
    const told = tell({
      recorded: turns("a\nb"),
      checks: [turns("Ada exists already"), turns("Ada exists already")],
      live: turns("Ada exists already"),
    });
    expect(told.learned.state).toEqual([{ call: 1, at: "/content/0/text" }]);
  });

  it("calls outcomes of calls in flight together that differ a race", () => {
    const turn = (one: string, other: string) =>
      [
        [
          ["mkdir", { path: "a" }, one],
          ["mkdir", { path: "a/b" }, other],
        ],
      ] as const;
    const told = tell({
      recorded: turn("made", "made"),
      checks: [turn("made", "missing"), turn("made", "made")],
      live: turn("made", "missing"),
      options: { together: (turn) => turn },
    });
    expect(told.learned.races).toEqual([[1, 2]]);
    expect(told.learned.unstable).toEqual([]);
    expect(told.problems).toEqual(["changed race 2 /content/0/text"]);
  });
});
