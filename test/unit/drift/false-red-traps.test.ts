// Small traces in which nothing is wrong: what differs does so by itself, or does not matter. All stay evidence to the end.
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
/** One call, then the answer. Last what the checks were answered. */
const once = (then: ResultSketch, now: ResultSketch, ...checks: ResultSketch[]): PlaySketch => ({
  turns: [[["get", { q: "alice" }, then, now]]],
  checks: checks.map((answer) => [answer]),
});
const A = "3f2a1b00-e29b-41d4-a716-446655440000";
const A2 = "51c3e2ab-9d10-4e7f-8a6b-1c2d3e4f5a6b";
const A3 = "c0ffee12-3b4a-4d5c-9e8f-7a6b5c4d3e2f";
const X = "7e57c0de-1111-4222-8333-944455556666";

const TIMES = ["2026-11-21T11:00:01.031Z", "2027-05-29T15:00:01.008Z"];

const fine: [name: string, sketch: PlaySketch][] = [
  ["a varying id is another", once(json({ id: A }), json({ id: X }), json({ id: A2 }), json({ id: A3 }))],
  [
    "a varying word is another",
    once(
      "Created user u_123 for alice.",
      "Created user u_789 for alice.",
      "Created user u_124 for alice.",
      "Created user u_131 for alice.",
    ),
  ],
  ["a measurement is another", once("took 12 ms", "took 9 ms", "took 14 ms", "took 11 ms")],
  [
    "a varying number has other digits",
    once(json({ ms: 12.25 }), json({ ms: 9 }), json({ ms: 11.5 }), json({ ms: 8 })),
  ],
  [
    "a flag flipped that the config lets vary",
    {
      ...once(json({ cached: false }), json({ cached: true })),
      rules: { varies: [{ tool: "get", path: "/content/0/json/cached" }] },
    },
  ],
  [
    "the clock went on",
    once(
      json({ at: "2026-11-20T10:00:01.020Z" }),
      json({ at: "2026-11-27T15:30:01.040Z" }),
      ...TIMES.map((at) => json({ at })),
    ),
  ],
  [
    "the clock went on, in seconds of an epoch",
    once(json({ at: 1795168801 }), json({ at: 1795793401 }), json({ at: 1795258801 }), json({ at: 1811602801 })),
  ],
  [
    "the clock went on, in milliseconds of an epoch in a text",
    once("run 1795168801020 ended", "run 1795793401040 ended", "run 1795258801031 ended", "run 1811602801008 ended"),
  ],
  [
    "the clock went on, in the words of HTTP",
    once(
      "Date: Fri, 20 Nov 2026 10:00:01 GMT",
      "Date: Fri, 27 Nov 2026 15:30:01 GMT",
      "Date: Sat, 21 Nov 2026 11:00:01 GMT",
      "Date: Sat, 29 May 2027 15:00:01 GMT",
    ),
  ],
  [
    "the clock went on, in a text of several lines",
    once(
      "a\nat 2026-11-20 10:00:01.020\nb",
      "a\nat 2026-11-27 15:30:01.999\nb",
      "a\nat 2026-11-21 11:00:01.031\nb",
      "a\nat 2027-05-29 15:00:01.008\nb",
    ),
  ],
  [
    "the clock went on, and a zero at the end of the fraction is not written",
    once(
      "at 2026-11-20T10:00:01.0203Z",
      "at 2026-11-27T15:30:01.02Z",
      "at 2026-11-21T11:00:01.0311Z",
      "at 2027-05-29T15:00:01.0084Z",
    ),
  ],
  [
    "the clock went on, and the machine is in another zone",
    once(
      "at 2026-11-20T11:00:01+01:00",
      "at 2026-11-27T10:30:01-05:00",
      "at 2026-11-21T12:00:01+01:00",
      "at 2027-05-29T17:00:01+02:00",
    ),
  ],
  [
    "the clock went on, and the machine's zone has another name",
    once(
      "Fri Nov 20 2026 11:00:01 GMT+0100 (Central European Standard Time)",
      "Fri Nov 27 2026 15:30:01 GMT+0000 (Coordinated Universal Time)",
      "Sat Nov 21 2026 12:00:01 GMT+0100 (Central European Standard Time)",
      "Sat May 29 2027 17:00:01 GMT+0200 (Central European Summer Time)",
    ),
  ],
  [
    "the day is another",
    once("Today is 2026-11-20.", "Today is 2026-11-27.", "Today is 2026-11-21.", "Today is 2027-05-29."),
  ],
  [
    "tomorrow is another day",
    once("Tomorrow is 2026-11-21.", "Tomorrow is 2026-11-28.", "Tomorrow is 2026-11-22.", "Tomorrow is 2027-05-30."),
  ],
  [
    "tomorrow at nine is another day",
    once(
      "Booked for 2026-11-21T09:00:00Z.",
      "Booked for 2026-11-28T09:00:00Z.",
      "Booked for 2026-11-22T09:00:00Z.",
      "Booked for 2027-05-30T09:00:00Z.",
    ),
  ],
  [
    "an expiry is equally far",
    once(
      json({ expires: "2026-11-20T11:00:01Z" }),
      json({ expires: "2026-11-27T16:30:01Z" }),
      json({ expires: "2026-11-21T12:00:01Z" }),
      json({ expires: "2027-05-29T16:00:01Z" }),
    ),
  ],
  [
    "an expiry in seconds is equally far",
    once(
      json({ expires: 1795176001 }),
      json({ expires: 1795800601 }),
      json({ expires: 1795266001 }),
      json({ expires: 1811610001 }),
    ),
  ],
  [
    "a varying number has many digits now, and looks like a time",
    once(json({ id: 1 }), json({ id: 4_000_000_000 }), json({ id: 2 }), json({ id: 3 })),
  ],
  ["the order of keys", once('{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}')],
  ["the spacing of JSON", once('{"a":1}', '{\n  "a": 1\n}\n')],
  ["1 and 1.0", once('{"a":1,"b":100}', '{"a":1.0,"b":1e2}')],
  ["line ends and white space at the ends of lines", once("one\ntwo", "one  \r\ntwo\r\n\r\n")],
  ["a new field", once(json({ a: 1 }), json({ a: 1, b: 2 }))],
  [
    "a new field for errors that is empty",
    once(json({ a: 1 }), json({ a: 1, errors: [], warning: null, hasMore: false })),
  ],
  [
    "structured content came beside the text",
    once("ok", raw({ content: [{ type: "text", text: "ok" }], structuredContent: { a: 1 } })),
  ],
  [
    "annotations and _meta",
    once(
      raw({ content: [{ type: "text", text: "ok" }] }),
      raw({ content: [{ type: "text", text: "ok", annotations: { priority: 1 } }], _meta: { t: 1 } }),
    ),
  ],
  ["isError false and absent", once("ok", raw({ content: [{ type: "text", text: "ok" }], isError: false }))],
  [
    "data of a protocol error",
    once(
      { outcome: { kind: "error", error: { code: -1, message: "a", data: 1 } } },
      { outcome: { kind: "error", error: { code: -1, message: "a", data: 2 } } },
    ),
  ],
  [
    "an ignored image",
    {
      ...once(
        raw({ content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] }),
        raw({ content: [{ type: "image", data: "BBBB", mimeType: "image/png" }] }),
      ),
      rules: { ignore: [{ tool: "get", path: "/content/0/data" }] },
    },
  ],
  [
    "an ignored part of another shape",
    {
      ...once(json({ a: 1, debug: { x: 1 } }), json({ a: 1, debug: [2] })),
      rules: { ignore: [{ tool: "*", path: "/content/0/json/debug" }] },
    },
  ],
  [
    "an ignored field of every element",
    {
      ...once(json([{ t: 1 }, { t: 2 }]), json([{ t: 3 }, {}])),
      rules: { ignore: [{ tool: "g?t", path: "/content/0/json/*/t" }] },
    },
  ],
  [
    "a listed place of the config",
    {
      ...once(json([{ t: 1 }, { t: 2 }]), json([{ t: 3 }, { t: 9 }])),
      rules: { varies: [{ tool: "get", path: "/content/0/json/*/t" }] },
    },
  ],
  [
    "an array of any order",
    {
      ...once(json({ tags: ["a", "b", { c: 1 }] }), json({ tags: [{ c: 1 }, "b", "a"] })),
      rules: { varies: [{ tool: "get", path: "/content/0/json/tags", order: "any" }] },
    },
  ],
  [
    "an array of any order with times in it",
    {
      ...once(
        json([
          { n: "a", at: "2026-11-20T10:00:01Z" },
          { n: "b", at: "2026-11-20T10:00:01Z" },
        ]),
        json([
          { n: "b", at: "2026-11-27T15:30:01Z" },
          { n: "a", at: "2026-11-27T15:30:01Z" },
        ]),
        ...["2026-11-21T11:00:01Z", "2027-05-29T15:00:01Z"].map((at) =>
          json([
            { n: "a", at },
            { n: "b", at },
          ]),
        ),
      ),
      rules: { varies: [{ tool: "get", path: "/content/0/json", order: "any" }] },
    },
  ],
  [
    "a date that the prompt gave has passed",
    { turns: [[["book", { day: "2026-11-24" }, "booked", "booked"]]], user: "Book a table for 2026-11-24." },
  ],
  ["a date was past already", { turns: [[["list", { since: "2026-11-01" }, "none", "none"]]] }],
  [
    "the tools come in another order",
    {
      turns: [
        [
          ["a", {}, "x", "x"],
          ["b", {}, "y", "y"],
        ],
      ],
      live: makeContract([makeTool("b"), makeTool("a")]),
    },
  ],
  [
    "a new tool, and another that nobody called is gone",
    {
      ...once("ok", "ok"),
      tools: [makeTool("get"), makeTool("old")],
      live: makeContract([makeTool("get"), makeTool("new")]),
    },
  ],
  [
    "the prompt gave an id and the server made another",
    {
      user: "Create user u_123.",
      turns: [
        [["create", { id: "u_123" }, json({ id: "u_555" }), json({ id: "u_777" })]],
        [["get", { id: "u_555", named: "u_123" }, "ok", "ok"]],
      ],
      checks: [
        [json({ id: "u_556" }), "ok"],
        [json({ id: "u_561" }), "ok"],
      ],
    },
  ],
  [
    "two new numbers of one result meet: only those of one tool and place must be two",
    {
      turns: [
        [["create", {}, json({ id: 48213, owner: 48299 }), json({ id: 77777, owner: 77777 })]],
        [["get", { id: 48213 }, "ok", "ok"]],
      ],
      checks: [
        [json({ id: 48214, owner: 48305 }), "ok"],
        [json({ id: 48220, owner: 48311 }), "ok"],
      ],
    },
  ],
];

