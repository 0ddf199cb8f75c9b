import { describe, expect, it } from "vitest";
import type { HttpEnd } from "../../../src/exchange/http-end.js";
import { buildSession, SessionBuilder } from "../../../src/exchange/session-builder.js";
import type { JsonValue } from "../../../src/json/value.js";
import type { Frame, FrameHttp, Side } from "../../../src/proxy/tap.js";
import type { Session, SessionEntry } from "../../../src/trace/session.js";

let clock = 1000;
function frame(from: Side, message: JsonValue, http?: FrameHttp): Frame {
  clock += 10;
  return { from, at: clock, raw: new Uint8Array(), message, ...(http === undefined ? {} : { http }) };
}
const c = (message: object, http?: FrameHttp): Frame => frame("client", { jsonrpc: "2.0", ...message }, http);
const s = (message: object, http?: FrameHttp): Frame => frame("server", { jsonrpc: "2.0", ...message }, http);
const facts = { name: "x", transport: "stdio", startedAt: "2026-11-28T01:00:00.000Z" } as const;
const build = (...frames: Frame[]): Session => buildSession(frames, facts);
const hello = { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "shop", version: "3" } };

describe("a legacy session", () => {
  it("knows the server, and keeps everything in order", () => {
    const session = build(
      c({ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18" } }),
      s({ id: 0, result: hello }),
      c({ method: "notifications/initialized" }),
      c({ id: 1, method: "tools/list" }),
      c({ id: 2, method: "tools/call", params: { name: "a", _meta: { progressToken: 5, traceId: "t" } } }),
      s({ id: 2, error: { code: -1, message: "no" } }),
      s({ id: 1, result: { tools: [] } }),
      s({ method: "notifications/tools/list_changed" }),
    );
    expect(session).toMatchObject({
      era: "legacy",
      server: { name: "shop", version: "3", protocol: "2025-06-18" },
      findings: [],
      ms: 70,
    });
    expect(session.entries).toEqual([
      {
        kind: "exchange",
        method: "initialize",
        params: { protocolVersion: "2025-06-18" },
        answer: { result: hello },
        during: [],
        at: 0,
        ms: 10,
      },
      { kind: "notification", from: "client", method: "notifications/initialized", at: 0.02 },
      { kind: "exchange", method: "tools/list", answer: { result: { tools: [] } }, during: [], at: 0.03, ms: 30 },
      {
        kind: "exchange",
        method: "tools/call",
        params: { name: "a", _meta: { traceId: "t" } },
        wantsProgress: true,
        answer: { error: { code: -1, message: "no" } },
        during: [],
        at: 0.04,
        ms: 10,
      },
      { kind: "notification", from: "server", method: "notifications/tools/list_changed", at: 0.07 },
    ]);
  });

  it("puts what comes under an exchange there, without tokens", () => {
    const [entry] = build(
      c({ id: "q", method: "tools/call", params: { _meta: { progressToken: "p" } } }),
      s({ method: "notifications/progress", params: { progressToken: "p", progress: 1 } }),
      s({ id: 1, method: "sampling/createMessage", params: { maxTokens: 5 } }),
      c({ id: 1, result: { role: "assistant" } }),
      s({ method: "notifications/message", params: { data: "x" } }),
      s({ id: "q", result: {} }),
    ).entries;
    expect(entry).toMatchObject({
      params: {},
      during: [
        { kind: "notification", method: "notifications/progress", params: { progress: 1 } },
        { kind: "request", method: "sampling/createMessage", answer: { result: { role: "assistant" } } },
        { kind: "notification", method: "notifications/message" },
      ],
    });
  });

  it("a request of the server while nothing is in flight stands alone, with its answer", () => {
    const { entries } = build(
      s({ id: 7, method: "roots/list" }),
      c({ method: "notifications/x" }),
      c({ id: 7, result: { roots: [] } }),
    );
    expect(entries).toMatchObject([
      { kind: "request", method: "roots/list", answer: { result: { roots: [] } } },
      { kind: "notification", from: "client" },
    ]);
  });

  it("says what was taken back, and what never came", () => {
    const { entries } = build(
      c({ id: 1, method: "tools/call" }),
      c({ id: 2, method: "tools/call" }),
      c({ method: "notifications/cancelled", params: { requestId: 1 } }),
    );
    expect(entries).toMatchObject([{ cancelled: true }, { method: "tools/call" }]);
    expect(entries).toHaveLength(2);
    expect(entries.every((entry) => entry.kind === "exchange" && entry.answer === undefined)).toBe(true);
  });

  it("gives out entries as soon as nothing can come to them any more", () => {
    const seen: SessionEntry[] = [];
    const builder = new SessionBuilder((entry) => seen.push(entry));
    builder.push(c({ id: 1, method: "a" }));
    builder.push(c({ id: 2, method: "b" }));
    builder.push(s({ id: 2, result: {} }));
    expect(seen).toEqual([]);
    builder.push(s({ id: 1, result: {} }));
    expect(seen.map((entry) => entry.method)).toEqual(["a", "b"]);
  });
});

describe("over HTTP", () => {
  const http = (request: number, status?: number): FrameHttp => ({
    request,
    method: "POST",
    path: "/mcp",
    ...(status === undefined ? {} : { status }),
  });

  it("two clients may use one id at the same time", () => {
    const { entries } = build(
      c({ id: 1, method: "a" }, http(1)),
      c({ id: 1, method: "b" }, http(2)),
      s({ id: 1, result: { for: "b" } }, http(2, 200)),
      s({ id: 1, result: { for: "a" } }, http(1, 200)),
    );
    expect(entries).toMatchObject([
      { method: "a", answer: { result: { for: "a" } }, http: 200 },
      { method: "b", answer: { result: { for: "b" } } },
    ]);
  });

  const ended = (...ends: Omit<HttpEnd, "request">[]) => {
    const seen: SessionEntry[] = [];
    const builder = new SessionBuilder((entry) => seen.push(entry));
    builder.push(c({ id: 1, method: "a" }, http(1)));
    for (const end of ends) builder.httpEnd({ request: 1, ...end });
    const before = seen.length;
    const { findings } = builder.end();
    return { entry: seen[0], before, findings };
  };

  it.each<[string, Omit<HttpEnd, "request">, number, string]>([
    ["a refusal", { status: 401 }, 401, "a got no answer in JSON-RPC, but HTTP status 401"],
    ["a redirection", { status: 302 }, 302, "a got no answer in JSON-RPC, but HTTP status 302"],
    [
      "another type",
      { status: 200, oddType: "text/html" },
      200,
      "a got no answer in JSON-RPC, but HTTP status 200: its content type is text/html",
    ],
    [
      "a stream that broke off",
      { status: 200, failure: "ECONNRESET", problem: "its event stream ends in the middle of an event" },
      200,
      "a got no answer in JSON-RPC, but HTTP status 200: it broke off (ECONNRESET), its event stream ends in the middle of an event",
    ],
    ["no server", { failure: "ECONNREFUSED" }, 502, "a got no answer: the server did not respond (ECONNREFUSED)"],
  ])("without an answer, the status is kept and a finding says why: %s", (_name, end, status, finding) => {
    expect(ended(end)).toMatchObject({ entry: { method: "a", http: status }, before: 1, findings: [finding] });
  });

  it.each<[string, Omit<HttpEnd, "request">]>([
    ["was only taken", { status: 202 }],
    ["can be resumed", { status: 200, resumable: true, failure: "ECONNRESET" }],
  ])("an answer may come elsewhere where a request %s", (_name, end) => {
    const seen: SessionEntry[] = [];
    const builder = new SessionBuilder((entry) => seen.push(entry));
    builder.push(c({ id: 1, method: "a" }, http(1)));
    builder.httpEnd({ request: 1, ...end });
    expect(seen).toEqual([]);
    builder.push(s({ id: 1, result: {} }, http(2, 200)));
    expect(seen).toMatchObject([{ method: "a", http: 200, answer: { result: {} } }]);
    expect(builder.end().findings).toEqual([]);
    const lost = ended(end);
    expect(lost).toMatchObject({ before: 0, entry: { http: end.status } });
    expect(lost.findings).toHaveLength(1);
  });

  it("one whose client went away gets neither status nor finding", () => {
    const { entry, findings } = ended({ status: 200, abandoned: true });
    expect(entry).not.toHaveProperty("http");
    expect(findings).toEqual([]);
  });

  it("what comes after a lost request does not stand under it, and its id is free again", () => {
    const seen: SessionEntry[] = [];
    const builder = new SessionBuilder((entry) => seen.push(entry));
    builder.push(c({ id: 1, method: "a" }, http(1)));
    builder.httpEnd({ request: 1, status: 500, at: clock + 30 });
    builder.push(s({ method: "notifications/message", params: { data: "x" } }, http(2, 200)));
    builder.push(c({ id: 1, method: "a" }, http(3)));
    builder.push(s({ id: 1, result: {} }, http(3, 200)));
    expect(seen).toMatchObject([
      { method: "a", http: 500, during: [], ms: 30 },
      { method: "notifications/message" },
      { method: "a", http: 200 },
    ]);
    expect(builder.end().findings).toEqual(["a got no answer in JSON-RPC, but HTTP status 500"]);
  });

  it("a request that could not be read is told of", () => {
    const { findings } = ended({ status: 202, requestProblem: "it is encoded as zstd, which is not read here" });
    expect(findings[0]).toBe("a request of the client is not recorded: it is encoded as zstd, which is not read here");
  });
});

describe("a session of 2026-07-28", () => {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "c" },
  };
  const said = { "io.modelcontextprotocol/serverInfo": { name: "new", version: "1" } };

  it("has no envelopes, one exchange for a call with its rounds, and subscriptions where they belong", () => {
    const call = { name: "order", arguments: {} };
    const required = { resultType: "input_required", inputRequests: { sure: { method: "elicitation/create" } } };
    const session = build(
      c({ id: 1, method: "server/discover", params: { _meta: meta } }),
      s({ id: 1, result: { supportedVersions: ["2026-07-28"], _meta: said } }),
      c({ id: 2, method: "subscriptions/listen", params: { notifications: { toolsListChanged: true }, _meta: meta } }),
      c({ id: 3, method: "tools/call", params: { ...call, _meta: meta } }),
      s({ id: 3, result: required }),
      c({
        id: 4,
        method: "tools/call",
        params: { ...call, inputResponses: { sure: { action: "accept" } }, _meta: meta },
      }),
      s({
        method: "notifications/tools/list_changed",
        params: { _meta: { "io.modelcontextprotocol/subscriptionId": 2 } },
      }),
      s({ id: 4, result: { content: [] } }),
    );
    expect(session.era).toBe("modern");
    expect(session.server).toEqual({ name: "new", version: "1", protocol: "2026-07-28" });
    expect(session.entries).toMatchObject([
      { method: "server/discover", params: {} },
      { method: "subscriptions/listen", during: [{ method: "notifications/tools/list_changed" }] },
      {
        method: "tools/call",
        params: call,
        rounds: [{ required, responses: { sure: { action: "accept" } } }],
        answer: { result: { content: [] } },
        during: [],
      },
    ]);
    expect(JSON.stringify(session.entries)).not.toMatch(/clientInfo|subscriptionId/);
  });
});

