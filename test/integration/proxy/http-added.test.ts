// Headers that the proxy adds for a client that does not know them: byte by byte between raw sockets, and with real MCP
// servers that demand them.
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import type { AddedToRequests } from "../../../src/proxy/http-added.js";
import { startHttpProxy } from "../../../src/proxy/http.js";

const KEY = "Bearer s3cret-of-the-server";
const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const ADDED: AddedToRequests = {
  token: "the-token-of-this-run",
  headers: [
    ["Authorization", KEY],
    ["X-Team", "blue"],
    ["Accept", "text/plain"],
  ],
  targets: new Map([["/mcp", "/t/9f8e7d6c/mcp?api_key=k3y"]]),
};

/** A proxy in front of an address. */
async function proxyTo(port: number, added = ADDED): Promise<number> {
  const upstream = new URL(`http://127.0.0.1:${port}`);
  const proxy = await startHttpProxy({ upstream, serves: "loopback", tap: { frame: () => {} }, added });
  closers.push(() => proxy.close());
  return proxy.port;
}

/** A server that answers nothing, what it gets on its connections, and a proxy in front of it. */
async function openRaw(): Promise<{ port: number; got: () => string }> {
  let got = "";
  const server = net.createServer((socket) => {
    socket.on("data", (chunk: Buffer) => (got += chunk.toString("latin1")));
    socket.on("error", () => {});
    closers.push(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => void server.close());
  return { port: await proxyTo((server.address() as AddressInfo).port), got: () => got };
}

async function write(port: number, text: string, cuts: readonly number[] = []): Promise<{ answer: () => string }> {
  const socket = net.connect({ port, host: "127.0.0.1" });
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
  socket.on("error", () => {});
  closers.push(() => void socket.destroy());
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  for (const [at, from] of places.entries()) {
    socket.write(text.slice(from, places[at + 1] ?? text.length), "latin1");
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { answer: () => answer };
}

/** A request in parts, as somebody would write it, so that what goes up can be said without the code that is tested. */
interface Request {
  method: string;
  target: string;
  headers: [string, string][];
  token: string | undefined;
  body: string;
}

function render({ method, target, headers, token, body }: Request): string {
  const sent = token === undefined ? headers : [...headers.slice(0, 1), ["x-MCPvals-run", token], ...headers.slice(1)];
  return `${method} ${target} HTTP/1.1\r\n${sent.map(([name, value]) => `${name}:${value}\r\n`).join("")}\r\n${body}`;
}

function wanted(request: Request): string {
  const { method, target, headers, token, body } = request;
  if (token !== ADDED.token) return render({ ...request, token: undefined });
  const isAsked = headers.some(([name]) => name.toLowerCase() === "accept");
  const kept = headers.filter(([name]) => !["authorization", "x-team"].includes(name.toLowerCase()));
  const own = [
    "Authorization: Bearer s3cret-of-the-server",
    "X-Team: blue",
    ...(isAsked ? [] : ["Accept: text/plain"]),
  ];
  const lines = [...kept.map(([name, value]) => `${name}:${value}`), ...own];
  const real = target === "/mcp" ? "/t/9f8e7d6c/mcp?api_key=k3y" : target;
  return `${method} ${real} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join("")}\r\n${body}`;
}

const header: fc.Arbitrary<[string, string]> = fc.tuple(
  fc.constantFrom("authorization", "AUTHORIZATION", "x-team", "X-Teams", "Accept", "X-Other", "Cookie", "TE"),
  fc.constantFrom(" mine", "", "\t Bearer of-the-agent ", " x-mcpvals-run: no", " caf\u00e9"),
);
const body = fc.oneof(
  fc.constant({ fields: [], text: "" }),
  fc
    .string({ unit: fc.constantFrom("a", "\r", "\n", ":", "x-team: y\r\n\r\n", "\u00ff"), maxLength: 30 })
    .map((text) => ({
      fields: [["Content-Length", ` ${text.length}`]] as [string, string][],
      text,
    })),
  fc.constant({
    fields: [["Transfer-Encoding", " chunked"]] as [string, string][],
    text: "3\r\nabc\r\n10;x=y\r\nAuthorization: a\r\n0\r\nX-Team: trailer\r\n\r\n",
  }),
);
const request: fc.Arbitrary<Request> = fc
  .record({
    method: fc.constantFrom("GET", "POST", "DELETE", "OPTIONS"),
    target: fc.constantFrom("/mcp", "/mcp?x=1", "/mcp/", "/.well-known/oauth-protected-resource/mcp", "/"),
    headers: fc.array(header, { maxLength: 5 }),
    token: fc.constantFrom(undefined, ADDED.token, ADDED.token, "another", ""),
    body,
  })
  .map(({ body: { fields, text }, headers, ...rest }) => ({
    ...rest,
    headers: [["Host", " localhost"], ...headers, ...fields],
    body: text,
  }));

test("of any requests in any pieces, those with the token get the headers, and every other byte stays", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat({ max: 3000 }), { maxLength: 6 }),
      async (requests, cuts) => {
        const { port, got } = await openRaw();
        await write(port, requests.map(render).join(""), cuts);
        await expect.poll(got, { interval: 2 }).toBe(requests.map(wanted).join(""));
        for (const close of closers.splice(0).toReversed()) await close();
      },
    ),
    { numRuns: 100 },
  );
});

