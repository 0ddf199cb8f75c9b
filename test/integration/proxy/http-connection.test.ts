// The proxy between raw sockets: a client meets what it would meet at the server itself, byte by byte and end by end.
import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { HttpReply } from "../../../src/proxy/http-tap.js";
import { startHttpProxy } from "../../../src/proxy/http.js";
import type { Frame } from "../../../src/proxy/tap.js";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** One end of a connection, with what it got. */
interface End {
  socket: Socket;
  got(): string;
  /** Resolves once exactly this has come. */
  gets(text: string): Promise<void>;
  write(text: string): void;
  /** "end" for a FIN, or the code of an error. */
  ending(): string | undefined;
}

function watch(socket: Socket): End {
  let text = "";
  let ending: string | undefined;
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.on("error", (error: NodeJS.ErrnoException) => (ending = error.code));
  socket.on("end", () => (ending ??= "end"));
  closers.push(() => void socket.destroy());
  return {
    socket,
    got: () => text,
    gets: (wanted) => expect.poll(() => text, { interval: 2 }).toBe(wanted),
    write: (bytes) => void socket.write(bytes, "latin1"),
    ending: () => ending,
  };
}

const ends = (end: End, how: string): Promise<void> => expect.poll(() => end.ending(), { interval: 2 }).toBe(how);

interface Stage {
  /** A new client, and the server's end of its connection. */
  connect: () => Promise<{ client: End; server: End }>;
  /** All connections of the server so far. */
  servers: End[];
  frames: Frame[];
  replies: HttpReply[];
  port: number;
}

