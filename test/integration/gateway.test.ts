// The gateway over real sockets: who gets an answer, and that bytes pass unchanged and at once.
import { createServer, request as httpRequest, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Dispatcher } from "undici";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recordRequests, type Outcome } from "../../src/gateway/record.js";
import { startGatewayServer, type GatewayServer } from "../../src/gateway/server.js";
import { startPatientDispatcher } from "../../src/network/proxy-dispatcher.js";
import { writeMessageStream } from "../../src/gateway/write-message.js";
import type { JsonObject } from "../../src/json/value.js";

const MESSAGE: JsonObject = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "stand-in",
  content: [{ type: "text", text: "Hello" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 2 },
};
const STREAM = writeMessageStream(MESSAGE);
const BODY = JSON.stringify({
  model: "m",
  max_tokens: 1,
  stream: true,
  messages: [{ role: "user", content: "Hi" }],
  unknown_field: 1.5,
});

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

let seen: Seen[] = [];
let outcomes: Outcome[] = [];
let faults: unknown[] = [];
let upstream: Server;
let gateway: GatewayServer;
let dispatcher: Dispatcher;
let answer: (path: string, response: import("node:http").ServerResponse) => void = () => {};

beforeEach(async () => {
  seen = [];
  outcomes = [];
  faults = [];
  upstream = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body });
      answer(url ?? "", response);
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  dispatcher = await startPatientDispatcher({});
  const listener = {
    credentials: () => {},
    tokens: () => {},
    request: () => (outcome: Outcome) => void outcomes.push(outcome),
  };
  const url = `http://127.0.0.1:${portOf(upstream.address())}`;
  gateway = await startGatewayServer(
    recordRequests({ url, dispatcher }, listener, () => performance.now()),
    (fault) => void faults.push(fault),
  );
});

afterEach(async () => {
  await gateway.close();
  await dispatcher.close();
  upstream.closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
});

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

function ask(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; body: Buffer; headers: NodeJS.Dict<string | string[]>; cut: boolean }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port: gateway.port,
        host: "127.0.0.1",
        path,
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        const done = (cut: boolean): void =>
          resolve({ status: response.statusCode, body: Buffer.concat(chunks), headers: response.headers, cut });
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => done(false));
        response.on("error", () => done(true));
      },
    );
    request.on("error", reject);
    request.end(BODY);
  });
}

const path = (): string => new URL(`${gateway.url}/v1/messages?beta=true`).pathname + "?beta=true";
const stream = (response: import("node:http").ServerResponse): void => {
  response.writeHead(200, { "content-type": "text/event-stream", "request-id": "req_1", "retry-after": "3" });
  response.end(STREAM);
};

test("a stranger on this machine gets nothing: without the token, with a wrong one, or from a page of another host", async () => {
  answer = (_, response) => stream(response);
  const wrong = path().replace(/^\/./, (start) => (start === "/A" ? "/B" : "/A"));
  for (const [where, headers] of [
    ["/v1/messages", {}],
    ["/", {}],
    [wrong, {}],
    [`${new URL(gateway.url).pathname}x/v1/messages`, {}],
    [path(), { host: "evil.example" }],
  ] as const) {
    const { status, body } = await ask(where, headers);
    expect([where, status, body.length]).toEqual([where, 404, 0]);
  }
  expect(seen).toEqual([]);
});

test("a request goes up and its stream comes down byte for byte, and the whole message is read", async () => {
  answer = (_, response) => stream(response);
  const headers = {
    "anthropic-version": "2023-06-01",
    "anthropic-beta": "a,b",
    "x-api-key": "k".repeat(20),
    "accept-encoding": "gzip, zstd",
  };
  const answered = await ask(path(), headers);
  expect(answered.body.toString()).toBe(STREAM);
  expect(answered.headers).toMatchObject({ "request-id": "req_1", "retry-after": "3" });
  expect(seen[0]).toMatchObject({ method: "POST", url: "/v1/messages?beta=true", body: BODY });
  expect(seen[0]?.headers).toMatchObject({
    "anthropic-version": "2023-06-01",
    "anthropic-beta": "a,b",
    "x-api-key": "k".repeat(20),
  });
  await vi.waitFor(() => expect(outcomes).toMatchObject([{ kind: "message", message: MESSAGE, streamed: true }]));
});

