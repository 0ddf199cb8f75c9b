// Redirects through the proxy, on sockets: a client that follows one stays with the proxy where the server names its own
// address, learns no secret of it, and gets every other byte as it came.
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { AddedToRequests } from "../../../src/proxy/http-added.js";
import { startHttpProxy } from "../../../src/proxy/http.js";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function listen(server: net.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Front {
  host: string;
  /** The targets that passed the proxy. */
  passed: string[];
}

async function proxyTo(host: string, added?: AddedToRequests): Promise<Front> {
  const passed: string[] = [];
  const tap = { frame: () => {}, head: (_raw: readonly string[], path?: string) => void (path && passed.push(path)) };
  const proxy = await startHttpProxy({ upstream: new URL(`http://${host}`), serves: "loopback", tap, added });
  closers.push(() => proxy.close());
  return { host: `127.0.0.1:${proxy.port}`, passed };
}

/** Answers as Starlette does: without the slash at the end it leads to the address with it. `asked`: what came, with the key. */
async function openSlashing(place: (req: http.IncomingMessage, to: string) => string): Promise<{
  host: string;
  asked: string[];
}> {
  const asked: string[] = [];
  const server = http.createServer((req, res) => {
    const { pathname, search } = new URL(req.url ?? "/", "http://host");
    asked.push(`${req.url} ${req.headers.authorization ?? ""}`);
    if (pathname.endsWith("/")) res.end("here");
    else res.writeHead(307, { location: place(req, `${pathname}/${search}`) }).end();
  });
  closers.push(() => server.closeAllConnections());
  return { host: await listen(server), asked };
}

const PLACES: Record<string, (req: http.IncomingMessage, to: string) => string> = {
  "in full": ({ headers }, to) => `http://${headers.host}${to}`,
  "without the protocol": ({ headers }, to) => `//${headers.host}${to}`,
  "by its path": (_req, to) => to,
};

describe.each(Object.entries(PLACES))("a server that names its own address %s", (_name, place) => {
  it("is asked through the proxy again", async () => {
    const server = await openSlashing(place);
    const { host, passed } = await proxyTo(server.host);
    const answer = await fetch(`http://${host}/mcp?x=1`, { method: "POST", body: "{}" });
    expect(await answer.text()).toBe("here");
    expect({ url: answer.url, passed }).toEqual({
      url: `http://${host}/mcp/?x=1`,
      passed: ["/mcp?x=1", "/mcp/?x=1"],
    });
  });

  it("does not tell the agent the key in its address, and gets it again", async () => {
    const server = await openSlashing(place);
    const added: AddedToRequests = {
      token: "of-the-run",
      headers: [["Authorization", "Bearer k3y"]],
      targets: new Map([["/mcp", "/t/s3cret/mcp?api_key=k3y"]]),
    };
    const { host } = await proxyTo(server.host, added);
    const headers = { "x-mcpvals-run": "of-the-run" };
    for (let turn = 0; turn < 3; turn += 1) {
      const told = await fetch(`http://${host}/mcp`, { headers, redirect: "manual" });
      expect(told.headers.get("location")).toBe(`http://${host}/mcp-1`);
    }
    const answer = await fetch(`http://${host}/mcp`, { headers });
    expect({ text: await answer.text(), url: answer.url }).toEqual({ text: "here", url: `http://${host}/mcp-1` });
    expect(server.asked.at(-1)).toBe("/t/s3cret/mcp/?api_key=k3y Bearer k3y");
    expect(added.targets.size).toBe(2);
    const stranger = await fetch(`http://${host}/mcp-1`, { redirect: "manual" });
    await stranger.text();
    expect(server.asked.at(-1)).toBe("/mcp-1 ");
  });
});

it("keeps only so many addresses of a server that leads to another one each time", async () => {
  let count = 0;
  const server = await openSlashing((_req, to) => `${to}&at=${(count += 1)}`);
  const targets = new Map([["/mcp", "/mcp?api_key=k3y"]]);
  const { host } = await proxyTo(server.host, { token: "of-the-run", headers: [], targets });
  const led = new Set<string | null>();
  for (let turn = 0; turn < 130; turn += 1) {
    const answer = await fetch(`http://${host}/mcp`, {
      headers: { "x-mcpvals-run": "of-the-run" },
      redirect: "manual",
    });
    led.add(answer.headers.get("location"));
  }
  expect(targets.size).toBeLessThanOrEqual(100);
  expect([...targets][0]).toEqual(["/mcp", "/mcp?api_key=k3y"]);
  expect(await (await fetch([...led].at(-1) ?? "", { headers: { "x-mcpvals-run": "of-the-run" } })).text()).toBe(
    "here",
  );
});

const head = (location: string): string => `HTTP/1.1 302 Found\r\nX: 1\r\nlocation:\t${location} \r\nContent-Length: 2`;
/** Responses of the server `HOST`, each to one request of its own. */
const RESPONSES = [
  "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nLocation: http://HOST/a\r\n\r\nHTTP",
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
  "HTTP/1.1 204 No Content\r\n\r\n",
  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
  `${head("http://HOST/b?c=d#e")}\r\n\r\nab`,
  `${head("/relative")}\r\n\r\nab`,
  `${head("http://other.example/HOST")}\r\n\r\nab`,
  "HTTP/1.1 304 Not Modified\r\nlocation: http://HOST/f\r\n\r\n",
];
/** What is not HTTP, or breaks off. */
const LAST = [
  "",
  "HTTP/1.1 302 Fo",
  "HTTP/1.1 302 Found\r\nLocation: http://HOST/g\r\n",
  "no HTTP\r\n\r\nat all",
  "HTTP/1.1 200",
];

const pipelines = fc.record({
  responses: fc.array(fc.constantFrom(...RESPONSES), { minLength: 1, maxLength: 5 }),
  last: fc.constantFrom(...LAST),
  cuts: fc.array(fc.nat({ max: 700 }), { maxLength: 8 }),
  isPipelined: fc.boolean(),
});

it("of any responses in any pieces, only what leads to the server itself is another, and no byte is lost", async () => {
  await fc.assert(
    fc.asyncProperty(pipelines, async ({ responses, last, cuts, isPipelined }) => {
      let host = "";
      const server = net.createServer(async (socket) => {
        closers.push(() => void socket.destroy());
        socket.on("error", () => {});
        await new Promise<void>((resolve) => socket.once("data", () => resolve()));
        const text = [...responses, last].join("").replaceAll("HOST", host);
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
        for (const [at, from] of places.entries()) {
          socket.write(text.slice(from, places[at + 1] ?? text.length));
          await new Promise((resolve) => setImmediate(resolve));
        }
        socket.end();
      });
      host = await listen(server);
      const front = await proxyTo(host);
      const socket = net.connect(Number(front.host.split(":")[1]), "127.0.0.1");
      let got = "";
      socket.on("data", (chunk: Buffer) => (got += chunk.toString("latin1")));
      const ended = new Promise((resolve) => socket.on("close", resolve));
      socket.on("error", () => {});
      const request = `GET /mcp HTTP/1.1\r\nHost: ${front.host}\r\n\r\n`;
      socket.write(isPipelined ? request.repeat(responses.length + 1) : request);
      await ended;
      // Without pipelining, responses after the first answer nothing.
      const expected = [...responses, last]
        .map((one, at) =>
          at === 0 || isPipelined ? one.replace(/(?<=30[24][^]*location:\s*http:\/\/)HOST/, "FRONT") : one,
        )
        .join("");
      const isLed = expected.replaceAll("HOST", host).replaceAll("FRONT", front.host);
      expect(got).toBe(isLed);
      for (const close of closers.splice(0).toReversed()) await close();
    }),
    { numRuns: 150 },
  );
});
