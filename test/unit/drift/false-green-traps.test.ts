// Small traces in which the live server is wrong, or nobody can say that it is right. None may stay evidence to its end.
import { describe, expect, it } from "vitest";
import { findUnresolved } from "../../../src/drift/prove.js";
import { NOTHING_LEARNED } from "../../../src/variables/learned.js";
import {
  makeContract,
  makeRules,
  makeTool,
  play,
  raw,
  type PlaySketch,
  type ResultSketch,
} from "../../helpers/make-trace.js";

const json = (value: unknown): ResultSketch => ({ json: value as never });
/** One call, then the answer. Last what the checks were answered: nothing is wrong there. */
const once = (then: ResultSketch, now: ResultSketch, ...checks: ResultSketch[]): PlaySketch => ({
  turns: [[["get", { q: "alice" }, then, now]]],
  checks: checks.map((answer) => [answer]),
});
const A = "3f2a1b00-e29b-41d4-a716-446655440000";
const A2 = "51c3e2ab-9d10-4e7f-8a6b-1c2d3e4f5a6b";
const A3 = "c0ffee12-3b4a-4d5c-9e8f-7a6b5c4d3e2f";
const B = "9c01dd42-77aa-4c3e-8b1f-0a0b0c0d0e0f";
const B2 = "2b7e1516-28ae-4d2a-a6ab-f7158809cf4f";
const B3 = "e8d4a510-6f1b-4c3d-b2a1-90f0e1d2c3b4";
const X = "7e57c0de-1111-4222-8333-944455556666";
const Y = "0badcafe-5555-4666-9777-a88899990000";
/** In the checks, a time of the recording's first call. */
const AT = ["2026-11-21T11:00:01.031Z", "2027-05-29T15:00:01.008Z"].map((at) => json({ at }));
const USERS = ["u_124", "u_131"];