test("an upstream that compresses unasked is read, and its bytes pass", async () => {
  answer = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": "gzip" });
    response.end(gzipSync(STREAM));
  };
  const { body } = await ask(path());
  expect(gunzipSync(body).toString()).toBe(STREAM);
  await vi.waitFor(() => expect(outcomes).toMatchObject([{ kind: "message", message: MESSAGE }]));
});

test("the upstream has the beginning of a request before the agent has sent its end", async () => {
  let onGot = (): void => {};
  const got = new Promise<void>((resolve) => (onGot = resolve));
  upstream.prependListener("request", (request) => void request.once("data", onGot));
  answer = (_, response) => stream(response);
  const whole = new Promise<string>((resolve) => {
    const headers = { "content-length": BODY.length };
    const to = { port: gateway.port, host: "127.0.0.1", path: path(), method: "POST", headers };
    const request = httpRequest(to, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve(text));
    });
    request.write(BODY.slice(0, 20));
    void got.then(() => request.end(BODY.slice(20)));
  });
  expect(await whole).toBe(STREAM);
  expect(seen[0]).toMatchObject({ body: BODY, headers: { "content-length": String(BODY.length) } });
});

test("a request that breaks off is no request for the upstream, and none for the recording", async () => {
  const cut = new Promise<void>((resolve) => {
    upstream.prependListener("request", (request) => void request.once("close", resolve));
  });
  const headers = { "content-length": BODY.length };
  const request = httpRequest({ port: gateway.port, host: "127.0.0.1", path: path(), method: "POST", headers });
  request.on("error", () => {});
  upstream.prependListener("request", () => request.destroy());
  request.write(BODY.slice(0, 20));
  await cut;
  answer = (_, response) => stream(response);
  expect((await ask(path())).body.toString()).toBe(STREAM);
  await vi.waitFor(() => expect(outcomes.map(({ kind }) => kind)).toEqual(["message"]));
  expect([seen.length, faults]).toEqual([1, []]);
});

test("the first event comes through before the rest is there", async () => {
  let onGot = (): void => {};
  const got = new Promise<void>((resolve) => (onGot = resolve));
  answer = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(STREAM.slice(0, 40));
    void got.then(() => response.end(STREAM.slice(40)));
  };
  const whole = await new Promise<string>((resolve) => {
    const request = httpRequest({ port: gateway.port, host: "127.0.0.1", path: path(), method: "POST" }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
        onGot();
      });
      response.on("end", () => resolve(text));
    });
    request.end(BODY);
  });
  expect(whole).toBe(STREAM);
});

test("a model that says nothing for six minutes, before its answer and within it, is waited for", async () => {
  // The clock of undici's time limits, which its own tests move.
  const { tick }: { tick: (ms: number) => void } = createRequire(import.meta.url)("undici/lib/util/timers.js");
  const later = (work: () => void): unknown =>
    setTimeout(() => {
      // The first one starts a new timer.
      for (const ms of [1000, 360_000]) tick(ms);
      setImmediate(work);
    }, 50);
  answer = (_, response) => {
    later(() => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(STREAM.slice(0, 40));
      later(() => response.end(STREAM.slice(40)));
    });
  };
  const { status, cut, body } = await ask(path());
  expect({ status, cut, text: body.toString() }).toEqual({ status: 200, cut: false, text: STREAM });
});

test("a stream that breaks off anywhere breaks off for the agent, and is no answer of the recording", async () => {
  const events = STREAM.split("\n\n").filter((event) => event !== "");
  for (let at = 0; at < events.length; at += 1) {
    outcomes = [];
    const part = events
      .slice(0, at)
      .map((event) => `${event}\n\n`)
      .join("");
    answer = (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`${part}: cut\n\n`, () => response.destroy());
    };
    const { cut } = await ask(path());
    await vi.waitFor(() => expect(outcomes.length).toBe(1));
    expect([at, cut, outcomes.map(({ kind }) => kind)]).toEqual([at, true, ["failed"]]);
  }
});

test("a redirect is passed on and not followed, and a failure is counted by its status", async () => {
  answer = (_, response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end();
  expect((await ask(path())).status).toBe(307);
  answer = (_, response) => response.writeHead(529, { "content-type": "application/json" }).end("{}");
  expect((await ask(path())).status).toBe(529);
  expect(seen.length).toBe(2);
  await vi.waitFor(() => expect(outcomes.length).toBe(2));
  expect(outcomes).toMatchObject([
    { kind: "failed", status: 307 },
    { kind: "failed", status: 529 },
  ]);
});
