import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/json/value.js";
import { matchKeyOf } from "../../../../src/exchange/match-key.js";
import { jsonObject } from "../../../helpers/arbitrary-json.js";
import { call, exchange, initialize, makeSession, play, told } from "../../../helpers/make-session.js";

const text = (message: JsonObject | undefined): unknown => JSON.stringify(message?.["result"] ?? message?.["error"]);

describe("what answers a request", () => {
  it("finds a call whatever the order of its arguments, its _meta and its id", () => {
    const { last } = play(makeSession([initialize(), call("add", { a: 1, b: [{ x: 1, y: 2 }] }, "3")]));
    const answer = last("id-7", "tools/call", {
      _meta: { progressToken: 9, other: true },
      arguments: { b: [{ y: 2, x: 1 }], a: 1 },
      name: "add",
    });
    expect(answer).toEqual({ jsonrpc: "2.0", id: "id-7", result: { content: [{ type: "text", text: "3" }] } });
  });

  it("takes a call without arguments for one with empty ones", () => {
    const { last } = play(makeSession([initialize(), exchange("tools/call", { name: "now" }, { content: [] })]));
    expect(last(1, "tools/call", { name: "now", arguments: {} })).toHaveProperty("result");
  });

  it("gives recordings of the same call in order, and never the last again", () => {
    const { last } = play(makeSession([initialize(), call("n", {}, "first"), call("n", {}, "second")]));
    const params = { name: "n", arguments: {} };
    expect(text(last(1, "tools/call", params))).toContain("first");
    expect(text(last(2, "tools/call", params))).toContain("second");
    const third = last(3, "tools/call", params);
    expect(third).toMatchObject({ id: 3, error: { code: -32602 } });
    expect(text(third)).toContain("was recorded 2 times");
  });

  it("repeats the last reading", () => {
    const read = (contents: string): ReturnType<typeof exchange> =>
      exchange("resources/read", { uri: "mem://a" }, { contents: [{ uri: "mem://a", text: contents }] });
    const { last } = play(makeSession([initialize({ resources: {} }), read("old"), read("new")]));
    const answers = [1, 2, 3].map((id) => text(last(id, "resources/read", { uri: "mem://a" })));
    expect(answers.map((one) => String(one).includes("old"))).toEqual([true, false, false]);
    expect(answers[2]).toBe(answers[1]);
  });

  it("plays a recorded error, whole", () => {
    const error = { code: "odd", message: "no", data: { why: null }, extra: 1 };
    const { last } = play(makeSession([initialize(), { ...call("n", {}, ""), answer: { error } }]));
    expect(last(1, "tools/call", { name: "n" })).toEqual({ jsonrpc: "2.0", id: 1, error });
  });

  it("finds every request again, and under a key of its own", () => {
    const request = fc.record({ name: fc.string(), arguments: jsonObject });
    fc.assert(
      fc.property(request, request, fc.string(), (one, other, token) => {
        const key = matchKeyOf("tools/call", one);
        expect(matchKeyOf("tools/call", { ...one, _meta: { progressToken: token } })).toBe(key);
        const same = sorted(one) === sorted(other);
        expect(matchKeyOf("tools/call", other) === key).toBe(same);
      }),
    );
  });
});

/** As it goes over the wire, with its keys in one order. */
function sorted(value: JsonObject): string {
  const order = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(order);
    if (typeof part !== "object" || part === null) return part;
    const entries = Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return { map: entries.map(([key, inner]) => [key, order(inner)]) };
  };
  return JSON.stringify(order(JSON.parse(JSON.stringify(value))));
}