/** `refused`: nobody can say what is sent, so that the recording itself does not replay without a pin. */
const traps: [name: string, sketch: PlaySketch, refused?: "refused"][] = [
  ["the answer quotes 42 and the server says 43", once("The answer is 42.", "The answer is 43.")],
  ["a number is another", once(json({ total: 42 }), json({ total: 43 }))],
  ["a number is another by its last digit beyond a double", once('{"n":9007199254740993}', '{"n":9007199254740992}')],
  ["a number became a string", once(json({ total: 42 }), json({ total: "42" }))],
  ["a varying number became null", once(json({ id: 421 }), json({ id: null }), json({ id: 422 }), json({ id: 430 }))],
  ["a varying id is empty", once(json({ id: A }), json({ id: "" }), json({ id: A2 }), json({ id: A3 }))],
  [
    "a varying id says undefined",
    once(json({ id: "k3j2h1" }), json({ id: "undefined" }), json({ id: "p8q2x7" }), json({ id: "m4n9b2" })),
  ],
  [
    "a varying number says NaN in a string",
    once(json({ id: "17" }), json({ id: "NaN" }), json({ id: "18" }), json({ id: "25" })),
  ],
  [
    "a varying number changed its sign",
    once(json({ id: 421 }), json({ id: -421 }), json({ id: 422 }), json({ id: 430 })),
  ],
  [
    "a varying id has another pattern",
    once(json({ id: "u_123" }), json({ id: "u-123-7" }), ...USERS.map((id) => json({ id }))),
  ],
  ["a time became Invalid Date", once(json({ at: "2026-11-20T10:00:01.020Z" }), json({ at: "Invalid Date" }), ...AT)],
  ["a time became empty", once(json({ at: "2026-11-20T10:00:01.020Z" }), json({ at: "" }), ...AT)],
  ["a time became a number", once(json({ at: "2026-11-20T10:00:01.020Z" }), json({ at: 1795793401 }), ...AT)],
  [
    "a time lost its zone",
    once(json({ at: "2026-11-20T10:00:01.020Z" }), json({ at: "2026-11-27T15:30:01.020" }), ...AT),
  ],
  [
    "a time got a zone",
    once(
      "at 2026-11-20T10:00:01.020, ok",
      "at 2026-11-27T15:30:01.020Z, ok",
      "at 2026-11-21T11:00:01.020, ok",
      "at 2027-05-29T15:00:01.020, ok",
    ),
  ],
  [
    "a zone is written in another way",
    once(
      "at 2026-11-20 10:00:01 UTC",
      "at 2026-11-27 15:30:01 GMT",
      "at 2026-11-21 11:00:01 UTC",
      "at 2027-05-29 15:00:01 UTC",
    ),
  ],
  [
    "a time lost its milliseconds",
    once(json({ at: "2026-11-20T10:00:01.020Z" }), json({ at: "2026-11-27T15:30:01Z" }), ...AT),
  ],
  [
    "a time has a space in place of the T",
    once(
      "2026-11-20T10:00:01.020Z",
      "2026-11-27 15:30:01.020Z",
      "2026-11-21T11:00:01.020Z",
      "2027-05-29T15:00:01.020Z",
    ),
  ],
  [
    "an hour of one digit got a zero",
    {
      ...once("11/20/2026, 9:00:01 AM", "11/27/2026, 09:00:01 AM", "11/21/2026, 10:00:01 AM", "5/29/2027, 2:00:01 PM"),
      liveAt: "2026-11-27T10:00:00Z",
    },
  ],
  [
    "a month is written out",
    once("Fri, 20 Nov 2026 10:00:01 GMT", "Fri, 27 November 2026 15:30:01 GMT", "Sat, 21 Nov 2026 11:00:01 GMT"),
  ],
  [
    "the clock is an hour off",
    once(json({ at: "2026-11-20T10:00:01.020Z" }), json({ at: "2026-11-27T16:30:01.020Z" }), ...AT),
  ],
  ["a converted time is an hour off", once(json({ at: "2026-06-01T12:00:00Z" }), json({ at: "2026-06-01T13:00:00Z" }))],
  [
    "an appointment is a day off",
    once("Tomorrow is 2026-11-21.", "Tomorrow is 2026-11-29.", "Tomorrow is 2026-11-22.", "Tomorrow is 2027-05-30."),
  ],
  [
    "an appointment moved by an hour",
    once(
      "Booked for 2026-11-21T09:00:00Z.",
      "Booked for 2026-11-28T10:00:00Z.",
      "Booked for 2026-11-22T09:00:00Z.",
      "Booked for 2027-05-30T09:00:00Z.",
    ),
  ],
  [
    "a zone was converted to another",
    once(
      "Booked for 2026-11-21T09:00:00+01:00.",
      "Booked for 2026-11-28T09:00:00+02:00.",
      "Booked for 2026-11-22T09:00:00+01:00.",
    ),
  ],
  [
    "an expiry is an hour shorter",
    once(
      json({ expires: "2026-11-20T12:00:01Z" }),
      json({ expires: "2026-11-27T16:30:01Z" }),
      json({ expires: "2026-11-21T13:00:01Z" }),
      json({ expires: "2027-05-29T17:00:01Z" }),
    ),
  ],
  [
    "an expiry in seconds is an hour shorter",
    once(
      json({ expires: 1795176001 }),
      json({ expires: 1795797001 }),
      json({ expires: 1795266001 }),
      json({ expires: 1811610001 }),
    ),
  ],
  [
    "a varying epoch became zero",
    once(json({ at: 1795168801 }), json({ at: 0 }), json({ at: 1795258801 }), json({ at: 1811602801 })),
  ],
  ["a count looks like an epoch and is none", once(json({ count: 1700000000 }), json({ count: 1800000000 }))],
  [
    "an epoch in seconds became one in milliseconds",
    once(json({ at: 1795168801 }), json({ at: 1795793401000 }), json({ at: 1795258801 }), json({ at: 1811602801 })),
  ],
  ["an old date was reformatted", once("Born 1990-05-17.", "Born 1990-05-18.")],
  [
    "a lookup finds another record under the same id",
    once(
      json({ id: A, name: "Alice" }),
      json({ id: X, name: "Bob" }),
      json({ id: A2, name: "Alice" }),
      json({ id: A3, name: "Alice" }),
    ),
  ],
  [
    "a word beside a varying one is another",
    once(
      "Created user u_123 for alice.",
      "Created user u_789 for bobby.",
      ...USERS.map((id) => `Created user ${id} for alice.`),
    ),
  ],
  [
    "a sentence has one word more beside a varying one",
    once("Created u_123.", "Created u_789 twice.", ...USERS.map((id) => `Created ${id}.`)),
  ],
  [
    "a text with an id lost its punctuation",
    once("Created (u_123).", "Created u_789.", ...USERS.map((id) => `Created (${id}).`)),
  ],
  ["a text that is an id is an error now", once("u_123", "Error: no such user", ...USERS)],
  [
    "a list has one element more",
    once(json({ items: [1, 2] }), json({ items: [1, 2, 3] }), json({ items: [1, 4] }), json({ items: [1, 5] })),
  ],
  ["a list has one element less", once(json({ items: ["a", "b"] }), json({ items: ["a"] }))],
  ["a list is empty", once(json([{ id: 1 }]), json([]))],
  ["a list is in another order", once(json(["a", "b"]), json(["b", "a"]))],
  ["a field is gone", once(json({ a: 1, b: 2 }), json({ a: 1 }))],
  [
    "a varying field is gone",
    once(json({ id: A, b: 2 }), json({ b: 2 }), json({ id: A2, b: 2 }), json({ id: A3, b: 2 })),
  ],
  ["a new field says warnings", once(json({ a: 1 }), json({ a: 1, warnings: ["stale data"] }))],
  ["a new field says that there is more", once(json({ a: 1 }), json({ a: 1, hasMore: true }))],
  ["a new cursor", once(json({ a: 1 }), json({ a: 1, next_cursor: "abc" }))],
  ["success turned false", once(json({ success: true }), json({ success: false }))],
  ["isError came", once("ok", raw({ content: [{ type: "text", text: "ok" }], isError: true }))],
  ["isError went", once(raw({ content: [{ type: "text", text: "no" }], isError: true }), "no")],
  [
    "a result became a protocol error",
    once("ok", { outcome: { kind: "error", error: { code: -32603, message: "ok" } } }),
  ],
  [
    "a protocol error has another message",
    once(
      { outcome: { kind: "error", error: { code: -1, message: "a" } } },
      { outcome: { kind: "error", error: { code: -1, message: "b" } } },
    ),
  ],
  ["no answer came", once("ok", { outcome: { kind: "none", reason: "timeout", message: "no answer in 30 s" } })],
  ["the text is empty", once("ok", raw({ content: [] }))],
  [
    "a second block came",
    once(
      "ok",
      raw({
        content: [
          { type: "text", text: "ok" },
          { type: "text", text: "but" },
        ],
      }),
    ),
  ],
  ["text became an image", once("ok", raw({ content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] }))],
  [
    "an image has other bytes, though its place is listed",
    {
      ...once(
        raw({ content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] }),
        raw({ content: [{ type: "image", data: "BBBB", mimeType: "image/png" }] }),
      ),
      rules: { varies: [{ tool: "get", path: "/content/0/data" }] },
    },
  ],
  ["JSON became prose", once(json({ a: 1 }), "a is 1")],
  [
    "the structured content is all there is, and differs",
    once(raw({ content: [], structuredContent: { a: 1 } }), raw({ content: [], structuredContent: { a: 2 } })),
  ],
  [
    "a file is embedded with another text",
    once(
      raw({ content: [{ type: "resource", resource: { uri: "a://b", text: "one" } }] }),
      raw({ content: [{ type: "resource", resource: { uri: "a://b", text: "two" } }] }),
    ),
  ],
  [
    "a text names another new record by a short number",
    {
      turns: [
        [
          ["create", { n: "a" }, json({ id: 48213 }), json({ id: 77777 })],
          ["create", { n: "b" }, json({ id: 48299 }), json({ id: 88888 })],
        ],
        [["find", { n: "a" }, "Found 48213.", "Found 88888."]],
        [["get", { id: 48213 }, "ok", "ok"]],
      ],
      checks: [
        [json({ id: 48214 }), json({ id: 48305 }), "Found 48214.", "ok"],
        [json({ id: 48220 }), json({ id: 48311 }), "Found 48220.", "ok"],
      ],
    },
  ],
  [
    "a later new number is that of an earlier record",
    {
      turns: [
        [["create", { n: "a" }, json({ id: 48213 }), json({ id: 77777 })]],
        [["get", { id: 48213 }, "a", "a"]],
        [["create", { n: "b" }, json({ id: 48299 }), json({ id: 77777 })]],
      ],
      checks: [
        [json({ id: 48214 }), "a", json({ id: 48305 })],
        [json({ id: 48220 }), "a", json({ id: 48311 })],
      ],
    },
  ],
  [
    "an answer is nested deeper than any stack",
    once(
      "ok",
      raw({
        content: [{ type: "text", text: "ok" }],
        structuredContent: JSON.parse("[".repeat(5000) + "]".repeat(5000)),
      }),
    ),
  ],
  [
    "an id is given to another record, later in the run",
    {
      turns: [
        [["create", { name: "alice" }, json({ id: A }), json({ id: X })]],
        [["create", { name: "bob" }, json({ id: B }), json({ id: Y })]],
        [["find", { name: "alice" }, json({ id: A }), json({ id: Y })]],
        [["remove", { id: A }, "removed", "removed"]],
      ],
      checks: [
        [json({ id: A2 }), json({ id: B2 }), json({ id: A2 }), "removed"],
        [json({ id: A3 }), json({ id: B3 }), json({ id: A3 }), "removed"],
      ],
    },
  ],
  [
    "a lookup finds another new record, and nothing but its id is shown or sent on",
    {
      turns: [
        [["create", { name: "alice" }, json({ id: A }), json({ id: X })]],
        [["create", { name: "bob" }, json({ id: B }), json({ id: Y })]],
        [["find", { name: "alice" }, json({ id: A }), json({ id: Y })]],
      ],
      checks: [
        [json({ id: A2 }), json({ id: B2 }), json({ id: A2 })],
        [json({ id: A3 }), json({ id: B3 }), json({ id: A3 })],
      ],
    },
  ],
  [
    "two new records have the same new id, and nothing is sent on",
    {
      turns: [
        [
          ["create", { n: "a" }, json({ id: A }), json({ id: X })],
          ["create", { n: "b" }, json({ id: B }), json({ id: X })],
        ],
      ],
      checks: [
        [json({ id: A2 }), json({ id: B2 })],
        [json({ id: A3 }), json({ id: B3 })],
      ],
    },
  ],
  [
    "the same id is given out twice, then used",
    {
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
    },
  ],
  [
    "one recorded id has two live ones in the same result",
    {
      turns: [[["create", {}, json({ id: A, ref: A }), json({ id: X, ref: Y })]], [["get", { id: A }, "ok", "ok"]]],
      checks: [
        [json({ id: A2, ref: A2 }), "ok"],
        [json({ id: A3, ref: A3 }), "ok"],
      ],
    },
  ],
  [
    "the server answers for the recorded id although it made another",
    {
      turns: [
        [["create", {}, json({ id: A }), json({ id: X })]],
        [["get", { id: A }, json({ id: A, name: "a" }), json({ id: A, name: "a" })]],
      ],
      checks: [
        [json({ id: A2 }), json({ id: A2, name: "a" })],
        [json({ id: A3 }), json({ id: A3, name: "a" })],
      ],
    },
  ],
  [
    "an id is in a link of another record",
    {
      turns: [
        [["create", {}, json({ id: A }), json({ id: X })]],
        [["get", { id: A }, json({ url: `https://h/items/${A}/view` }), json({ url: `https://h/items/${Y}/view` })]],
      ],
      checks: [A2, A3].map((id) => [json({ id }), json({ url: `https://h/items/${id}/view` })]),
    },
  ],
  [
    "a changed value is sent on",
    {
      turns: [
        [["find", { name: "x" }, json({ mail: "a@example.com" }), json({ mail: "b@example.com" })]],
        [["send", { to: "a@example.com" }, "sent", "sent"]],
      ],
    },
  ],
  [
    "a changed value was accepted, and is sent on",
    {
      turns: [
        [["find", { name: "x" }, json({ code: "alpha7" }), json({ code: "omega9 (new)" })]],
        [["send", { code: "alpha7" }, "sent", "sent"]],
      ],
      // The id is the one that the first replay gives.
      rules: {
        acceptedIds: play({
          turns: [[["find", { name: "x" }, json({ code: "alpha7" }), json({ code: "omega9 (new)" })]]],
        }).drift.map((d) => d.id),
      },
    },
  ],
  [
    "a value in an ignored part is gone, and is sent on",
    {
      turns: [
        [["find", { name: "x" }, json({ meta: { key: "alpha7" } }), json({ meta: {} })]],
        [["send", { code: "alpha7" }, "sent", "sent"]],
      ],
      rules: { ignore: [{ tool: "find", path: "/content/0/json/meta" }] },
    },
  ],
  [
    "a value stood in an earlier result too, where it is the same",
    {
      turns: [
        [["list", {}, json([{ id: 48213 }]), json([{ id: 48213 }])]],
        [["create", {}, json({ id: 48213 }), json({ id: 50001 })]],
        [["get", { id: 48213 }, "ok", "ok"]],
      ],
      checks: [48214, 48220].map((id) => [json([{ id: 48213 }]), json({ id })]),
    },
    "refused",
  ],
  [
    "a list of new ids in any order is sent on",
    {
      turns: [
        [["list", {}, json({ ids: ["aaaa1", "bbbb2"] }), json({ ids: ["cccc3", "dddd4"] })]],
        [["get", { id: "aaaa1" }, "ok", "ok"]],
      ],
      checks: [
        [json({ ids: ["eeee5", "ffff6"] }), "ok"],
        [json({ ids: ["gggg7", "hhhh8"] }), "ok"],
      ],
      rules: { varies: [{ tool: "list", path: "/content/0/json/ids", order: "any" }] },
    },
    "refused",
  ],
  [
    "a redacted secret of the server has no live value",
    {
      turns: [
        [["login", {}, "Token: [redacted:TOKEN]", "Token: [redacted:TOKEN]"]],
        [["get", { token: "[redacted:TOKEN]" }, "ok", "ok"]],
      ],
    },
  ],
  ["a redacted secret is gone", once("Token: [redacted:TOKEN]", "Token: ")],
  [
    "a date in an argument has passed",
    { turns: [[["book", { day: "2026-11-24" }, "booked", "booked"]]], user: "Book a table for next Tuesday." },
  ],
  [
    "an earlier result is empty while the next call still works",
    { turns: [[["list", {}, json([{ id: 7 }]), json([])]], [["get", { id: 7 }, "seven", "seven"]]] },
  ],
  ["a called tool is gone", { ...once("ok", "ok"), live: makeContract([makeTool("fetch")]) }],
  [
    "a recorded argument is not declared any more",
    {
      ...once("ok", "ok"),
      tools: [makeTool("get", { type: "object", properties: { q: { type: "string" } } })],
      live: makeContract([makeTool("get", { type: "object", properties: { query: { type: "string" } } })]),
    },
  ],
  [
    "a new argument is required",
    {
      ...once("ok", "ok"),
      live: makeContract([makeTool("get", { type: "object", properties: { a: {} }, required: ["a"] })]),
    },
  ],
];

