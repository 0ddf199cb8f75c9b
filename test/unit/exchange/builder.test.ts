import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { ExchangeBuilder } from "../../../src/exchange/builder.js";
import type { Exchange } from "../../../src/exchange/exchange.js";
import type { JsonValue } from "../../../src/json/value.js";
import { buildFrame, type FrameHttp, type Side } from "../../../src/proxy/tap.js";

let answered: Exchange[];
let builder: ExchangeBuilder;
let clock: number;
beforeEach(() => {
  answered = [];
  clock = 0;
  builder = new ExchangeBuilder({ onAnswered: (exchange) => answered.push(exchange) });
});

function push(from: Side, message: unknown, http?: FrameHttp): void {
  const text = typeof message === "string" ? message : JSON.stringify(message);
  builder.push(buildFrame(from, (clock += 1), Buffer.from(text), http));
}

const request = (id: JsonValue, method = "tools/call", params?: object) => ({ jsonrpc: "2.0", id, method, params });
const result = (id: JsonValue, value: unknown = {}) => ({ jsonrpc: "2.0", id, result: value });
const note = (method: string, params?: object) => ({ jsonrpc: "2.0", method, params });
const via = (number: number, status?: number): FrameHttp => ({
  request: number,
  method: "POST",
  path: "/mcp",
  ...(status === undefined ? {} : { status }),
});

describe("requests and responses", () => {
  it("are matched by id, with their times", () => {
    push("client", request(1, "a"));
    push("client", request(2, "b"));
    push("server", result(2, { n: 2 }));
    expect(answered).toMatchObject([
      { id: 2, method: "b", at: 2, answeredAt: 3, answer: { kind: "result", result: { n: 2 } } },
    ]);
    expect(builder.open()).toMatchObject([{ id: 1 }]);
    expect(builder.findings()).toEqual([]);
  });

  it("are matched by direction: both sides may use the same id", () => {
    push("client", request(1, "tools/call"));
    push("server", request(1, "roots/list"));
    push("client", { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "no" } });
    push("server", result(1));
    expect(answered.map(({ from, method }) => [from, method])).toEqual([
      ["server", "roots/list"],
      ["client", "tools/call"],
    ]);
    expect(answered[1]?.serverRequests).toEqual([
      { method: "roots/list", answer: { error: { code: -32601, message: "no" } } },
    ]);
  });

  it("are matched by the id's type", () => {
    push("client", request(1));
    push("server", result("1"));
    expect(answered).toEqual([]);
    expect(builder.findings()).toEqual(['a response to "1", while the open request is 1: the id\'s type changed']);
    push("server", result(1));
    expect(answered).toHaveLength(1);
  });

  it("both kinds of 1 at once do not mix", () => {
    push("client", request(1, "number"));
    push("client", request("1", "string"));
    push("server", result("1", { from: "string" }));
    push("server", result(1, { from: "number" }));
    expect(answered.map(({ method, answer }) => [method, answer])).toEqual([
      ["string", { kind: "result", result: { from: "string" } }],
      ["number", { kind: "result", result: { from: "number" } }],
    ]);
  });

  it("come in batches, too", () => {
    push("client", [request(1, "a"), request(2, "b"), note("notifications/initialized")]);
    push("server", [result(2), result(1)]);
    expect(answered.map(({ id }) => id)).toEqual([2, 1]);
    expect(builder.findings()).toEqual([
      "the client sends messages in a batch",
      "the server sends messages in a batch",
    ]);
  });

  it("a second response, a reused id and an answer to nothing are findings", () => {
    push("client", request(1));
    push("server", result(1));
    push("server", result(1));
    push("client", request(1));
    push("server", result(9));
    push("server", result(null));
    expect(builder.findings()).toEqual([
      "a second response to the request 1",
      "the client uses the id 1 again",
      "a response to 9, which nobody asked",
      "a response to null, which nobody asked",
    ]);
  });

  it("an id in use twice answers in order and loses nothing", () => {
    push("client", request(1, "first"));
    push("client", request(1, "second"));
    push("server", result(1, { n: 1 }));
    push("server", result(1, { n: 2 }));
    expect(answered.map(({ method }) => method)).toEqual(["first", "second"]);
  });

  it("a cancelled request is marked, and its late response is a finding", () => {
    push("client", request(1));
    push("client", note("notifications/cancelled", { requestId: 1 }));
    expect(builder.openExchange("client", 1)).toMatchObject({ cancelled: true });
    push("server", result(1));
    expect(answered).toMatchObject([{ cancelled: true }]);
    expect(builder.findings()).toEqual(["a late response to tools/call, which was cancelled"]);
  });

  it.each([
    ["null result", { result: null }, { kind: "result", result: null }],
    ["array result", { result: [] }, { kind: "result", result: [] }],
    ["error null beside a result", { result: {}, error: null }, { kind: "result", result: {} }],
    [
      "error beside a result",
      { result: {}, error: { code: 1, message: "" } },
      { kind: "error", error: { code: 1, message: "" } },
    ],
    ["error that is a string", { error: "no" }, { kind: "error", error: "no" }],
    ["null error alone", { error: null }, { kind: "error", error: null }],
  ])("an odd answer is an answer, and a finding: %s", (_name, fields, answer) => {
    push("client", request(1));
    push("server", { jsonrpc: "2.0", id: 1, ...fields });
    expect(answered.map((exchange) => exchange.answer)).toEqual([answer]);
    expect(builder.findings().length).toBeGreaterThan(0);
  });

  it("hold for any order of answers to any ids", () => {
    const id = fc.oneof(fc.integer(), fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    const ids = fc.uniqueArray(id, { selector: (value) => JSON.stringify(value), minLength: 1 });
    fc.assert(
      fc.property(
        ids.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([asked, order]) => {
          const seen = new Map<string, JsonValue>();
          const own = new ExchangeBuilder({
            onAnswered: ({ id: key, method }) => seen.set(JSON.stringify(key), method),
          });
          const send = (from: Side, message: object): void =>
            own.push(buildFrame(from, 0, Buffer.from(JSON.stringify(message))));
          for (const key of asked) send("client", request(key, JSON.stringify(key)));
          for (const key of order) send("server", result(key));
          expect([...seen].every(([key, method]) => key === method)).toBe(true);
          expect(seen.size).toBe(asked.length);
          expect(own.open()).toEqual([]);
        },
      ),
    );
  });
});

