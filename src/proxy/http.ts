// Runs a reverse proxy on loopback in front of an upstream: sends each request once, and passes bytes, raw headers and
// streams unchanged, chunk by chunk. The tap gets copies. Sessions, resumption and authorization are left to client and
// server.
import http from "node:http";
import type https from "node:https";
import type { AddressInfo } from "node:net";
import { buildForwardedHeaders, isLoopbackHost, isLoopbackOrigin } from "./http-headers.js";
import { CLIENT_LEFT, tapRequest, type HttpCopy, type HttpTap } from "./http-tap.js";

/** Agents and servers of MCP put tokens into headers, so Node's own limit of 16 KB is soon reached. */
const MAX_HEADER_BYTES = 128 * 1024;

const TOO_MANY_HEADERS = "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n";

const NOTHING = Buffer.alloc(0);

export interface HttpProxyOptions {
  /** Only its protocol, host and port are used. */
  upstream: URL;
  tap: HttpTap;
  /**
   * The clients that the proxy serves: `loopback`, any client of this machine (it refuses requests that name another
   * host or come from a foreign page); or the client in this process, which names the upstream's own host, as no other
   * client would.
   */
  serves: "loopback" | { host: string };
  /** Default: a free port. */
  port?: number;
  /** Called once if the tap throws; the traffic goes on. */
  onTapFault?: (error: unknown) => void;
}

export interface HttpProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the proxy on 127.0.0.1. An upstream that cannot be reached is answered with 502 and the reason. */
export async function startHttpProxy(options: HttpProxyOptions): Promise<HttpProxy> {
  const { upstream, serves } = options;
  const library = upstream.protocol === "https:" ? (await import("node:https")).default : http;
  // A new socket for each request: a stale one would cause a failure that we may not retry.
  const agent = new library.Agent({ keepAlive: false });
  const port = (): number => portOf(server.address());
  let count = 0;
  const way: Way = {
    options,
    library,
    agent,
    isOwn: (host) => host === `127.0.0.1:${port()}` || host === `localhost:${port()}`,
  };
  const server = http.createServer(
    { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0, maxHeaderSize: MAX_HEADER_BYTES },
    (req, res) => {
      const refusal = serves === "loopback" ? foreignPage(req) : foreignHost(req, serves.host);
      if (refusal === undefined) forward(req, res, tapRequest(options.tap, ++count, req, options.onTapFault), way);
      else res.writeHead(403, { "content-type": "text/plain" }).end(`${refusal}\n`);
    },
  );
  // By default, Node silently drops all headers after the first thousand. The limit in bytes is set above.
  server.maxHeadersCount = 0;
  server.on("clientError", (error, socket) => {
    const isTooMuch = "code" in error && error.code === "HPE_HEADER_OVERFLOW";
    if (isTooMuch && socket.writable) socket.end(TOO_MANY_HEADERS);
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  return {
    port: port(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}

/** How requests go up. */
interface Way {
  options: HttpProxyOptions;
  library: Pick<typeof http, "request">;
  agent: http.Agent;
  /** Whether a client's `Host` is the proxy's own. */
  isOwn: (host: string | undefined) => boolean;
}

/** Sends a request up, and its response down. */
function forward(req: http.IncomingMessage, res: http.ServerResponse, copy: HttpCopy, way: Way): void {
  const { upstream } = way.options;
  const refuse = (error: unknown, message: string): void => {
    copy.end(reasonOf(error));
    if (res.headersSent) res.destroy();
    else if (!res.destroyed) res.writeHead(502, { "content-type": "text/plain" }).end(`${message}\n`);
  };
  let out: http.ClientRequest;
  try {
    out = way.library.request(buildRequest(req, way));
  } catch (error) {
    refuse(error, reasonOf(error));
    return;
  }
  const connected = upstream.protocol === "https:" ? "secureConnect" : "connect";
  out.maxHeadersCount = 0;
  out.on("socket", (socket) => socket.once(connected, () => copy.connected()));
  out.on("response", (answer) => {
    copy.response(answer);
    try {
      startResponse(res, answer);
    } catch (error) {
      copy.end(reasonOf(error));
      out.destroy();
      res.destroy();
      return;
    }
    answer.on("data", copy.serverChunk);
    answer.pipe(res);
    answer.on("end", () => copy.end());
    answer.on("error", (error) => {
      copy.end(reasonOf(error));
      res.destroy();
    });
  });
  out.on("error", (error) => refuse(error, `${upstream.origin} cannot be reached: ${reasonOf(error)}`));
  req.on("data", copy.clientChunk);
  req.on("end", () => copy.clientEnd());
  req.pipe(out);
  // A client that goes away takes its request with it.
  res.on("close", () => {
    if (!res.writableFinished) out.destroy(new Error(CLIENT_LEFT));
  });
  req.on("error", () => out.destroy());
}

/** The request to the upstream: the client's own, with the upstream's name where it named the proxy. */
// The types of Node 20 do not know `setDefaultHeaders`.
function buildRequest(
  req: http.IncomingMessage,
  { options: { upstream }, agent, isOwn }: Way,
): https.RequestOptions & { setDefaultHeaders: boolean } {
  const { host } = req.headers;
  const headers = buildForwardedHeaders(req.rawHeaders, isOwn(host) ? upstream.host : undefined);
  if (host === undefined) headers.push("Host", upstream.host);
  if (req.headers["transfer-encoding"] !== undefined) headers.push("Transfer-Encoding", "chunked");
  // As the agent does it. From Node 22 on it leaves that to whoever wants no default headers.
  headers.push("Connection", "close");
  return {
    hostname: upstream.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: upstream.port,
    method: req.method,
    path: req.url,
    headers,
    agent,
    setDefaultHeaders: false,
    maxHeaderSize: MAX_HEADER_BYTES,
  };
}

/** Throws where Node refuses to write what it has read, such as a status below 100. */
function startResponse(res: http.ServerResponse, answer: http.IncomingMessage): void {
  res.sendDate = false;
  res.writeHead(answer.statusCode ?? 502, answer.statusMessage, buildForwardedHeaders(answer.rawHeaders));
  // Not flushHeaders(), which writes them as UTF-8: a header's bytes above 127 would become two.
  res.write(NOTHING);
}

function foreignHost(req: http.IncomingMessage, host: string): string | undefined {
  return req.headers.host === host ? undefined : "This proxy serves one client only.";
}

function foreignPage(req: http.IncomingMessage): string | undefined {
  const { host, origin } = req.headers;
  if (host !== undefined && !isLoopbackHost(host)) return `Host ${host} is not this machine.`;
  if (origin !== undefined && !isLoopbackOrigin(origin)) return `Origin ${origin} is not this machine.`;
  return undefined;
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** `ECONNREFUSED`, or another description. An AggregateError (one error per address) has no message of its own. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return code ?? (error.message === "" ? error.name : error.message);
}
