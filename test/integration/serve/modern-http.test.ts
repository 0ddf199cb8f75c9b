import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { modernSession } from "../../helpers/all-of-mcp.js";
import { envelope } from "../../helpers/make-session.js";
import { serveOverHttp, type HttpServed } from "../../helpers/serve-session.js";
import { useEverythingV2 } from "../../helpers/use-everything.js";

let served: HttpServed;
beforeEach(async () => {
  served = await serveOverHttp(modernSession);
});
afterEach(async () => {
  await served.stop();
});

it("gives a client of the SDK v2 everything that was recorded, in the modern era", async () => {
  const client = await useEverythingV2("modern", "http", (one) =>
    one.connect(new StreamableHTTPClientTransport(served.url)),
  );
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  await client.close();
  const { report, misses } = await served.stop();
  expect(misses).toBe(1);
  expect(report).toBe(
    [
      "mcpvals serve: 8 of 8 recorded exchanges played, 1 missed",
      "missed: tools/call grow was recorded once with these params, and all of that is played",
    ].join("\n  "),
  );
});

const post = (body: { method: string; params?: object }, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(served.url, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": body.method,
      ...headers,
    },
  });

it("answers with the statuses of the protocol", async () => {
  const legacy = await post({ method: "initialize", params: { protocolVersion: "2025-06-18" } });
  expect([legacy.status, await legacy.json()]).toMatchObject([
    400,
    { error: { code: -32022, data: { supported: ["2026-07-28"], requested: "2025-06-18" } } },
  ]);
  expect((await post({ method: "no/such", params: envelope() })).status).toBe(404);
  const mismatch = await post({ method: "tools/list", params: envelope() }, { "mcp-method": "tools/call" });
  expect([mismatch.status, await mismatch.json()]).toMatchObject([400, { id: 1, error: { code: -32020 } }]);
  const lacking = await post(
    { method: "tools/call", params: { name: "ask", arguments: {}, ...envelope() } },
    { "mcp-name": "ask" },
  );
  expect([lacking.status, await lacking.json()]).toMatchObject([400, { error: { code: -32021 } }]);
  expect((await fetch(served.url)).status).toBe(405);
});

it("ends its subscriptions, with the message that says so, when it ends", async () => {
  const params = { notifications: { toolsListChanged: true }, ...envelope() };
  const listening = await post({ method: "subscriptions/listen", params });
  expect(listening.headers.get("content-type")).toBe("text/event-stream");
  const text = listening.text();
  await served.stop();
  const events = (await text)
    .split("\n")
    .flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6))] : []));
  expect(events).toMatchObject([
    { method: "notifications/subscriptions/acknowledged", params: { notifications: { toolsListChanged: true } } },
    { id: 1, result: { resultType: "complete" } },
  ]);
});

it("is not a server for a client that only speaks the legacy era", async () => {
  const client = new Client({ name: "old", version: "1" });
  await expect(client.connect(new StreamableHTTPClientTransport(served.url))).rejects.toThrow(
    /Unsupported protocol version/,
  );
});