async function stage(): Promise<Stage> {
  const servers: End[] = [];
  const upstream = net.createServer({ allowHalfOpen: true }, (socket) => servers.push(watch(socket)));
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  closers.push(() => void upstream.close());
  const frames: Frame[] = [];
  const replies: HttpReply[] = [];
  const proxy = await startHttpProxy({
    upstream: new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`),
    serves: "loopback",
    tap: { frame: (frame) => frames.push(frame), reply: (reply) => replies.push(reply) },
  });
  closers.push(() => proxy.close());
  const connect = async () => {
    const before = servers.length;
    const client = watch(net.connect({ port: proxy.port, host: "127.0.0.1", allowHalfOpen: true }));
    await expect.poll(() => servers.length, { interval: 2 }).toBe(before + 1);
    return { client, server: servers[before] ?? client };
  };
  return { connect, servers, frames, replies, port: proxy.port };
}

const GET = "GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n";
const post = (body: string, more = ""): string =>
  `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
const ok = (body: string, more = ""): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;

describe("whatever both sides write", () => {
  const body = fc.jsonValue().map((value) => JSON.stringify({ value }).replaceAll(/[^ -~]/g, "?"));
  const chunks = (text: string): string =>
    `${[text.slice(0, 3), text.slice(3)].map((one) => `${one.length.toString(16)}\r\n${one}\r\n`).join("")}0\r\nX-T: 1\r\n\r\n`;
  const request = fc.oneof(
    fc.constant({ text: GET, body: "" }),
    body.map((text) => ({
      text: post(text, "Connection: keep-alive, x-hop\r\nX-Hop:  \t1\r\nTE: trailers\r\n"),
      body: text,
    })),
    body.map((text) => ({
      text: `POST / HTTP/1.1\r\nHOST: localhost\r\nContent-type: application/json\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n${chunks(text)}`,
      body: text,
    })),
  );
  const response = fc.oneof(
    fc.constant({ text: "HTTP/1.1 202 Accepted\r\nKeep-Alive: timeout=5\r\nContent-Length: 0\r\n\r\n", body: "" }),
    fc.constant({ text: "HTTP/1.1 204\r\n\r\n", body: "" }),
    body.map((text) => ({
      text: `HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n${ok(text, "Proxy-Connection: x\r\n")}`,
      body: text,
    })),
    body.map((text) => ({
      text: `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks(text)}`,
      body: text,
    })),
  );
  const cuts = fc.array(fc.nat({ max: 2000 }), { maxLength: 5 });

  async function write(to: End, text: string, places: readonly number[]): Promise<void> {
    const sorted = [0, ...places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b), text.length];
    for (const [at, from] of sorted.entries()) {
      to.write(text.slice(from, sorted[at + 1] ?? text.length));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it("arrives as it is over one connection, pipelined and in any pieces; and the tap reads each body", async () => {
    const { connect, frames, replies, servers } = await stage();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(request, response), { minLength: 1, maxLength: 4 }),
        cuts,
        cuts,
        async (pairs, up, down) => {
          frames.length = 0;
          replies.length = 0;
          const count = servers.length;
          const { client, server } = await connect();
          const asked = pairs.map(([one]) => one.text).join("");
          await write(client, asked, up);
          await server.gets(asked);
          const answered = pairs.map(([, one]) => one.text).join("");
          await write(server, answered, down);
          await client.gets(answered);
          expect(servers).toHaveLength(count + 1);
          await expect.poll(() => replies.length, { interval: 1 }).toBe(pairs.length);
          expect(replies.map(({ failure }) => failure)).toEqual(pairs.map(() => undefined));
          const read = (from: string): string[] =>
            frames.flatMap((frame) => (frame.from === from ? [Buffer.from(frame.raw).toString()] : []));
          expect(read("client")).toEqual(pairs.flatMap(([one]) => (one.body === "" ? [] : [one.body])));
          expect(read("server")).toEqual(pairs.flatMap(([, one]) => (one.body === "" ? [] : [one.body])));
          client.socket.end();
          await ends(server, "end");
          server.socket.end();
          await ends(client, "end");
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("a connection", () => {
  it("of a client is one of the server, and what the client names as the proxy is the server", async () => {
    const { connect, port } = await stage();
    const [one, two] = [await connect(), await connect()];
    for (const { client, server } of [one, two, one]) {
      const before = server.got();
      const sent = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: 1\r\n\r\n`;
      client.write(sent);
      const { port: upstream } = server.socket.address() as AddressInfo;
      await server.gets(before + sent.replace(String(port), String(upstream)));
      const had = client.got();
      server.write(ok("{}"));
      await client.gets(had + ok("{}"));
    }
  });

  it("that the client closes is closed at the server", async () => {
    const { client, server } = await (await stage()).connect();
    client.socket.end();
    await ends(server, "end");
  });

  it.each([
    ["idle, before a request", ""],
    ["idle, after one", GET],
  ])("that the server closes is closed at the client: %s", async (_name, request) => {
    const { client, server } = await (await stage()).connect();
    client.write(request);
    await server.gets(request);
    if (request !== "") server.write(ok("{}"));
    if (request !== "") await client.gets(ok("{}"));
    server.socket.end();
    await ends(client, "end");
    // What it writes after that it would have written to a closed connection without a proxy, too.
    const writeOn = (): string | undefined => {
      client.write(GET);
      return client.ending();
    };
    await expect.poll(writeOn, { interval: 2 }).toMatch(/^(?:ECONNRESET|EPIPE)$/);
    expect(server.got()).toBe(request);
  });

  it.each([
    ["the client's", GET.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"), ok("{}")],
    ["the server's", GET, ok("{}", "Connection: close\r\n")],
    ["HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{}"],
  ])("ends after its last message, on whosever word: %s", async (_name, request, response) => {
    const { connect, servers, frames } = await stage();
    const { client, server } = await connect();
    client.write(request);
    await server.gets(request);
    server.socket.end(response, "latin1");
    await client.gets(response);
    await ends(client, "end");
    expect(servers).toHaveLength(1);
    expect(frames.map(({ raw }) => Buffer.from(raw).toString())).toEqual(["{}"]);
  });

  it("that breaks at one side breaks at the other", async () => {
    const { connect, replies } = await stage();
    const one = await connect();
    one.client.write(GET);
    await one.server.gets(GET);
    one.server.socket.resetAndDestroy();
    await ends(one.client, "ECONNRESET");
    const two = await connect();
    two.client.write(GET);
    await two.server.gets(GET);
    two.client.socket.resetAndDestroy();
    await ends(two.server, "ECONNRESET");
    await expect.poll(() => replies.map(({ failure }) => failure)).toEqual(["ECONNRESET", "the client went away"]);
  });
});

describe("a request is sent once", () => {
  it("where the server closed before a byte of it was sent, over a new connection", async () => {
    const { connect, servers, replies } = await stage();
    const { client, server } = await connect();
    client.write(GET);
    await server.gets(GET);
    server.write(ok("{}"));
    await client.gets(ok("{}"));
    // Its head is not complete when the server closes.
    client.write(GET.slice(0, 20));
    await new Promise((resolve) => setTimeout(resolve, 20));
    server.socket.destroy();
    await expect.poll(() => server.socket.destroyed).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    client.write(GET.slice(20));
    await expect.poll(() => servers.length).toBe(2);
    await servers[1]?.gets(GET);
    servers[1]?.write(ok("[]"));
    await client.gets(ok("{}") + ok("[]"));
    expect(replies.map(({ failure }) => failure)).toEqual([undefined, undefined]);
  });

  it("and where the server closed after a byte of it, the client's connection ends as well", async () => {
    const { connect, servers, replies } = await stage();
    const { client, server } = await connect();
    client.write(post('{"a":1}').slice(0, -3));
    await server.gets(post('{"a":1}').slice(0, -3));
    server.socket.end();
    await ends(client, "end");
    expect(client.got()).toBe("");
    expect(servers).toHaveLength(1);
    client.socket.destroy();
    await expect.poll(() => replies.map(({ failure }) => failure)).toEqual(["ECONNRESET"]);
  });
});

describe("half of a message", () => {
  it("of a client that says nothing more gets its response", async () => {
    const { connect, replies } = await stage();
    const { client, server } = await connect();
    client.socket.end(GET);
    await server.gets(GET);
    await ends(server, "end");
    server.write(ok("{}"));
    await client.gets(ok("{}"));
    server.socket.end();
    await ends(client, "end");
    expect(replies).toMatchObject([{ status: 200, failure: undefined }]);
  });

  it("of a client that goes away in its body reaches the server, and then its end", async () => {
    const { connect, replies } = await stage();
    const { client, server } = await connect();
    const half = post("x".repeat(1000)).slice(0, 300);
    client.write(half);
    await server.gets(half);
    client.socket.destroy();
    await ends(server, "end");
    server.socket.destroy();
    await expect.poll(() => replies.map(({ failure }) => failure)).toEqual(["the client went away"]);
  });

  it("of a server whose client goes away is not written on", async () => {
    const { connect, replies } = await stage();
    const { client, server } = await connect();
    client.write(GET);
    await server.gets(GET);
    server.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n");
    await expect.poll(() => client.got()).toContain("data: 1");
    client.socket.destroy();
    const writing = setInterval(() => server.write("data: 2\n\n"), 2);
    closers.push(() => clearInterval(writing));
    await expect.poll(() => server.socket.destroyed).toBe(true);
    expect(replies.map(({ failure }) => failure)).toEqual(["the client went away"]);
  });
});

describe("what comes before the response and beside it", () => {
  it("a client that expects 100 gets it before it sends its body, and may be refused", async () => {
    const { client, server } = await (await stage()).connect();
    const expecting = "POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n";
    client.write(expecting);
    await server.gets(expecting);
    server.write("HTTP/1.1 100 Continue\r\n\r\n");
    await client.gets("HTTP/1.1 100 Continue\r\n\r\n");
    client.write("body");
    await server.gets(`${expecting}body`);
    server.write("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n");
    await client.gets("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n");
  });

  it("an event stream passes piece by piece", async () => {
    const { connect, frames } = await stage();
    const { client, server } = await connect();
    client.write(GET);
    await server.gets(GET);
    let sent = "";
    for (const piece of [
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n",
      ": hi\n\n",
      "data: {}",
      "\n\n",
    ]) {
      server.write(piece);
      sent += piece;
      await client.gets(sent);
    }
    expect(frames.map(({ raw }) => Buffer.from(raw).toString())).toEqual(["{}"]);
  });

  it("after an upgrade any bytes pass, also such as look like a foreign request", async () => {
    const { connect, replies } = await stage();
    const { client, server } = await connect();
    const upgrade = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";
    const foreign = "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n";
    client.write(`${upgrade}early`);
    await server.gets(upgrade);
    const switched = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n\0\xff";
    server.write(switched);
    await client.gets(switched);
    client.write(foreign);
    await server.gets(`${upgrade}early${foreign}`);
    server.write("HTTP/9 what\r\n");
    await client.gets(`${switched}HTTP/9 what\r\n`);
    server.socket.end();
    await ends(client, "end");
    expect(replies).toMatchObject([{ status: 101, failure: undefined }]);
  });

  it("after an upgrade that the server does not take, requests are requests", async () => {
    const { connect } = await stage();
    const { client, server } = await connect();
    const upgrade = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";
    client.write(upgrade + GET);
    await server.gets(upgrade);
    server.write(ok("{}"));
    await server.gets(upgrade + GET);
    server.write(ok("[]"));
    await client.gets(ok("{}") + ok("[]"));
    client.write("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    await ends(client, "end");
    expect(client.got()).toContain("403 Forbidden");
    expect(server.got()).toBe(upgrade + GET);
  });

  it("a response that is not HTTP passes, the tap says so, and requests are still refused", async () => {
    const { connect, replies } = await stage();
    const { client, server } = await connect();
    client.write(GET);
    await server.gets(GET);
    server.write("ICY 200 OK\r\n\r\nmusic");
    await client.gets("ICY 200 OK\r\n\r\nmusic");
    await expect.poll(() => replies.map(({ failure }) => failure)).toEqual([expect.stringContaining("is not HTTP/1")]);
    client.write("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    await ends(client, "end");
    expect(client.got()).toContain("403 Forbidden");
    expect(server.got()).toBe(GET);
  });
});

describe("a request that is refused", () => {
  it.each([
    ["names a foreign host", GET.replace("localhost", "evil.example"), "403 Forbidden"],
    ["names two hosts", GET.replace("\r\n\r\n", "\r\nHost: evil.example\r\n\r\n"), "400 Bad Request"],
    ["hides another one in its body", post("x", "Transfer-Encoding: chunked\r\n"), "400 Bad Request"],
  ])(
    "does not reach the server, and the response to the one before it comes first: it %s",
    async (_name, bad, status) => {
      const { connect } = await stage();
      const { client, server } = await connect();
      client.write(GET + bad + GET);
      await server.gets(GET);
      server.write(ok("{}"));
      await ends(client, "end");
      expect(client.got().slice(0, ok("{}").length)).toBe(ok("{}"));
      expect(client.got().slice(ok("{}").length)).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
      expect(server.got()).toBe(GET);
    },
  );
});

describe("speed", () => {
  it("a client that does not read holds up the server, and gets all of it later", async () => {
    const { connect } = await stage();
    const { client, server } = await connect();
    client.write(GET);
    await server.gets(GET);
    client.socket.pause();
    const size = 64 * 1024 * 1024;
    const piece = Buffer.alloc(1024 * 1024, "x");
    server.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
    let left = size;
    let held = 0;
    const more = async (): Promise<void> => {
      for (; left > 0; left -= piece.length) {
        if (server.socket.write(piece)) continue;
        held += 1;
        await once(server.socket, "drain");
      }
    };
    const written = more();
    await expect.poll(() => held).toBeGreaterThan(0);
    let count = -1;
    // It stands still although much is left.
    for (let at = left; at !== count; at = left) {
      count = at;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(left).toBeGreaterThan(size / 4);
    let got = 0;
    client.socket.removeAllListeners("data").on("data", (chunk: Buffer) => (got += chunk.length));
    client.socket.resume();
    await written;
    await expect.poll(() => got).toBeGreaterThan(size);
  });
});
