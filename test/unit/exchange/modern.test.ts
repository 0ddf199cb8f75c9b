// Frames of the protocol of 2026-07-28 in, exchanges out: calls that require input, subscriptions, requests taken back.
import { beforeEach, describe, expect, it } from "vitest";
import { ExchangeBuilder } from "../../../src/exchange/builder.js";
import { withoutEnvelope } from "../../../src/exchange/envelope.js";
import type { Exchange } from "../../../src/exchange/exchange.js";
import type { JsonValue } from "../../../src/json/value.js";
import { buildFrame, type FrameHttp, type Side } from "../../../src/proxy/tap.js";

const PREFIX = "io.modelcontextprotocol/";
const envelope = {
  [`${PREFIX}protocolVersion`]: "2026-07-28",
  [`${PREFIX}clientInfo`]: { name: "c", version: "1" },
  [`${PREFIX}clientCapabilities`]: {},
};

let answered: Exchange[];
let required: JsonValue[];
let builder: ExchangeBuilder;
let clock: number;
beforeEach(() => {
  answered = [];
  required = [];
  clock = 0;
  builder = new ExchangeBuilder({
    onAnswered: (exchange) => answered.push(exchange),
    onInputRequired: (_exchange, result) => required.push(result),
  });
});

function push(from: Side, message: object, http?: FrameHttp): void {
  builder.push(buildFrame(from, (clock += 1), Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message })), http));
}
const call = (id: JsonValue, params: object = {}, meta: object = {}) => ({
  id,
  method: "tools/call",
  params: { name: "order", arguments: { dish: "soup" }, ...params, _meta: { ...envelope, ...meta } },
});
const asks = { method: "elicitation/create", params: { message: "Sure?" } };
const input = (state?: string, key = "sure") => ({
  resultType: "input_required",
  inputRequests: { [key]: asks },
  ...(state === undefined ? {} : { requestState: state }),
});
const done = { resultType: "complete", content: [] };
const yes = { action: "accept", content: {} };

describe("a call that requires input", () => {
  it("is one exchange with its rounds, from the first request to the last answer", () => {
    push("client", call(1));
    push("server", { id: 1, result: input("s1") });
    expect(answered).toEqual([]);
    expect(required).toEqual([input("s1")]);
    push("client", call(2, { inputResponses: { sure: yes }, requestState: "s1" }));
    push("server", { id: 2, result: input("s2", "really") });
    push("client", call(3, { inputResponses: { really: yes }, requestState: "s2" }));
    push("server", { id: 3, result: done });
    expect(answered).toHaveLength(1);
    expect(answered[0]).toMatchObject({
      id: 3,
      at: 1,
      answeredAt: 6,
      answer: { kind: "result", result: done },
      params: { name: "order", arguments: { dish: "soup" } },
      rounds: [
        { required: input("s1"), responses: { sure: yes } },
        { required: input("s2", "really"), responses: { really: yes } },
      ],
      serverRequests: [
        { ...asks, round: 1, key: "sure", answer: { result: yes } },
        { ...asks, round: 2, key: "really", answer: { result: yes } },
      ],
    });
    expect(answered[0]?.params).not.toHaveProperty("inputResponses");
    expect(builder.open()).toEqual([]);
    expect(builder.held()).toEqual([]);
    expect(builder.findings()).toEqual([]);
  });

  it("is not mixed up with another of the same arguments", () => {
    push("client", call(1));
    push("client", call(2));
    push("server", { id: 1, result: input("one") });
    push("server", { id: 2, result: input("two") });
    push("client", call(3, { inputResponses: { sure: yes }, requestState: "two" }));
    push("server", { id: 3, result: done });
    expect(answered.map(({ at }) => at)).toEqual([2]);
    expect(builder.held().map(({ at }) => at)).toEqual([1]);
  });

  it.each([
    ["other arguments", { arguments: { dish: "rice" }, inputResponses: { sure: yes }, requestState: "s" }],
    ["another state", { inputResponses: { sure: yes }, requestState: "x" }],
    ["no state", { inputResponses: { sure: yes } }],
    ["no input", {}],
  ])("is not gone on with by a request with %s", (_what, params) => {
    push("client", call(1));
    push("server", { id: 1, result: input("s") });
    push("client", call(2, params));
    push("server", { id: 2, result: done });
    expect(answered).toHaveLength(1);
    expect(answered[0]).not.toHaveProperty("rounds");
    expect(builder.held()).toHaveLength(1);
  });

  it("may have a state only, and progress in its last round", () => {
    push("client", call(1, {}, { progressToken: "a" }));
    push("server", { id: 1, result: { resultType: "input_required", requestState: "s" } });
    push("client", call(2, { requestState: "s" }, { progressToken: "b" }));
    push("server", { method: "notifications/progress", params: { progressToken: "b", progress: 1 } });
    push("server", { id: 2, result: done });
    expect(answered[0]).toMatchObject({
      rounds: [{ responses: null }],
      serverRequests: [],
      notifications: [{ method: "notifications/progress", params: { progress: 1 } }],
    });
    expect(builder.findings()).toEqual([]);
  });

  it("is a result like any other in the old era", () => {
    push("client", { id: 1, method: "tools/call", params: { name: "order" } });
    push("server", { id: 1, result: input() });
    expect(answered).toHaveLength(1);
    expect(required).toEqual([]);
  });
});

describe("a subscription", () => {
  const listen = { id: "listen:0", method: "subscriptions/listen", params: { _meta: envelope } };
  const changed = (id?: JsonValue) => ({
    method: "notifications/tools/list_changed",
    ...(id === undefined ? {} : { params: { _meta: { [`${PREFIX}subscriptionId`]: id } } }),
  });

  it("has the notifications that name it, and no others", () => {
    push("client", listen);
    push("client", call(1));
    push("server", changed("listen:0"));
    push("server", { method: "notifications/message", params: { data: "of the call" } });
    push("server", { id: 1, result: done });
    push("server", { method: "notifications/message", params: { data: "of nothing" } });
    expect(answered[0]?.notifications).toEqual([{ method: "notifications/message", params: { data: "of the call" } }]);
    expect(builder.open()).toMatchObject([
      { method: "subscriptions/listen", notifications: [{ method: "notifications/tools/list_changed", params: {} }] },
    ]);
  });

  it("is taken back by a notification, as every request", () => {
    push("client", listen);
    push("client", { method: "notifications/cancelled", params: { requestId: "listen:0" } });
    expect(builder.open()).toMatchObject([{ cancelled: true }]);
  });
});

describe("a closed HTTP request", () => {
  const via = (request: number): FrameHttp => ({ request, method: "POST", path: "/mcp" });

  it("takes back what it asked, in the new era only", () => {
    push("client", call(1), via(1));
    push("client", call(2), via(2));
    push("client", { id: 3, method: "tools/call", params: {} }, via(3));
    builder.abandon(1);
    builder.abandon(3);
    expect(builder.open().map(({ id, cancelled }) => [id, cancelled])).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
  });
});

describe("the envelope", () => {
  it("is taken out, and nothing else", () => {
    const { params } = call(1, {}, { progressToken: 5, own: true });
    expect(withoutEnvelope(params)).toEqual({ name: "order", arguments: { dish: "soup" }, _meta: { own: true } });
    expect(withoutEnvelope({ _meta: envelope })).toEqual({});
    expect(withoutEnvelope({ _meta: { progressToken: 5 }, a: 1 })).toEqual({ a: 1 });
    expect(withoutEnvelope(undefined)).toBeUndefined();
    expect(withoutEnvelope([1])).toEqual([1]);
  });
});