describe("a request of the server while several of the client are open", () => {
  const call = (id: number, http?: FrameHttp): Frame =>
    c({ id, method: "tools/call", params: { name: `t${id}` } }, http);
  const ask = (http?: FrameHttp): Frame => s({ id: "q", method: "sampling/createMessage", params: {} }, http);

  it("stands under the oldest, says which others it may belong to, and is a finding", () => {
    const { entries, findings } = build(
      call(1),
      c({ method: "notifications/roots/list_changed" }),
      call(2),
      s({ id: 2, result: {} }),
      call(3),
      call(4),
      c({ method: "notifications/cancelled", params: { requestId: 4 } }),
      call(5),
      ask(),
      c({ id: "q", result: {} }),
      s({ id: 1, result: {} }),
      s({ id: 3, result: {} }),
      s({ id: 5, result: {} }),
    );
    // Behind it: a notification, 2 (answered), 3, 4 (taken back), 5.
    expect(entries[0]).toMatchObject({ during: [{ method: "sampling/createMessage", orUnder: [3, 5] }] });
    expect(findings).toEqual([
      "a request of the server, sampling/createMessage, belongs to one of several that were open: not known which",
    ]);
  });

  it("says nothing of the kind where one is open, or the HTTP response tells", () => {
    const http = (request: number): FrameHttp => ({ request, method: "POST", path: "/mcp" });
    expect(build(call(11), ask(), s({ id: 11, result: {} })).findings).toEqual([]);
    expect(build(call(21, http(1)), call(22, http(2)), ask(http(2)))).toMatchObject({
      entries: [{ during: [] }, { during: [{ method: "sampling/createMessage" }] }],
      findings: [],
    });
    expect(build(call(31, http(1)), call(32, http(2)), ask(http(9))).entries[0]).toMatchObject({
      during: [{ orUnder: [1] }],
    });
  });
});
