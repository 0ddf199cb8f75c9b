// Connects an SDK to an HTTP server at its real URL, whether we start the server or not, with its sockets pinned to the
// loopback proxy.
import type { Transport as ModernTransport } from "@modelcontextprotocol/client";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { setTimeout as sleep } from "node:timers/promises";
import { McpvalsError, messageOf } from "../errors.js";
import { startHttpProxy, type HttpProxy } from "../proxy/http.js";
import type { HttpReply } from "../proxy/http-tap.js";
import type { ServerConfig } from "../config/schema.js";
import type { Answering } from "./answering.js";
import type { Connection, RequestKey } from "./connection.js";
import { settles, TimedOut } from "../network/deadline.js";
import { startHttpProcess, type HttpProcess } from "./http-process.js";
import { fetchEvents } from "./event-fetch.js";
import { describeStatus, HttpRequests } from "./http-requests.js";
import { negotiate, type ProtocolWish } from "./negotiate.js";
import { createPinnedFetch, type PinnedFetch } from "./pinned-fetch.js";
import type { Requests } from "./requests.js";
import { ServerFailure } from "./session.js";
import type { StartOptions, Wire } from "./wire.js";

type HttpServer = Exclude<ServerConfig, { transport: "stdio" }>;
/**
 * Turns of 5 ms to wait, after the server's exit, for answers in progress. Turns rather than a time, because this
 * process may have been busy.
 */
const LAST_ANSWER_TURNS = 20;
const POLITE = 1000;

interface SdkTransport extends Transport {
  terminateSession?: () => Promise<void>;
}

/** Starts the server first if it is ours, and connects. Rejects with ServerFailure, or McpvalsError. */
// oxlint-disable-next-line max-lines-per-function -- a circle at run time: the traffic ends the transport, which runs through the proxy, which feeds the traffic
export async function startHttpWire(
  server: HttpServer,
  options: StartOptions & { protocol: ProtocolWish; answering: Answering },
  requests: Requests,
): Promise<Wire> {
  const url = parseUrl(server.url);
  const process = server.command === undefined ? undefined : await startHttpProcess(server.command, url, options);
  if (process !== undefined) void endWith(process, requests);
  let closing = false;
  const handshake = new AbortController();
  const traffic = new HttpRequests(server.transport, requests, {
    broken: (reply, keys) => void tellBroken(reply, keys, url, process, requests),
    streamEnded: () => {
      if (closing) return;
      // The SDK would connect again, to a session without the state of this one.
      void legacy?.close();
      void tellStreamEnded(process, requests);
    },
    unanswered: (message) => handshake.abort(new ServerFailure("start", message)),
    sessionLost: (message) => {
      if (legacy?.sessionId === undefined) return false;
      // A new session has no state of this one, and what is judged would be another server.
      requests.end(`the server dropped the session (${message})`);
      return true;
    },
    resumes: () => legacy !== undefined,
  });
  const proxy = await startTappedProxy(server, url, traffic, requests);
  const pinned = await createPinnedFetch(proxy.port);
  let legacy: SdkTransport | undefined;
  let modern: ModernTransport | undefined;
  let connection: Connection | undefined;
  const carriers = {
    legacy: async () => (legacy = await createTransport(server, url, pinned)),
    modern:
      server.transport === "sse" ? undefined : async () => (modern = await createModernTransport(server, url, pinned)),
  };

  async function close(): Promise<void> {
    closing = true;
    if (legacy?.sessionId !== undefined && requests.ended() === undefined) {
      await settles(legacy.terminateSession?.() ?? Promise.resolve(), POLITE);
    }
    await connection?.close();
    await legacy?.close();
    await modern?.close();
    await pinned.close();
    await proxy.close();
    await process?.stop();
  }
  try {
    const note = (finding: string): void => void requests.notes.push(finding);
    const signal = AbortSignal.any([handshake.signal, ...(options.signal === undefined ? [] : [options.signal])]);
    connection = await negotiate(carriers, options.protocol, { ...options, note, signal }, requests);
  } catch (error) {
    const gone = await process?.end();
    await close();
    options.signal?.throwIfAborted();
    if (gone !== undefined) throw new ServerFailure("start", gone);
    throw buildStartError(error, traffic.failure, url, process !== undefined, options.timeout);
  }
  return {
    carrier: "http",
    connection,
    clock: process === undefined ? undefined : process.clock(),
    httpStatus: (key, wait) => traffic.statusOf(key, wait),
    stderr: () => process?.output() ?? "",
    close,
  };
}

async function startTappedProxy(
  server: HttpServer,
  url: URL,
  traffic: HttpRequests,
  requests: Requests,
): Promise<HttpProxy> {
  return startHttpProxy({
    upstream: url,
    serves: { host: hostOf(server, url) },
    tap: {
      frame: (frame) => traffic.frame(frame),
      status: (request, status) => traffic.status(request, status),
      reply: (reply) => traffic.reply(reply),
    },
    onTapFault: (error) => requests.tapFault(error),
  });
}

