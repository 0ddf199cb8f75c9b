// The built `mcpvals proxy --url` on the socket: a client that writes raw HTTP gets the bytes, in the order and at the time in
// which it would get them without. The upstream is in this process; one proxy stands before it, and in it time runs a thousand
// times quicker, so that a limit for idle connections would show.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { loadSession } from "../../../src/cassette/load-session.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";

const MAIN = fileURLToPath(new URL("../../../dist/bin/main.cjs", import.meta.url));
const HASTEN = new URL("../../helpers/hasten.mjs", import.meta.url).href;
/** For the proxy sixteen minutes: longer than any limit of Node, and of what is built on it. */
const IDLE = 1000;

type Handler = (req: http.IncomingMessage, res: http.ServerResponse, body: Buffer) => void;

let answer: Handler = (_req, res) => void res.end();
let upstream: http.Server;
let upstreamPort: number;
let proxy: ChildProcess;
let proxyPort: number;
let folder: string;
const sockets: Socket[] = [];

async function listen(port = 0): Promise<void> {
  upstream = http.createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    answer(req, res, Buffer.concat(chunks));
  });
  upstream.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => upstream.listen(port, "127.0.0.1", resolve));
  upstreamPort = (upstream.address() as AddressInfo).port;
}

async function close(): Promise<void> {
  const closed = once(upstream, "close");
  upstream.close();
  upstream.closeAllConnections();
  await closed;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mcpvals-http-"));
  await listen();
  const args = ["--import", HASTEN, MAIN, "proxy", "--out", "http.yaml"];
  proxy = spawn(process.execPath, [...args, "--url", `http://127.0.0.1:${upstreamPort}/mcp`], {
    cwd: folder,
    env: cleanEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  for await (const chunk of proxy.stderr ?? []) {
    said += String(chunk);
    if (said.includes("\n")) break;
  }
  proxyPort = Number(/127\.0\.0\.1:(\d+)\/mcp/.exec(said)?.[1]);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  proxy.kill("SIGKILL");
  await close();
  await rm(folder, { recursive: true, force: true });
});

interface Line {
  socket: Socket;
  /** All that came so far. */
  got(): string;
  /** Resolves when the text has come. */
  has(text: string): Promise<void>;
  ended: Promise<unknown>;
}

function connect(port: number): Line {
  const socket = net.connect(port, "127.0.0.1");
  sockets.push(socket);
  let text = "";
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  return {
    socket,
    got: () => text,
    async has(wanted) {
      await expect.poll(() => text, { interval: 5 }).toContain(wanted);
    },
    ended: new Promise((resolve) => socket.once("close", resolve)),
  };
}

/** Without what belongs to one connection: how it is framed and kept. */
function essence(response: string): string {
  return response.replaceAll(/^(?:connection|keep-alive|transfer-encoding|date): .*\r\n/gim, "");
}

/** The raw response to a raw request, which asks for the end of the connection. */
async function exchange(port: number, request: string, host = `127.0.0.1:${upstreamPort}`): Promise<string> {
  const line = connect(port);
  line.socket.write(request.replace("HOST", host), "latin1");
  await line.ended;
  return line.got();
}

const POST = (body: string, headers = ""): string =>
  `POST /mcp HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n${headers}Connection: close\r\nContent-Length: ${Buffer.byteLength(body, "latin1")}\r\n\r\n${body}`;

/** The same request directly and through the proxy, which names the upstream in Host or itself. */
async function both(request: string): Promise<{ direct: string; through: string }> {
  const direct = await exchange(upstreamPort, request);
  const through = await exchange(proxyPort, request, `127.0.0.1:${proxyPort}`);
  return { direct: essence(direct), through: essence(through) };
}

describe("a response is the upstream's, byte for byte", () => {
  const cases: Record<string, Handler> = {
    "repeated headers and their case": (_req, res) =>
      void res
        .writeHead(200, "Fine", ["X-B", "1", "x-b", "2", "X-A", "\xe9", "Mcp-Session-Id", "s-1", "Content-Length", "2"])
        .end("ok"),
    "202 without a body": (_req, res) => void res.writeHead(202).end(),
    "204 without a body": (_req, res) => void res.writeHead(204).end(),
    "401 with its challenge": (_req, res) =>
      void res.writeHead(401, { "www-authenticate": 'Bearer resource_metadata="http://127.0.0.1/x"' }).end("no"),
    "a redirect that is not followed": (_req, res) => void res.writeHead(307, { location: "/elsewhere" }).end(),
    "a body that stays compressed": (_req, res) =>
      void res
        .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
        .end(gzipSync('{"jsonrpc":"2.0","id":1,"result":{}}')),
    "an event stream that stays compressed": (_req, res) =>
      void res
        .writeHead(200, { "content-type": "text/event-stream", "content-encoding": "gzip" })
        .end(gzipSync('id: 1\nretry: 10\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n')),
    "odd JSON": (_req, res) =>
      void res
        .writeHead(200, { "content-type": "application/json" })
        .end('{"id":1,"id":"1","x":9007199254740993,"y":"\\ud800" ,\r\n"jsonrpc":"2.0"}'),
    "no JSON at all": (_req, res) => void res.writeHead(500, { "content-type": "text/html" }).end("<h1>Oops</h1>"),
    "bytes that are no text": (_req, res) =>
      void res
        .writeHead(200, { "content-type": "application/octet-stream" })
        .end(Buffer.from([0, 255, 10, 13, 0xc3, 0x28])),
  };
  it.each(Object.keys(cases))("%s", async (name) => {
    answer = cases[name] ?? answer;
    const { direct, through } = await both(POST('{"jsonrpc":"2.0","id":1,"method":"tools/list"}'));
    expect(through).toBe(direct);
    expect(direct).toMatch(/^HTTP\/1\.1 \d{3} /);
  });
});

describe("a request is the client's, byte for byte", () => {
  const seen: unknown[] = [];
  const note: Handler = (req, res, body) => {
    const { method, url, rawHeaders } = req;
    const kept = rawHeaders.flatMap((name, at) =>
      at % 2 === 0 && !/^connection$/i.test(name) ? [[name, rawHeaders[at + 1]]] : [],
    );
    seen.push({ method, url, headers: kept, body: body.toString("latin1") });
    res.writeHead(202).end();
  };
  it.each([
    [
      "the headers of MCP, repeated ones, their order and case",
      POST(
        "{}",
        "Mcp-Session-Id: S 1\r\nMCP-Protocol-Version: 2026-07-28\r\nmcp-method: tools/call\r\nMcp-Name: =?x?=\r\nMcp-Param-Region: a\r\nmcp-param-region: b\r\nAuthorization: Bearer t\r\nX-Name: \xe9\r\n",
      ),
    ],
    [
      "the path and the query as they are written",
      "GET /a%2Fb/../mcp?x=%20&x=+ HTTP/1.1\r\nHost: HOST\r\nLast-Event-ID: 7\r\nConnection: close\r\n\r\n",
    ],
    ["a DELETE", "DELETE /mcp HTTP/1.1\r\nHost: HOST\r\nMcp-Session-Id: s\r\nConnection: close\r\n\r\n"],
    [
      "a body in chunks, of an unknown length",
      'POST /mcp HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n',
    ],
    ["a body that is no JSON", POST("\xff\x00{")],
  ])("%s", async (_name, request) => {
    answer = note;
    seen.length = 0;
    await both(request);
    expect(seen).toHaveLength(2);
    expect(seen[1]).toEqual(seen[0]);
  });
});

describe("a stream", () => {
  it("passes piece by piece: each comes before the next one is sent", async () => {
    answer = async (_req, res) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      res.flushHeaders();
      await client.has("text/event-stream");
      for (const piece of [": hello\n\n", "data: {", '"n":1}\n', "\n", 'id: 2\ndata: {"n":2}\n\n']) {
        res.write(piece);
        await client.has(piece);
      }
      res.end();
    };
    const client = connect(proxyPort);
    client.socket.write(
      "GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nConnection: close\r\n\r\n",
    );
    await client.ended;
    expect(client.got()).toContain('{"n":2}');
  });

  it("that is idle for many minutes lives on, and so does a request that is slow to come", async () => {
    answer = async (_req, res, body) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      res.write(`data: ${body.toString()}\n\n`);
      await sleep(IDLE);
      res.end("data: still here\n\n");
    };
    const client = connect(proxyPort);
    client.socket.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Le");
    await sleep(IDLE / 2);
    client.socket.write("ngth: 4\r\nConnection: close\r\n\r\nsl");
    await sleep(IDLE / 2);
    client.socket.write("ow");
    await client.ended;
    expect(client.got()).toContain("data: slow\n\n");
    expect(client.got()).toContain("data: still here\n\n");
  });

  it("that its client leaves is left upstream, and the next request is served", async () => {
    let isLeft = false;
    answer = (_req, res) => {
      res.on("close", () => (isLeft = true));
      res.writeHead(200, { "content-type": "text/event-stream" }).write(": open\n\n");
    };
    const client = connect(proxyPort);
    client.socket.write(POST('{"jsonrpc":"2.0","id":1,"method":"tools/call"}').replace("HOST", "localhost"));
    await client.has(": open");
    expect(isLeft).toBe(false);
    client.socket.destroy();
    await expect.poll(() => isLeft).toBe(true);
    answer = (_req, res) => void res.end("next");
    expect(await exchange(proxyPort, POST("{}"), "localhost")).toContain("next");
  });
});