describe("what belongs to a request", () => {
  const withToken = (token: JsonValue) => ({ name: "x", _meta: { progressToken: token } });
  const progress = (token: JsonValue, value: number) =>
    note("notifications/progress", { progressToken: token, progress: value });

  it("is progress by its token, with the token's type, and without the token", () => {
    push("client", request(1, "tools/call", withToken(7)));
    push("client", request(2, "tools/call", withToken("7")));
    push("server", progress("7", 1));
    push("server", progress(7, 2));
    push("server", result(1));
    push("server", result(2));
    expect(answered.map(({ notifications }) => notifications)).toEqual([
      [{ method: "notifications/progress", params: { progress: 2 } }],
      [{ method: "notifications/progress", params: { progress: 1 } }],
    ]);
  });

  it("is nothing for progress with a foreign token, which is a finding", () => {
    push("client", request(1, "tools/call", withToken(1)));
    push("server", progress(5, 1));
    push("server", result(1));
    push("server", progress(1, 2));
    expect(answered[0]?.notifications).toEqual([]);
    expect(builder.findings()).toEqual(["progress of the server for no open request (2 times)"]);
  });

  it("is by position the oldest request in flight that was not cancelled", () => {
    push("client", request(1, "a"));
    push("client", request(2, "b"));
    push("client", note("notifications/cancelled", { requestId: 1 }));
    push("server", note("notifications/message", { data: "x" }));
    push("server", request("s", "elicitation/create", { message: "?", _meta: { progressToken: 3 } }));
    push("server", result(2));
    expect(answered[0]).toMatchObject({
      method: "b",
      notifications: [{ method: "notifications/message", params: { data: "x" } }],
      serverRequests: [{ method: "elicitation/create", params: { message: "?" } }],
    });
  });

  it("is over HTTP what comes in its response", () => {
    push("client", request(1, "a"), via(1));
    push("client", request(2, "b"), via(2));
    push("server", note("notifications/message", { data: "of b" }), via(2, 200));
    push("server", result(2), via(2, 200));
    expect(answered).toMatchObject([{ method: "b", httpStatus: 200, notifications: [{ params: { data: "of b" } }] }]);
    expect(builder.openExchange("client", 1)?.notifications).toEqual([]);
  });

  it("is nothing when nothing is in flight", () => {
    push("server", note("notifications/message", { data: "early" }));
    push("client", request(1));
    push("server", result(1));
    push("server", note("notifications/message", { data: "late" }));
    expect(answered[0]?.notifications).toEqual([]);
  });
});

describe("noise", () => {
  it("of the server's stdout is a finding, blank lines are not", () => {
    for (const text of ["", "  \r", "banner", "banner", '"text"', "[]", '{"level":30,"msg":"log"}'])
      push("server", text);
    push("client", "not mine");
    expect(builder.findings()).toEqual([
      'the server writes to stdout what is no JSON-RPC: "banner" (2 times)',
      'the server writes to stdout what is no JSON-RPC: "\\"text\\""',
      'the server writes to stdout what is no JSON-RPC: "[]"',
      'the server writes to stdout what is no JSON-RPC: "{\\"level\\":30,\\"msg\\":\\"log\\"}"',
    ]);
  });

  it("over HTTP is a matter of the status", () => {
    push("server", "<h1>down</h1>", via(1, 503));
    push("server", { jsonrpc: "2.0", id: null, error: { code: -32000, message: "no session" } }, via(1, 404));
    expect(builder.findings()).toEqual([]);
  });

  it("does not grow without end", () => {
    for (let n = 0; n < 500; n += 1) push("server", `line ${n} ${"x".repeat(1000)}`);
    expect(builder.findings()).toHaveLength(51);
    expect(builder.findings().at(-1)).toBe("and 450 more findings of other kinds");
  });

  it("never throws, whatever the JSON", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom<Side>("client", "server"), (text, from) => {
        const own = new ExchangeBuilder();
        own.push(buildFrame(from, 0, Buffer.from(text)));
        own.findings();
      }),
    );
  });
});
