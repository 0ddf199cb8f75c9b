// Ids that the server makes up: other ones every time, carried into the calls that use them, or nothing is claimed.
import { describe, expect, it } from "vitest";
import { driftCase, type Seen } from "../../helpers/drift-case.js";
import { inRounds } from "../../helpers/rounds.js";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const id = { $result: 1, pointer: "/id" };
const link = { $result: 1, pointer: "/link" };

/** The arguments of the only call of a tool. */
function argumentsOf(seen: Seen, tool: string): Record<string, string | number> {
  const found = seen.calls.filter(([name]) => name === tool);
  expect(found).toHaveLength(1);
  return found[0]?.[1] as Record<string, string | number>;
}

describe("an id made by the server", () => {
  const hops = driftCase({
    steps: [{ user: "Make Dan, look at his page and write to him", expectedState: "Sent" }],
    turns: [
      { calls: [{ tool: "create_user", input: { name: "Dan" } }] },
      { calls: [{ tool: "list_users" }] },
      { calls: [{ tool: "get_user", input: { id } }] },
      { calls: [{ tool: "open_link", input: { url: link } }] },
      { calls: [{ tool: "read_page", input: { path: { $result: 4, match: "(/pages/\\w+/view)" } } }] },
      {
        calls: [
          { tool: "send_mail", input: { to: "dan@old.example", text: { $text: ["Your id is ", id, ". Keep it!"] } } },
        ],
      },
      { text: ["Dan has the id ", id, "."] },
    ],
  });

  it("is found by the check that follows the recording", async () => {
    const { evaluations } = await hops.record();
    const varies = evaluations[0]?.recorded?.check?.varies ?? [];
    expect(varies).toContainEqual({ call: 1, at: "/content/0/json/id" });
    expect(varies.map(({ at }) => at)).not.toContain("/content/0/json/name");
  });

  it("is used two calls later, in a URL, through a path that the URL gave, and inside a text", async () => {
    const seen = await hops.replay();
    expect(seen).toMatchObject({ verdict: "passed", exitCode: 0, metrics: "passed not-applicable passed", drift: [] });
    expect(seen.classes).toEqual(["correlated", "volatile"]);
    // The server knows no other ids than those of its own process, so a call with a recorded one would have failed.
    const live = argumentsOf(seen, "get_user")["id"];
    expect(live).toMatch(UUID);
    expect(argumentsOf(seen, "open_link")).toEqual({ url: `https://users.example/u/${live}?from=api` });
    expect(argumentsOf(seen, "send_mail")["text"]).toBe(`Your id is ${live}. Keep it!`);
    const put = seen.substitutions.find((one) => one.live === live);
    expect(put).toMatchObject({ from: { call: 1, tool: "create_user", path: "/content/0/json/id" } });
    expect(put?.recorded).not.toBe(live);
    // The transcript for people shows the live value, too.
    const end = seen.evaluation.results[0]?.metadata["lastMessageContent"];
    expect(end).toBe(`Dan has the id ${live}.`);
  });

  it("leaves the rest of the result to be compared", async () => {
    const seen = await hops.replay("one-more");
    expect(seen).toMatchObject({
      verdict: "inconclusive",
      exitCode: 3,
      drift: ["changed call 2 list_users /content/0/json"],
    });
    expect(seen.calls.map(([tool]) => tool)).toEqual(["create_user", "list_users"]);
  });
});

describe("two ids of parallel calls", () => {
  const two = driftCase({
    steps: [{ user: "Make Dan and Eve and look at Dan", expectedState: '"name":"Dan"' }],
    config: {
      parallelToolCalls: true,
      varies: [
        { tool: "create_user", path: "/content/0/json/id" },
        { tool: "create_user", path: "/content/0/json/link" },
      ],
    },
    v1: ["counted-ids"],
    turns: [
      {
        calls: [
          { tool: "create_user", input: { name: "Dan" } },
          { tool: "create_user", input: { name: "Eve" } },
        ],
      },
      { calls: [{ tool: "get_user", input: { id } }] },
      { calls: [{ tool: "get_user", input: { id: { $result: 2, pointer: "/id" } } }] },
      { calls: [{ tool: "get_user", input: { id } }] },
      { text: "Made." },
    ],
  });
  const asked = (seen: Seen): unknown[] =>
    seen.calls.filter(([tool]) => tool === "get_user").map(([, args]) => args["id"]);

  it("stay as they are where the server counts them in the same order", async () => {
    const seen = await two.replay();
    expect(seen).toMatchObject({ verdict: "passed", metrics: "passed not-applicable passed" });
    expect(asked(seen)).toEqual(["1001", "1002", "1001"]);
  });

  it("are swapped, and were never seen to differ: nobody is asked for, until a pin says where the id comes from", async () => {
    const open = await two.replay("counted-ids-swapped");
    expect(open).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    expect(asked(open)).toEqual([]);
    const pins = [{ tool: "create_user", path: "/content/0/json/id", into: "get_user", argument: "/id" }];
    // What is asked for says its id, too, of which nobody has learned that it is the same one.
    const varies = ["/id", "/link"].map((path) => ({ tool: "*_user", path: `/content/0/json${path}` }));
    const seen = await two.replay("counted-ids-swapped", {}, { pins, varies });
    expect(seen).toMatchObject({ verdict: "passed", exitCode: 0, metrics: "passed not-applicable passed", drift: [] });
    expect(asked(seen)).toEqual(["1002", "1001", "1002"]);
  });

  it("are one and the same now: nobody can tell whom to ask for, so nobody is asked for", async () => {
    const seen = await two.replay("same-id");
    expect(seen).toMatchObject({
      verdict: "inconclusive",
      exitCode: 3,
      classes: ["changed", "volatile"],
    });
    expect(asked(seen)).toEqual([]);
    expect(seen.evaluation.reasons.join()).toContain('the live value for "1001" is not known');
  });
});