test.each([
  ["the head of another server", `GET http://example.org/mcp HTTP/1.1\r\nHost: localhost\r\n`, ""],
  [
    "a body that waits for 100",
    "POST /mcp HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n",
    "{}",
  ],
])("%s", async (_name, head, content) => {
  const { port, got } = await openRaw();
  await write(port, `${head}x-mcpvals-run: ${ADDED.token}\r\n\r\n${content}`);
  const key = head.startsWith("POST") ? `Authorization: ${KEY}\r\nX-Team: blue\r\nAccept: text/plain\r\n` : "";
  await expect
    .poll(got, { interval: 2 })
    .toBe(`${head.replace("POST /mcp", `POST ${ADDED.targets.get("/mcp")}`)}${key}\r\n${content}`);
});

test.each(["Authorization: a\r\n b", "X-Team : red", "X-Team:\tred\nAuthorization: a"])(
  "a head in which others could read another header is refused, and nothing goes up: %j",
  async (line) => {
    const { port, got } = await openRaw();
    const { answer } = await write(
      port,
      `GET /mcp HTTP/1.1\r\nHost: localhost\r\n${line}\r\nx-mcpvals-run: ${ADDED.token}\r\n\r\n`,
    );
    await expect.poll(answer, { interval: 2 }).toMatch(/^HTTP\/1\.1 400 /);
    expect(got()).toBe("");
    expect(answer()).not.toContain("s3cret");
  },
);

/** A server of the SDK that answers with 401 where the key is missing, and what it was asked. */
async function openServer(
  serve: (server: McpServer) => http.RequestListener,
): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const mcp = new McpServer({ name: "demanding", version: "1.0.0" });
  mcp.registerTool("look", { description: "Looks." }, () => ({ content: [{ type: "text", text: "It is open." }] }));
  const listen = serve(mcp);
  const server = http.createServer((incoming, response) => {
    const isKnown = incoming.headers.authorization === KEY && incoming.headers["x-mcpvals-run"] === undefined;
    asked.push(`${incoming.method} ${isKnown}`);
    if (isKnown) listen(incoming, response);
    else response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

const added = (path: string): AddedToRequests => ({
  token: ADDED.token,
  headers: [["Authorization", KEY]],
  targets: new Map([[path, path]]),
});
const requestInit = { headers: { "x-mcpvals-run": ADDED.token, authorization: "of the agent" } };

test("a server over streamable HTTP gets the key with every request: POST, GET and DELETE", async () => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => "one" });
  const { port, asked } = await openServer((mcp) => {
    void mcp.connect(transport);
    return (incoming, response) => void transport.handleRequest(incoming, response);
  });
  const proxy = await proxyTo(port, added("/mcp"));
  const client = new Client({ name: "agent", version: "1.0.0" });
  const way = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${proxy}/mcp`), { requestInit });
  await client.connect(way);
  expect(await client.callTool({ name: "look" })).toMatchObject({ content: [{ text: "It is open." }] });
  await expect.poll(() => asked, { interval: 2 }).toContain("GET true");
  await way.terminateSession();
  await client.close();
  expect(new Set(asked)).toEqual(new Set(["POST true", "GET true", "DELETE true"]));
});

test("so does one over the old HTTP+SSE, also at the address that it names itself", async () => {
  let transport: SSEServerTransport | undefined;
  const { port, asked } = await openServer((mcp) => (incoming, response) => {
    if (incoming.method === "POST") return void transport?.handlePostMessage(incoming, response);
    transport = new SSEServerTransport("/messages", response);
    void mcp.connect(transport);
  });
  const proxy = await proxyTo(port, added("/sse"));
  const client = new Client({ name: "agent", version: "1.0.0" });
  await client.connect(new SSEClientTransport(new URL(`http://127.0.0.1:${proxy}/sse`), { requestInit }));
  expect(await client.callTool({ name: "look" })).toMatchObject({ content: [{ text: "It is open." }] });
  await client.close();
  expect(new Set(asked)).toEqual(new Set(["GET true", "POST true"]));
});

test("a stranger on the same machine, without the token or with another one, gets no key", async () => {
  const { port, asked } = await openServer(() => (_incoming, response) => void response.end());
  const proxy = await proxyTo(port, added("/mcp"));
  for (const token of [undefined, "guessed", `${ADDED.token}x`]) {
    const headers = token === undefined ? undefined : { "x-mcpvals-run": token };
    expect((await fetch(`http://127.0.0.1:${proxy}/mcp`, { headers })).status).toBe(401);
  }
  expect(asked).toEqual(["GET false", "GET false", "GET false"]);
});

test("where the server leads to another host, the key does not go with it", async () => {
  const elsewhere: http.IncomingHttpHeaders[] = [];
  const other = http.createServer((incoming, response) => {
    elsewhere.push(incoming.headers);
    response.end("there");
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    other.closeAllConnections();
    other.close();
  });
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/mcp`;
  const { port } = await openServer(() => (_incoming, response) => void response.writeHead(307, { location }).end());
  const proxy = await proxyTo(port, added("/mcp"));
  const answer = await fetch(`http://127.0.0.1:${proxy}/mcp`, { headers: { "x-mcpvals-run": ADDED.token } });
  expect(await answer.text()).toBe("there");
  expect(JSON.stringify(elsewhere)).not.toContain("s3cret");
});