/** Ends the requests once a server of ours is gone, and its last answers are read. */
async function endWith(process: HttpProcess, requests: Requests): Promise<void> {
  await process.exited;
  for (let turn = 0; turn < LAST_ANSWER_TURNS; turn += 1) await sleep(5);
  requests.end((await process.end()) ?? "the server is gone");
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) {
    if (url.username === "" && url.password === "") return url;
    throw new McpvalsError("CONFIG_INVALID", `server.url holds a user name or a password: ${show(url)}`, {
      fix: 'Send them as a header: "headers": { "Authorization": "Basic ${CREDENTIALS}" }.',
    });
  }
  throw new McpvalsError("CONFIG_INVALID", `server.url is not an http(s) URL: ${text}`, {
    fix: 'Write it in full, for example "http://127.0.0.1:3000/mcp".',
  });
}

/** The URL without the parts that may be secret: user name, password, query. */
function show({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search === "" ? "" : "?…"}`;
}

async function createTransport(server: HttpServer, url: URL, { fetch }: PinnedFetch): Promise<SdkTransport> {
  const options = { fetch: fetchEvents(fetch), requestInit: { headers: server.headers ?? {} } };
  if (server.transport === "sse") {
    const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
    return new SSEClientTransport(url, options);
  }
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  return new StreamableHTTPClientTransport(url, options);
}

async function createModernTransport(server: HttpServer, url: URL, { fetch }: PinnedFetch): Promise<ModernTransport> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  return new StreamableHTTPClientTransport(url, {
    fetch: fetchEvents(fetch),
    requestInit: { headers: server.headers ?? {} },
  });
}

/** The host that the client names: the URL's, unless the config's headers set another. */
function hostOf(server: HttpServer, url: URL): string {
  const named = Object.entries(server.headers ?? {}).find(([name]) => name.toLowerCase() === "host");
  return named?.[1] ?? url.host;
}

async function tellStreamEnded(process: HttpProcess | undefined, requests: Requests): Promise<void> {
  requests.end((await process?.end()) ?? "the server closed its event stream");
}

async function tellBroken(
  reply: HttpReply,
  keys: readonly RequestKey[],
  url: URL,
  process: HttpProcess | undefined,
  requests: Requests,
): Promise<void> {
  if (keys.length === 0) return;
  const gone = await process?.end();
  const message = `${url.origin} ${reply.connected ? "broke off the connection" : "cannot be reached"}: ${reply.failure}`;
  if (gone !== undefined) requests.end(gone);
  else if (!reply.connected) requests.end(message);
  else for (const key of keys) requests.fail(key, "http", message);
}

/** True where fetch refused the port without trying. */
function isBlocked(error: unknown): boolean {
  // The SSE client passes on only the message.
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (/(?:^|fetch failed: )bad port$/.test(cause.message)) return true;
  }
  return false;
}

/**
 * The error for a failed connection: a ServerFailure for a fault of the server, a McpvalsError for a fault outside it.
 */
function buildStartError(
  error: unknown,
  failure: HttpReply | undefined,
  url: URL,
  isOurs: boolean,
  timeout: number,
): McpvalsError | ServerFailure {
  const status = failure?.status;
  if (error instanceof ServerFailure) return error;
  if (failure === undefined && isBlocked(error)) {
    return new McpvalsError("SERVER_UNREACHABLE", `The server's URL cannot be reached: ${show(url)}`, {
      evidence: `No client connects to port ${url.port}: the Fetch standard reserves it for other services.`,
      fix: 'Let the server listen on another port, and correct "url".',
      cause: error,
    });
  }
  if (failure !== undefined && !failure.connected && !isOurs) {
    return new McpvalsError("SERVER_UNREACHABLE", `The server's URL cannot be reached: ${show(url)}`, {
      evidence: error instanceof TimedOut ? `No connection within ${timeout} ms.` : failure.failure,
      fix: 'Start the server, correct "url", or let mcpvals start it with "command" beside "url".',
      cause: error,
    });
  }
  if (failure !== undefined && (status === 401 || status === 403 || status === 407)) {
    return new McpvalsError("SERVER_UNREACHABLE", `The server refuses us: ${show(url)} answers HTTP ${status}`, {
      evidence: failure.head.trim(),
      fix: 'Set "headers" of the server, for example "Authorization": "Bearer ${TOKEN}".',
      cause: error,
    });
  }
  if (error instanceof TimedOut) {
    return new ServerFailure("start", `the server did not answer initialize within ${timeout} ms`);
  }
  if (failure !== undefined && status !== undefined && status >= 400) {
    return new ServerFailure("start", `the server could not be connected: ${describeStatus(failure)}`);
  }
  if (failure !== undefined && status === undefined) {
    return new ServerFailure("start", `${url.origin} broke off the connection: ${failure.failure}`);
  }
  return new ServerFailure("start", `initialize failed: ${messageOf(error)}`);
}