describe("a connection", () => {
  it("takes one request after the other, with minutes between", async () => {
    let count = 0;
    answer = (_req, res, body) => void res.setHeader("x-count", (count += 1)).end(`<${body.toString()}>`);
    const client = connect(proxyPort);
    const request = (body: string): string =>
      POST(body).replace("Connection: close\r\n", "").replace("HOST", "localhost");
    client.socket.write(request("one"));
    await client.has("<one>");
    await sleep(IDLE);
    // Two at once: the answers come in their order.
    client.socket.write(request("two") + request("three"));
    await client.has("<three>");
    expect(client.got().match(/<\w+>/g)).toEqual(["<one>", "<two>", "<three>"]);
    expect(count).toBe(3);
  });

  it("to an upstream that restarts is made again; while it is away the answer is 502", async () => {
    answer = (_req, res) => void res.end("before");
    expect(await exchange(proxyPort, POST("{}"), "localhost")).toContain("before");
    const port = upstreamPort;
    await close();
    const away = await exchange(proxyPort, POST("{}"), "localhost");
    expect(away).toMatch(/^HTTP\/1\.1 502 /);
    expect(away).toContain("ECONNREFUSED");
    await listen(port);
    answer = (_req, res) => void res.end("after");
    expect(await exchange(proxyPort, POST("{}"), "localhost")).toContain("after");
  });
});

describe("in the end", () => {
  it("a signal ends the proxy at once although a stream is open, and the recording can be read", async () => {
    answer = (_req, res) => void res.writeHead(200, { "content-type": "text/event-stream" }).write(": open\n\n");
    const client = connect(proxyPort);
    client.socket.write(POST('{"jsonrpc":"2.0","id":"last","method":"tools/call"}').replace("HOST", "localhost"));
    await client.has(": open");
    const exited = once(proxy, "exit");
    proxy.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
    await client.ended;
    const { entries } = await loadSession(path.join(folder, "http.yaml"));
    expect(entries.at(-1)).toMatchObject({ kind: "exchange", method: "tools/call" });
  });
});
