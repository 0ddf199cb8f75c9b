import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, beforeEach, expect, it } from "vitest";
import { legacySession } from "../../helpers/all-of-mcp.js";
import { makeSession, initialize, call } from "../../helpers/make-session.js";
import { serveOverHttp, type HttpServed } from "../../helpers/serve-session.js";
import { useEverything, useEverythingV2 } from "../../helpers/use-everything.js";

let served: HttpServed;
beforeEach(async () => {
  served = await serveOverHttp(legacySession);
});
afterEach(async () => {
  await served.stop();
});

it("gives a client of the SDK v1 everything that was recorded", async () => {
  const client = await useEverything("http", (one: Client) =>
    one.connect(new StreamableHTTPClientTransport(served.url)),
  );
  await client.close();
  const { report, misses } = await served.stop();
  expect(misses).toBe(1);
  expect(report.split("\n")[0]).toContain("10 of 10");
});

it("gives a client of the SDK v2 the same, after it has asked for the modern era", async () => {
  const client = await useEverythingV2("legacy", "http", (one: ClientV2) => one.connect(new TransportV2(served.url)));
  expect(client.getNegotiatedProtocolVersion()).toBe("2025-11-25");
  await client.close();
});

const post = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(served.url, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  });
const hello = { jsonrpc: "2.0", id: 1, method: "initialize", params: { capabilities: {} } };

it("plays the tape again for each session, and knows sessions by their ids", async () => {
  const ids: string[] = [];
  for (const _ of [1, 2]) {
    const begun = await post(hello);
    const id = begun.headers.get("mcp-session-id") ?? "";
    ids.push(id);
    expect(begun.headers.get("content-type")).toBe("application/json");
    const grow = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "failing" } };
    const answer = await (await post(grow, { "mcp-session-id": id })).json();
    expect(answer).toMatchObject({ id: 2, result: { isError: true } });
    expect(await (await post(grow, { "mcp-session-id": id })).json()).toMatchObject({ error: { code: -32602 } });
  }
  expect(new Set(ids).size).toBe(2);
  expect((await post({ jsonrpc: "2.0", id: 3, method: "ping" })).status).toBe(400);
  expect((await post({ jsonrpc: "2.0", id: 3, method: "ping" }, { "mcp-session-id": "none" })).status).toBe(404);
  const [first = ""] = ids;
  const ended = await fetch(served.url, { method: "DELETE", headers: { "mcp-session-id": first } });
  expect(ended.status).toBe(200);
  expect((await post({ jsonrpc: "2.0", id: 3, method: "ping" }, { "mcp-session-id": first })).status).toBe(404);
});

it("answers what is not a message, no media, no path and no method of its own as the protocol says", async () => {
  expect((await post("{oops")).status).toBe(400);
  expect(await (await post("{oops")).json()).toMatchObject({ id: null, error: { code: -32700 } });
  expect(await (await post({ ...hello, method: "server/discover" })).json()).toMatchObject({ error: { code: -32601 } });
  expect((await post(hello, { "content-type": "text/plain" })).status).toBe(415);
  expect((await post(hello, { origin: "https://evil.example" })).status).toBe(403);
  expect((await fetch(new URL("/.well-known/oauth-protected-resource", served.url))).status).toBe(404);
  const put = await fetch(served.url, { method: "PUT" });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
});

it("takes a batch where the recorded version has batches", async () => {
  await served.stop();
  const old = makeSession([initialize(), call("n", {}, "1")], {
    server: { name: "f", version: "1", protocol: "2025-03-26" },
  });
  served = await serveOverHttp(old);
  const id = (await post(hello)).headers.get("mcp-session-id") ?? "";
  const batch = [
    { jsonrpc: "2.0", id: 1, method: "ping" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "n" } },
  ];
  const answers = await (await post(batch, { "mcp-session-id": id })).json();
  expect(answers).toMatchObject([
    { id: 1, result: {} },
    { id: 2, result: { content: [{ text: "1" }] } },
  ]);
  expect((await post([batch[1]], { "mcp-session-id": id })).status).toBe(202);
});

it("ends after the first miss where that is asked for, once it is answered", async () => {
  await served.stop();
  served = await serveOverHttp(legacySession, { onMiss: "fail" });
  const id = (await post(hello)).headers.get("mcp-session-id") ?? "";
  const missed = await post(
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "x" } },
    { "mcp-session-id": id },
  );
  expect(await missed.json()).toMatchObject({ id: 2, error: { code: -32602 } });
  await expect
    .poll(
      () =>
        post(hello).then(
          () => "up",
          () => "down",
        ),
      { timeout: 20_000 },
    )
    .toBe("down");
});
