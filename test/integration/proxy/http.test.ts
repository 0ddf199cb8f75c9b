import http from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { now } from "../../../src/proxy/clock.js";
import type { HttpReply } from "../../../src/proxy/http-tap.js";
import { startHttpProxy, type HttpProxyOptions } from "../../../src/proxy/http.js";
import type { Frame } from "../../../src/proxy/tap.js";

type Handler = (req: http.IncomingMessage, res: http.ServerResponse, body: Buffer) => void;

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function upstream(handler: Handler): Promise<URL> {
  const server = http.createServer({ maxHeaderSize: 1024 * 1024 }, async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    handler(req, res, Buffer.concat(chunks));
  });
  server.maxHeadersCount = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

async function proxyTo(url: URL, options: Partial<HttpProxyOptions> = {}) {
  const frames: Frame[] = [];
  const replies: HttpReply[] = [];
  const tap = { frame: (frame: Frame) => frames.push(frame), reply: (reply: HttpReply) => replies.push(reply) };
  const proxy = await startHttpProxy({ upstream: url, tap, serves: "loopback", ...options });
  closers.push(() => proxy.close());
  return { port: proxy.port, frames, replies };
}

interface Answer {
  status: number;
  message: string;
  raw: string[];
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

function ask(
  port: number,
  options: http.RequestOptions,
  body?: string | Buffer,
  onData?: (soFar: string) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = options.headers ?? { "content-type": "application/json" };
    const req = http.request({ host: "127.0.0.1", port, agent: false, ...options, headers }, (res) => {
      const chunks: Buffer[] = [];
      onData?.("");
      res.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        // All of it again for each chunk: only for those who look.
        onData?.(Buffer.concat(chunks).toString());
      });
      res.on("error", reject);
      res.on("end", () =>
        resolve({
          status: res.statusCode ?? 0,
          message: res.statusMessage ?? "",
          raw: res.rawHeaders,
          headers: res.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    req.maxHeadersCount = 0;
    req.on("error", reject);
    req.end(body);
  });
}

describe("what passes", () => {
  it("method, path, query, raw headers, body and status, both ways", async () => {
    const seen: { method?: string; url?: string; raw: string[]; body: string }[] = [];
    const url = await upstream((req, res, body) => {
      seen.push({ method: req.method, url: req.url, raw: req.rawHeaders, body: body.toString() });
      res.writeHead(418, "Short and stout", [
        "X-Twice",
        "a",
        "x-twice",
        "b",
        "Content-Type",
        "text/plain",
        "X-Case",
        "É",
      ]);
      res.end(Buffer.from("tea"));
    });
    const { port, replies } = await proxyTo(url);
    const headers = [
      "Host",
      "localhost:1",
      "X-MiXed",
      "1",
      "x-mixed",
      "2",
      "Content-Length",
      "3",
      "Connection",
      "x-hop",
      "X-Hop",
      "no",
    ];
    const answer = await ask(port, { method: "PUT", path: "/a%2Fb/../c?x=1&y=%20", headers: headers as never }, "abc");
    expect(seen).toEqual([
      {
        method: "PUT",
        url: "/a%2Fb/../c?x=1&y=%20",
        raw: headers,
        body: "abc",
      },
    ]);
    expect(answer).toMatchObject({ status: 418, message: "Short and stout" });
    expect(answer.raw.slice(0, 8)).toEqual([
      "X-Twice",
      "a",
      "x-twice",
      "b",
      "Content-Type",
      "text/plain",
      "X-Case",
      "É",
    ]);
    expect(answer.body.toString()).toBe("tea");
    await expect.poll(() => replies).toEqual([expect.objectContaining({ status: 418, head: "tea", method: "PUT" })]);
  });

  it("the proxy's own address becomes the upstream's in Host", async () => {
    const url = await upstream((req, res) => res.end(req.headers.host));
    const { port } = await proxyTo(url);
    expect((await ask(port, {})).body.toString()).toBe(url.host);
  });

  it.each([202, 204, 304])("a %s without a body", async (status) => {
    const url = await upstream((_req, res) => res.writeHead(status).end());
    const { port, frames } = await proxyTo(url);
    const answer = await ask(port, { method: "POST" }, "{}");
    expect(answer).toMatchObject({ status, body: Buffer.alloc(0) });
    expect(frames.map((frame) => frame.from)).toEqual(["client"]);
  });

  it("compressed bodies stay compressed, and the tap reads them", async () => {
    const packed = gzipSync('{"jsonrpc":"2.0","id":1,"result":{}}');
    const url = await upstream((_req, res) => {
      res.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      res.end(packed);
    });
    const { port, frames } = await proxyTo(url);
    const answer = await ask(port, { method: "POST" }, '{"jsonrpc":"2.0","id":1,"method":"x"}');
    expect(answer.body.equals(packed)).toBe(true);
    expect(answer.headers["content-encoding"]).toBe("gzip");
    await expect
      .poll(() => frames.map((frame) => frame.message))
      .toEqual([
        { jsonrpc: "2.0", id: 1, method: "x" },
        { jsonrpc: "2.0", id: 1, result: {} },
      ]);
  });

  it("more than a thousand headers, both ways; a request with more bytes of them than fit is refused", async () => {
    const many = Array.from({ length: 1500 }, (_, at) => [`X-H${at}`, String(at)]).flat();
    const url = await upstream((req, res) => {
      if (req.url === "/big") res.writeHead(200, ["X-Big", "x".repeat(200_000)]);
      else res.writeHead(200, many);
      res.end(String(req.rawHeaders.filter((name) => name.startsWith("X-H")).length));
    });
    const { port } = await proxyTo(url);
    const sent = { headers: ["Host", "localhost", ...many] as never, maxHeaderSize: 1024 * 1024 };
    const answer = await ask(port, sent);
    expect([answer.status, answer.body.toString()]).toEqual([200, "1500"]);
    expect(answer.raw.filter((name) => name.startsWith("X-H"))).toHaveLength(1500);
    const refused = await ask(port, { headers: { "X-Big": "x".repeat(200_000) } });
    expect([refused.status, refused.message]).toEqual([431, "Request Header Fields Too Large"]);
    // What the server sends is for the client to judge.
    const large = await ask(port, { path: "/big", maxHeaderSize: 1024 * 1024 });
    expect(large.headers["x-big"]).toHaveLength(200_000);
  });

  it("an event stream event by event, when it comes, headers first", async () => {
    let arrived = "";
    const wrote: number[] = [];
    // Nothing more is written before the client has what was written: a proxy that held it back would never end.
    const hasCome = (text: string) => vi.waitUntil(() => arrived.includes(text), { timeout: 60_000, interval: 5 });
    const url = await upstream(async (_req, res) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      res.flushHeaders();
      await hasCome("headers");
      res.write('id: 1\ndata: {"n":1}\n\n: a comment\n\n');
      await hasCome("a comment");
      wrote.push(now());
      res.write('event: message\r\ndata: {"n":\r\nda');
      res.write("ta: 2}\r\n\r\nevent: endpoint\ndata: /x\n\n");
      await hasCome("/x");
      res.end("data: unfinished");
    });
    const { port, frames, replies } = await proxyTo(url);
    const answer = await ask(port, {}, undefined, (soFar) => (arrived = `headers${soFar}`));
    expect(answer.body.toString()).toBe(
      'id: 1\ndata: {"n":1}\n\n: a comment\n\nevent: message\r\ndata: {"n":\r\ndata: 2}\r\n\r\nevent: endpoint\ndata: /x\n\ndata: unfinished',
    );
    expect(frames.map(({ message, http: facts }) => ({ message, status: facts?.status }))).toEqual([
      { message: { n: 1 }, status: 200 },
      { message: { n: 2 }, status: 200 },
    ]);
    // Each has the time at which it came, not the one at which the stream ended.
    expect(frames[0]?.at).toBeLessThanOrEqual(wrote[0] ?? 0);
    expect(frames[1]?.at).toBeGreaterThanOrEqual(wrote[0] ?? 0);
    await expect.poll(() => replies).toEqual([expect.objectContaining({ resumable: true, failure: undefined })]);
  });

  it("a body of 12 MB, up and down", async () => {
    const big = Buffer.from(JSON.stringify({ x: "y".repeat(12 * 1024 * 1024) }));
    const url = await upstream((_req, res, body) =>
      res.writeHead(200, { "content-type": "application/json" }).end(body),
    );
    const { port, frames } = await proxyTo(url);
    const answer = await ask(port, { method: "POST" }, big);
    expect(answer.body.equals(big)).toBe(true);
    await expect.poll(() => frames.map((frame) => frame.raw.length)).toEqual([big.length, big.length]);
  });
});

describe("what does not pass", () => {
  it("a client that goes away aborts upstream", async () => {
    let aborted = false;
    const url = await upstream((_req, res) => {
      res.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      res.on("close", () => (aborted = true));
    });
    const { port } = await proxyTo(url);
    const req = http.get({ host: "127.0.0.1", port, agent: false }, (res) => res.destroy());
    req.on("error", () => {});
    await expect.poll(() => aborted).toBe(true);
  });

  it("a client that goes away before the headers aborts upstream, too", async () => {
    let state = "none";
    const url = await upstream((_req, res) => {
      state = "asked";
      res.on("close", () => (state = "aborted"));
    });
    const { port, replies } = await proxyTo(url);
    const req = http.get({ host: "127.0.0.1", port, agent: false });
    req.on("error", () => {});
    await expect.poll(() => state).toBe("asked");
    req.destroy();
    await expect.poll(() => state).toBe("aborted");
    expect(replies).toEqual([expect.objectContaining({ connected: true, failure: "the client went away" })]);
  });

  it("an upstream that cannot be reached is a 502 with the reason", async () => {
    const { port, replies } = await proxyTo(new URL("http://127.0.0.1:1"));
    const answer = await ask(port, { method: "POST" }, "{}");
    expect(answer.status).toBe(502);
    expect(answer.body.toString()).toBe("http://127.0.0.1:1 cannot be reached: ECONNREFUSED\n");
    expect(replies).toEqual([
      expect.objectContaining({ status: undefined, failure: "ECONNREFUSED", connected: false }),
    ]);
  });

  it("an upstream that breaks off in the middle breaks off for the client", async () => {
    const url = await upstream((_req, res) => {
      res.writeHead(200, { "content-length": "100" });
      res.write("half");
      setTimeout(() => res.destroy(), 50);
    });
    const { port, replies } = await proxyTo(url);
    await expect(ask(port, {})).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
    await expect.poll(() => replies).toEqual([expect.objectContaining({ status: 200, failure: "ECONNRESET" })]);
  });

  it.each([
    ["a foreign Host", { host: "evil.example" }],
    ["a foreign Origin", { origin: "https://evil.example" }],
    ["an Origin that only begins like ours", { origin: "http://localhost.evil.example" }],
  ])("%s is refused and never reaches the upstream", async (_name, headers) => {
    let asked = 0;
    const url = await upstream((_req, res) => res.end(String((asked += 1))));
    const { port } = await proxyTo(url);
    expect((await ask(port, { headers })).status).toBe(403);
    expect(asked).toBe(0);
    expect((await ask(port, { headers: { host: "localhost:5", origin: "http://localhost:8080" } })).status).toBe(200);
  });

  it("in process, only the client that names the upstream's host is served", async () => {
    const url = await upstream((req, res) => res.end(req.headers.host));
    const { port } = await proxyTo(url, { serves: { host: "mcp.example.com" } });
    expect((await ask(port, {})).status).toBe(403);
    expect((await ask(port, { headers: { host: "mcp.example.com" } })).body.toString()).toBe("mcp.example.com");
  });
});

describe("a tap that throws", () => {
  it("does not touch the traffic", async () => {
    const url = await upstream((_req, res) => res.writeHead(200, { "content-type": "application/json" }).end("{}"));
    const faults: unknown[] = [];
    const fail = (): never => {
      throw new Error("disk full");
    };
    const { port } = await proxyTo(url, {
      tap: { frame: fail, status: fail, reply: fail },
      onTapFault: (error) => faults.push(error),
    });
    const answer = await ask(port, { method: "POST" }, "{}");
    expect(answer).toMatchObject({ status: 200, body: Buffer.from("{}") });
    await expect.poll(() => faults.length).toBeGreaterThan(0);
  });
});