describe("what is not recorded", () => {
  const session = makeSession([
    initialize({ tools: {}, logging: {}, prompts: {} }),
    call("add", { a: 1, b: 2 }, "3"),
    call("add", { a: 5, b: 6 }, "11"),
    call("list_items", {}, "none"),
  ]);

  it("is an error that names the nearest recording and where it differs, never another call's answer", () => {
    const playback = play(session);
    const answer = playback.last(1, "tools/call", { name: "add", arguments: { a: 5, b: 7 } });
    expect(answer).toMatchObject({
      id: 1,
      error: { code: -32602, data: { nearest: { name: "add", arguments: { a: 5, b: 6 } }, differs: ["/arguments/b"] } },
    });
    expect(text(answer)).toContain("tools/call add (2 of 2), differs at /arguments/b");
    expect(playback.misses).toBe(1);
  });

  it("names the other tools where that one was never called", () => {
    expect(text(play(session).last(1, "tools/call", { name: "sub" }))).toContain("recorded are add, list_items");
  });

  it("uses up nothing", () => {
    const { last } = play(session);
    last(1, "tools/call", { name: "add", arguments: { a: 1, b: 3 } });
    expect(text(last(2, "tools/call", { name: "add", arguments: { a: 1, b: 2 } }))).toContain("3");
  });

  it("is an unknown method where the server does not offer it", () => {
    const { last, misses } = play(session);
    const methods = ["server/discover", "resources/list", "completion/complete", "no/such"];
    const codes = methods.map((method) => last(1, method, {})?.["error"]);
    expect(codes).toMatchObject(methods.map(() => ({ code: -32601 })));
    expect(misses).toBe(0);
    expect(last(2, "prompts/list", {})).toMatchObject({ error: { code: -32602 } });
  });

  it("is answered where the answer says nothing: ping and the level of the log", () => {
    const { last } = play(session);
    expect(last(1, "ping")).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    expect(last(2, "logging/setLevel", { level: "info" })).toEqual({ jsonrpc: "2.0", id: 2, result: {} });
  });

  it("is an invalid request where it is not JSON-RPC", () => {
    const { player, sent } = play(session);
    player.receive({ hello: 1 }, { send: () => {}, answer: (message) => void sent.push(JSON.parse(message)) });
    expect(sent).toMatchObject([{ id: null, error: { code: -32600 } }]);
  });
});

describe("lists", () => {
  const list = (names: string[], at: number): ReturnType<typeof exchange> =>
    exchange("tools/list", {}, { tools: names.map((name) => ({ name })) }, { at });
  const session = makeSession([
    initialize({ tools: { listChanged: true } }),
    list(["a"], 0.1),
    call("grow", {}, "grown", { at: 0.2, during: [told("notifications/tools/list_changed", undefined, 0.21)] }),
    list(["a", "b"], 0.3),
  ]);

  it("stay as they were recorded until the change that came between them", () => {
    const { last } = play(session);
    expect(text(last(1, "tools/list"))).not.toContain('"b"');
    expect(text(last(2, "tools/list", { _meta: {} }))).not.toContain('"b"');
    last(3, "tools/call", { name: "grow" });
    expect(text(last(4, "tools/list", {}))).toContain('"b"');
    expect(text(last(5, "tools/list", {}))).toContain('"b"');
  });

  it("come page by page, by cursor, as often as they are asked for", () => {
    const { last } = play(
      makeSession([
        initialize(),
        exchange("tools/list", {}, { tools: [], nextCursor: "2" }),
        exchange("tools/list", { cursor: "2" }, { tools: [{ name: "z" }] }),
      ]),
    );
    for (const id of [1, 2]) {
      expect(last(id, "tools/list", {})).toMatchObject({ result: { nextCursor: "2" } });
      expect(last(id, "tools/list", { cursor: "2" })).toMatchObject({ result: { tools: [{ name: "z" }] } });
    }
    expect(last(3, "tools/list", { cursor: "3" })).toMatchObject({ error: { code: -32602 } });
  });
});

describe("the introduction", () => {
  it("is the recorded one, whoever asks for what", () => {
    const { last } = play(makeSession([initialize({ prompts: {} })]));
    const answer = last(0, "initialize", {
      protocolVersion: "1999-01-01",
      capabilities: {},
      clientInfo: { name: "x" },
    });
    expect(answer).toMatchObject({ result: { protocolVersion: "2025-11-25", capabilities: { prompts: {} } } });
  });

  it("is made up of what is known where the recording began later", () => {
    const { last } = play(
      makeSession([
        call("n", {}, "1", { during: [told("notifications/message", {})] }),
        told("notifications/prompts/list_changed"),
        exchange("completion/complete", {}, {}),
      ]),
    );
    expect(last(0, "initialize", {})).toEqual({
      jsonrpc: "2.0",
      id: 0,
      result: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {}, logging: {}, prompts: { listChanged: true }, completions: {} },
        serverInfo: { name: "fixture", version: "1.0.0" },
      },
    });
  });
});

describe("the report in the end", () => {
  it("names what was not asked for and what was missed; reads count once, introductions not at all", () => {
    const read = exchange("resources/read", { uri: "mem://a" }, { contents: [] });
    const { last, ledger } = play(
      makeSession([initialize(), exchange("tools/list", {}, {}), call("n", {}, "1"), call("n", {}, "2"), read, read]),
    );
    last(1, "tools/call", { name: "n" });
    last(2, "tools/call", { name: "m" });
    const lines = ledger.render().split("\n  ");
    expect(lines).toEqual([
      "mcpvals serve: 1 of 4 recorded exchanges played, 1 missed",
      "not asked for: tools/call n (2 of 2)",
      "not asked for: resources/read mem://a (1 of 2)",
      "missed: tools/call m was never recorded; recorded are n",
    ]);
  });
});