describe("false green", () => {
  it.each(traps)("is not given where %s", (_, sketch) => {
    const played = play(sketch);
    expect(played.green).toBe(false);
    expect(played.message).not.toBe("");
  });

  it.each(traps)(
    "and the same server passes where it stays as it was: %s",
    (_, { live: _live, tools, ...sketch }, refused) => {
      const same = sketch.turns.map((calls) => calls.map(([tool, args, then]) => [tool, args, then, then] as const));
      const secrets = { known: [{ recorded: "[redacted:TOKEN]", live: "s3cret-token" }] };
      const played = play({
        ...sketch,
        ...(tools === undefined ? {} : { tools }),
        turns: same,
        input: secrets,
        liveAt: "2026-11-20T10:00:00.000Z",
      });
      expect(played.green).toBe(refused === undefined);
      if (refused === undefined) expect(played.problems).toEqual([]);
      else expect(played.message).toContain('"pins": [{');
    },
  );

  const checked = traps.filter(([, { checks = [] }]) => checks.length > 0);
  it.each(checked)("and its checks pass by what they taught: %s", (_, sketch, refused) => {
    const { recorded, learned, checks } = play(sketch);
    const { variables, doubtful, ...others } = learned;
    expect(variables).not.toEqual([]);
    expect({ ...others, variables: [], doubtful: [] }).toEqual(NOTHING_LEARNED);
    if (refused === undefined) expect(doubtful).toEqual([]);
    expect(findUnresolved(recorded, learned, checks, makeRules(sketch.rules))).toEqual([]);
  });

  it("has at least fifty traps", () => {
    expect(traps.length).toBeGreaterThanOrEqual(50);
  });
});
