import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ServerConfig } from "../../../src/config/schema.js";
import { findFreePort } from "../../../src/server/free-port.js";
import { mark, never, processesWith, start, textOf } from "./fixture.js";

type HttpServerConfig = Extract<ServerConfig, { url: string }>;

const hello = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "http", version: "1" },
};

interface Asked {
  id?: number;
  method: string;
  params?: { name?: string };
}

type OnCall = (res: http.ServerResponse, id: number, req: http.IncomingMessage) => void;

const servers: (http.Server | https.Server)[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A streamable HTTP server whose `tools/call` is answered by `onCall`. */
async function serve(onCall: OnCall, seen: http.IncomingMessage[] = []): Promise<HttpServerConfig> {
  const server = http.createServer((req, res) => {
    seen.push(req);
    void answer(req, res, onCall);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  return { transport: "shttp", url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

async function answer(req: http.IncomingMessage, res: http.ServerResponse, onCall: OnCall): Promise<void> {
  if (req.method !== "POST") return void res.writeHead(405).end();
  let body = "";
  for await (const chunk of req) body += chunk;
  const { id, method } = JSON.parse(body) as Asked;
  if (id === undefined) return void res.writeHead(202).end();
  if (method === "tools/call") return onCall(res, id, req);
  const result = method === "initialize" ? hello : { tools: [{ name: "act", inputSchema: { type: "object" } }] };
  json(res, 200, { jsonrpc: "2.0", id, result });
}

function json(res: http.ServerResponse, status: number, value: unknown): void {
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function callOf(onCall: OnCall, timeout = 3000) {
  const session = await start(await serve(onCall), timeout);
  return { session, facts: await session.call("act", {}, never()) };
}

describe("the answer to a call over HTTP", () => {
  it("as JSON", async () => {
    const { facts } = await callOf((res, id) => json(res, 200, { jsonrpc: "2.0", id, result: { content: [] } }));
    expect(facts).toMatchObject({ outcome: { kind: "result", result: { content: [] } }, httpStatus: 200 });
  });

  it("that no SDK would accept", async () => {
    const { facts } = await callOf((res, id) => json(res, 200, { jsonrpc: "2.0", id, result: null }));
    expect(facts).toMatchObject({ outcome: { kind: "result", result: null }, httpStatus: 200 });
  });

  it("as a batch in one body", async () => {
    const { facts } = await callOf((res, id) => json(res, 200, [{ jsonrpc: "2.0", id, result: { ok: true } }]));
    expect(facts.outcome).toEqual({ kind: "result", result: { ok: true } });
  });

  it("as a JSON-RPC error with a 4xx status", async () => {
    const error = { code: -32000, message: "no" };
    const { facts } = await callOf((res, id) => json(res, 400, { jsonrpc: "2.0", id, error }));
    expect(facts).toMatchObject({ outcome: { kind: "error", error }, httpStatus: 400 });
  });

  it("as a status without JSON-RPC: the status and the head of the body", async () => {
    const { facts } = await callOf((res) => res.writeHead(503, { "content-type": "text/html" }).end("<h1>down</h1>"));
    expect(facts).toMatchObject({
      outcome: { kind: "none", reason: "http", message: "HTTP 503: <h1>down</h1>" },
      httpStatus: 503,
    });
  });

  it("as an error without id and a 404: the session is gone", async () => {
    const error = { jsonrpc: "2.0", id: null, error: { code: -32001, message: "Session not found" } };
    const { facts, session } = await callOf((res) => json(res, 404, error));
    expect(facts).toMatchObject({ outcome: { kind: "none", reason: "http" }, httpStatus: 404 });
    expect(facts.outcome).toMatchObject({ message: expect.stringContaining("Session not found") });
    expect(session.findings()).toEqual([]);
  });

  it("as 200 with something else", async () => {
    const { facts } = await callOf((res) => res.writeHead(200, { "content-type": "text/html" }).end("<p>hello</p>"));
    expect(facts.outcome).toEqual({
      kind: "none",
      reason: "http",
      message: "HTTP 200 without a JSON-RPC response: <p>hello</p>",
    });
  });

  it("as JSON under another content type, which no client would read", async () => {
    const { facts } = await callOf((res, id) => {
      res.writeHead(200, { "content-type": "text/plain" }).end(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
    });
    expect(facts.outcome).toMatchObject({ kind: "none", reason: "http" });
  });

  it("as a stream that ends without it", async () => {
    const { facts } = await callOf((res) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      res.end('data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n\n');
    });
    expect(facts.outcome).toMatchObject({ kind: "none", reason: "http" });
    expect(facts.notifications).toHaveLength(1);
  });

  it("broken off in the middle", async () => {
    const { facts } = await callOf((res) => {
      res.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      setTimeout(() => res.destroy(), 50);
    });
    expect(facts.outcome).toMatchObject({ kind: "none", reason: "http" });
    expect(facts.outcome).toMatchObject({ message: expect.stringContaining("broke off the connection: ECONNRESET") });
  });

  it("never: the timeout", async () => {
    const { facts } = await callOf(() => {}, 1000);
    expect(facts.outcome).toMatchObject({ kind: "none", reason: "timeout" });
    expect(facts).not.toHaveProperty("httpStatus");
  });
});

/** A server whose answers to `initialize` are made by `onInitialize`; all else is as with {@link serve}. */
async function greets(onInitialize: OnCall): Promise<HttpServerConfig> {
  const server = http.createServer((req, res) => {
    void (async () => {
      if (req.method !== "POST") return res.writeHead(405).end();
      let body = "";
      for await (const chunk of req) body += chunk;
      const { id, method } = JSON.parse(body) as Asked;
      if (id === undefined) return res.writeHead(202).end();
      if (method === "initialize") return onInitialize(res, id, req);
      return json(res, 200, { jsonrpc: "2.0", id, result: { tools: [{ name: "act" }] } });
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  return { transport: "shttp", url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

const events = (res: http.ServerResponse, text: string, headers = {}): void =>
  void res.writeHead(200, { "content-type": "text/event-stream", ...headers }).end(text);

describe("initialize over HTTP", () => {
  it.each([
    ["\\r", "event: message\rdata: DATA\r\r"],
    ["\\r\\n", "event: message\r\ndata: DATA\r\n\r\n"],
    ["a byte order mark", "\ufeffdata: DATA\n\n"],
  ])("answered by an event stream with %s", async (_, form) => {
    const config = await greets((res, id) =>
      events(res, form.replace("DATA", JSON.stringify({ jsonrpc: "2.0", id, result: hello }))),
    );
    const session = await start(config, 10_000);
    expect(session.identity.name).toBe("http");
  });

  it.each<[string, OnCall, RegExp]>([
    [
      "an event that is cut off",
      (res, id) => events(res, `data: ${JSON.stringify({ jsonrpc: "2.0", id, result: hello })}\n`),
      /initialize was answered with HTTP 200 without a JSON-RPC response.*ends in the middle of an event/,
    ],
    ["an empty event stream", (res) => events(res, ""), /HTTP 200 without a JSON-RPC response/],
    [
      "a stream whose connection is lost",
      (res) => {
        res.writeHead(200, { "content-type": "text/event-stream" }).write('data: {"jsonrpc"');
        setTimeout(() => res.destroy(), 50);
      },
      /initialize.*ECONNRESET/,
    ],
  ])("answered by %s fails at once, and says how", async (_, onInitialize, says) => {
    const from = performance.now();
    const failure = await start(await greets(onInitialize), 100_000).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ name: "ServerFailure", message: expect.stringMatching(says) });
    expect(performance.now() - from).toBeLessThan(60_000);
  });
});

/** A server with a session, whose answers to calls and to GETs are made by `onCall` and `onGet`. */
async function withSession(onCall: OnCall, onGet: (res: http.ServerResponse, after: string | undefined) => void) {
  const config = await serve(onCall);
  const [server] = servers.splice(-1);
  servers.push(server as http.Server);
  server?.removeAllListeners("request");
  server?.on("request", (req: http.IncomingMessage, res: http.ServerResponse) => {
    res.setHeader("mcp-session-id", "s-1");
    if (req.method === "GET") onGet(res, req.headers["last-event-id"] as string | undefined);
    else if (req.method === "DELETE") res.writeHead(200).end();
    else void answer(req, res, onCall);
  });
  return config;
}

describe("a session over HTTP", () => {
  it("that the server dropped: the verdict says so, and nothing more is sent", async () => {
    let calls = 0;
    const config = await withSession(
      (res) => {
        calls += 1;
        json(res, 404, { jsonrpc: "2.0", id: null, error: { code: -32001, message: "Session not found" } });
      },
      (res) => void res.writeHead(405).end(),
    );
    const session = await start(config, 10_000);
    await session.listTools();
    const { outcome } = await session.call("act", {}, never());
    const message = expect.stringMatching(/^the server dropped the session \(HTTP 404: .*Session not found/) as string;
    expect(outcome).toEqual({ kind: "none", reason: "server-ended", message });
    expect(session.ended()).toEqual(message);
    expect((await session.call("act", {}, never())).outcome.kind).toBe("none");
    expect(calls).toBe(1);
  });

  it.each([
    ["ended", (res: http.ServerResponse) => void res.end()],
    ["broken off", (res: http.ServerResponse) => void setTimeout(() => res.destroy(), 20)],
  ])("whose stream is %s twice is resumed at the last event both times", async (_, cut) => {
    const resumed: (string | undefined)[] = [];
    let id = 0;
    const stream = (res: http.ServerResponse, text: string): http.ServerResponse => {
      res.writeHead(200, { "content-type": "text/event-stream" }).write(text);
      return res;
    };
    const note = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}';
    const config = await withSession(
      (res, asked) => {
        id = asked;
        cut(stream(res, `retry: 10\nid: e-1\ndata: ${note}\n\n`));
      },
      (res, after) => {
        if (id === 0) return void res.writeHead(405).end();
        resumed.push(after);
        // Without an event, and without an id.
        if (resumed.length === 1) return cut(stream(res, ": nothing\n\n"));
        if (after !== "e-1") return void res.writeHead(405).end();
        return void stream(res, `data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { content: [] } })}\n\n`).end();
      },
    );
    const session = await start(config, 20_000);
    await session.listTools();
    const { outcome } = await session.call("act", {}, never());
    expect(outcome).toEqual({ kind: "result", result: { content: [] } });
    expect(resumed).toEqual(["e-1", "e-1"]);
  });

  it("whose stream is cut and cannot be resumed is not an answer, with the reason", async () => {
    let called = false;
    const config = await withSession(
      (res) => {
        called = true;
        events(res, "retry: 10\nid: e-1\ndata: \n\n");
      },
      (res) => void res.writeHead(called ? 404 : 405).end("gone"),
    );
    const session = await start(config, 60_000);
    await session.listTools();
    const { outcome } = await session.call("act", {}, never());
    expect(outcome).toMatchObject({ kind: "none", message: expect.stringContaining("HTTP 404") });
  });
});

describe("what the server sees", () => {
  it("the config's headers with every request, its real host, and each call once", async () => {
    const seen: http.IncomingMessage[] = [];
    const config = await serve((res, id) => json(res, 200, { jsonrpc: "2.0", id, result: {} }), seen);
    const session = await start({ ...config, headers: { Authorization: "Bearer t", "X-Team": "a" } });
    await session.call("act", {}, never());
    const posts = seen.filter((req) => req.method === "POST");
    expect(posts).toHaveLength(3);
    for (const req of seen) {
      expect(req.headers).toMatchObject({ authorization: "Bearer t", "x-team": "a", host: new URL(config.url).host });
    }
  });
});

describe("a URL", () => {
  it("that refuses is our error, not the server's", async () => {
    const url = `http://127.0.0.1:${await findFreePort()}/mcp`;
    await expect(start({ transport: "shttp", url })).rejects.toMatchObject({
      code: "SERVER_UNREACHABLE",
      exitCode: 4,
      evidence: "ECONNREFUSED",
    });
    await expect(start({ transport: "sse", url })).rejects.toMatchObject({ code: "SERVER_UNREACHABLE" });
  });

  it.each(["shttp", "sse"] as const)(
    "on a port that no client connects to is our error, too (%s)",
    async (transport) => {
      const failing = start({ transport, url: "http://127.0.0.1:1/mcp" });
      await expect(failing).rejects.toMatchObject({ code: "SERVER_UNREACHABLE", exitCode: 4 });
      await expect(failing).rejects.toMatchObject({ evidence: expect.stringContaining("port 1:") });
    },
  );

  it.each([401, 403])("that answers %s wants other headers", async (status) => {
    const server = http.createServer((_req, res) => res.writeHead(status).end("who are you?"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    await expect(start({ transport: "shttp", url })).rejects.toMatchObject({ code: "SERVER_UNREACHABLE" });
  });

  it("that never answers initialize is a failure of the server", async () => {
    const server = http.createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    for (const transport of ["shttp", "sse"] as const) {
      await expect(start({ transport, url }, 300)).rejects.toMatchObject({ name: "ServerFailure", phase: "start" });
    }
  });

  it("that is gone later ends the session", async () => {
    const config = await serve(() => {});
    const session = await start(config);
    const [server] = servers.splice(0);
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
    expect((await session.call("act", {}, never())).outcome).toMatchObject({ kind: "none", reason: "server-ended" });
    expect(session.ended()).toContain("cannot be reached: ECONNREFUSED");
  });
});

const OPENSSL = "openssl";
const hasOpenssl = spawnSync(OPENSSL, ["version"]).status === 0;

describe.skipIf(!hasOpenssl)("an https URL", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "mcpvals-test-"));
    const files = ["-keyout", path.join(folder, "key.pem"), "-out", path.join(folder, "cert.pem")];
    spawnSync(OPENSSL, [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=localhost",
      ...files,
    ]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => {
    delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  });

  it("is reached by TLS from the proxy, and its certificate is checked", async () => {
    const options = {
      key: readFileSync(path.join(folder, "key.pem")),
      cert: readFileSync(path.join(folder, "cert.pem")),
    };
    const port = await findFreePort();
    const seen: http.IncomingMessage[] = [];
    const server = https.createServer(options, (req, res) => {
      seen.push(req);
      void answer(req, res, (answered, id) => json(answered, 200, { jsonrpc: "2.0", id, result: { tls: true } }));
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    servers.push(server);
    const config: HttpServerConfig = { transport: "shttp", url: `https://localhost:${port}/mcp` };
    await expect(start(config)).rejects.toMatchObject({
      code: "SERVER_UNREACHABLE",
      evidence: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
    expect(seen).toEqual([]);
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    const session = await start(config);
    const { outcome } = await session.call("act", {}, never());
    expect(outcome).toEqual({ kind: "result", result: { tls: true } });
    expect(seen[0]?.headers.host).toBe(`localhost:${port}`);
  });
});

describe("an HTTP server that is started by us", () => {
  async function calculator(marked = mark()): Promise<HttpServerConfig> {
    const port = await findFreePort();
    return {
      transport: "shttp",
      url: `http://127.0.0.1:${port}/mcp`,
      command: process.execPath,
      args: ["fixtures/servers/calculator.mjs", "--http", String(port), marked],
    };
  }

  it("is ready when it answers, and gone after close", async () => {
    const marked = mark();
    const session = await start(await calculator(marked));
    const { outcome, httpStatus } = await session.call("divide", { a: 1, b: 0 }, never());
    expect(textOf(outcome)).toBe("Division by zero is not possible.");
    expect(httpStatus).toBe(200);
    expect(processesWith(marked)).toHaveLength(1);
    await session.close();
    expect(processesWith(marked)).toEqual([]);
  });

  it("that is killed in between is reported with its signal", async () => {
    const marked = mark();
    const session = await start(await calculator(marked));
    for (const pid of processesWith(marked)) process.kill(pid, "SIGKILL");
    const { outcome } = await session.call("add", { a: 1, b: 1 }, never());
    expect(outcome).toMatchObject({ reason: "server-ended", message: "the server was ended by SIGKILL" });
  });

  it("that exits at the start is a failure with its stderr", async () => {
    const config = await calculator();
    const failing = start({ ...config, args: ["fixtures/servers/odd.mjs", "exit-at-start"] });
    await expect(failing).rejects.toMatchObject({ name: "ServerFailure", phase: "start" });
    await expect(failing).rejects.toThrow(/exited with code 3[^]*DATABASE_URL is not set/);
  });

  it("that never listens is a failure within the timeout", async () => {
    const config = await calculator();
    const failing = start({ ...config, args: ["-e", "setInterval(() => {}, 1000)"] }, 400);
    await expect(failing).rejects.toThrow(/nothing answered at .* within 400 ms/);
  });

  it.runIf(process.platform === "linux")("that listens on a port of its own is told with that port", async () => {
    const script =
      'const s = require("http").createServer().listen(0, () => console.error("mine is", s.address().port))';
    const failing = start({ ...(await calculator()), args: ["-e", script] }, 4000);
    await expect(failing).rejects.toThrow(
      /^The server listens on (\d+), not on \d+\. Tell it the port[^]*\nnothing answered at .*\nmine is \1$/,
    );
  });

  it.runIf(process.platform === "linux")("that is started as if it spoke stdio is told by its port", async () => {
    const script = 'require("http").createServer().listen(0)';
    const failing = start({ transport: "stdio", command: process.execPath, args: ["-e", script] }, 4000);
    await expect(failing).rejects.toThrow(
      /did not answer initialize[^]*It listens on port \d+: if it speaks HTTP, write/,
    );
  });

  it("that wants a port of its own, which is taken, is told with it", async () => {
    const script = 'console.error("Error: listen EADDRINUSE: address already in use :::3001"); process.exitCode = 1';
    const failing = start({ ...(await calculator()), args: ["-e", script] });
    await expect(failing).rejects.toThrow(/^The server wants to listen on 3001, which is taken, not on \d+\./);
  });

  it("is not started where another program already answers: that one would be tested", async () => {
    const other = await serve(() => {});
    const config = { ...(await calculator()), url: other.url };
    await expect(start(config)).rejects.toMatchObject({ code: "SERVER_UNREACHABLE" });
  });
});

it("the calculator works over stdio, too", async () => {
  const session = await start({
    transport: "stdio",
    command: process.execPath,
    args: ["fixtures/servers/calculator.mjs"],
  });
  const { tools } = await session.readContract();
  expect(tools.map((tool) => tool.name)).toEqual(["add", "subtract", "multiply", "divide"]);
  const { outcome } = await session.call("add", { a: 5, b: 3 }, never());
  expect(outcome).toEqual({
    kind: "result",
    result: { content: [{ type: "text", text: "8" }], structuredContent: { result: 8 } },
  });
});