describe("two ids, of which only the second is used", () => {
  const two = driftCase({
    steps: [{ user: "Make Dan and Eve and look at Eve", expectedState: '"name":"Eve"' }],
    config: { varies: ["/id", "/link"].map((path) => ({ tool: "create_user", path: `/content/0/json${path}` })) },
    turns: [
      { calls: [{ tool: "create_user", input: { name: "Dan" } }] },
      { calls: [{ tool: "create_user", input: { name: "Eve" } }] },
      { calls: [{ tool: "get_user", input: { id: { $result: 2, pointer: "/id" } } }] },
      { text: "Made." },
    ],
  });

  it("are given out once each: passed", async () => {
    expect(await two.replay()).toMatchObject({
      verdict: "passed",
      exitCode: 0,
      metrics: "passed not-applicable passed",
    });
  });

  it("are the same now: changed, and the turn that needs one is not played", async () => {
    const seen = await two.replay("same-id");
    expect(seen).toMatchObject({
      verdict: "inconclusive",
      exitCode: 3,
      drift: ["changed call 2 create_user /content/0/json/id"],
    });
    expect(seen.calls.map(([tool]) => tool)).toEqual(["create_user", "create_user"]);
    expect(seen.evaluation.reasons.join()).toContain(
      "has the value of another variable, which it did not have when recorded",
    );
  });

  it("are the same now, and pinned: that says where to read, and not that one id is enough for two", async () => {
    const pins = [{ tool: "create_user", path: "/content/0/json/id", into: "get_user", argument: "/id" }];
    const seen = await two.replay("same-id", {}, { pins });
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    expect(seen.calls.map(([tool]) => tool)).toEqual(["create_user", "create_user"]);
  });
});

describe("an id that the prompt gave", () => {
  const given = driftCase({
    steps: [{ user: "Make Dan with the id cust-4711 and read him back", expectedState: "cust-4711" }],
    turns: [
      { calls: [{ tool: "create_user", input: { name: "Dan", id: "cust-4711" } }] },
      { calls: [{ tool: "get_user", input: { id: "cust-4711" } }] },
      { text: "cust-4711 is there." },
    ],
  });
  const CREATE = ["create_user", { name: "Dan", id: "cust-4711" }];
  const GET = ["get_user", { id: "cust-4711" }];

  it("is kept by the server: passed", async () => {
    const seen = await given.replay();
    expect(seen).toMatchObject({ verdict: "passed", metrics: "passed not-applicable passed", calls: [CREATE, GET] });
  });

  it("is ignored by the server: changed, and nothing more is asked for", async () => {
    const seen = await given.replay("ignores-id");
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, calls: [CREATE] });
    expect(seen.drift).toContain("changed call 1 create_user /content/0/json/id");
  });

  it("is never replaced by the server's own, even where its place may differ: the read fails on evidence", async () => {
    const varies = [
      { tool: "create_user", path: "/content/0/json/id" },
      { tool: "create_user", path: "/content/0/json/link" },
    ];
    // An id of the same pattern, so that the place alone would let it pass.
    const seen = await given.replay("ignores-id", {}, { ignore: varies });
    expect(seen).toMatchObject({ verdict: "failed", exitCode: 1, calls: [CREATE, GET] });
  });
});

it("create, get, update, delete with UUIDs, random numbers and times, replayed 50 times: always passed", async () => {
  const crud = driftCase({
    steps: [{ user: "Make Dan, change his email, and delete him", expectedState: "Deleted user" }],
    expect: { expectTools: ["create_user", "get_user", "update_user", "get_user", "delete_user"], toolOrder: "exact" },
    turns: [
      { calls: [{ tool: "create_user", input: { name: "Dan" } }] },
      { calls: [{ tool: "get_user", input: { id } }] },
      { calls: [{ tool: "update_user", input: { id, email: "dan@new.example" } }] },
      { calls: [{ tool: "get_user", input: { id } }] },
      { calls: [{ tool: "delete_user", input: { number: { $result: 1, pointer: "/number" } } }] },
      { text: ["Dan (", { $result: 1, pointer: "/number" }, ") is gone."] },
    ],
  });
  await inRounds(50, async (round) => {
    const seen = await crud.replay();
    expect(seen, `round ${round}`).toMatchObject({ verdict: "passed", exitCode: 0, metrics: "passed passed passed" });
    expect(seen.classes, `round ${round}`).toEqual(["correlated", "volatile"]);
  });
});