describe("false red", () => {
  it.each(fine)("is not given for: %s", (_, sketch) => {
    const played = play(sketch);
    expect(played.message).toBe("");
    expect(played.green).toBe(true);
  });

  const checked = fine.filter(([, { checks = [] }]) => checks.length > 0);
  it.each(checked)("and nothing is open after the checks: %s", (_, sketch) => {
    const { recorded, learned, checks } = play(sketch);
    expect({ ...learned, variables: [] }).toEqual(NOTHING_LEARNED);
    expect(learned.variables).not.toEqual([]);
    expect(findUnresolved(recorded, learned, checks, makeRules(sketch.rules))).toEqual([]);
  });

  it("puts new fields, tools and structured content down as additive", () => {
    expect(play(once(json({ a: 1 }), json({ a: 1, b: 2 }))).problems).toEqual(["additive /content/0/json/b"]);
    const structured = raw({ content: [{ type: "text", text: "ok" }], structuredContent: { a: 1 } });
    expect(play(once("ok", structured)).problems).toEqual(["additive /structuredContent"]);
  });

  it("takes the ground away where additive drift is not accepted", () => {
    const sketch = once(json({ a: 1 }), json({ a: 1, b: 2 }));
    expect(play({ ...sketch, rules: { accept: ["docs"] } }).green).toBe(false);
    expect(play({ ...sketch, rules: { strict: true } }).green).toBe(false);
  });
});
