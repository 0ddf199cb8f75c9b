// Serves the Messages API on loopback to one agent: only requests with the token of this run in their path reach the
// handler. It must not know what a request asks.
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { collectPassed } from "../collect-garbage.js";
import { isLoopbackHost } from "../proxy/http-headers.js";
import { RequestBody } from "./request-body.js";

/** A request that came with the right token. */
export interface GatewayRequest {
  method: string;
  /** Without the token, with its query: `/v1/messages?beta=true`. */
  path: string;
  /** The headers as they came, in pairs. */
  rawHeaders: string[];
  headers: IncomingMessage["headers"];
  body: RequestBody;
}

export type GatewayHandler = (request: GatewayRequest, response: ServerResponse) => Promise<void>;

export interface GatewayServer {
  /** With the token: what ANTHROPIC_BASE_URL takes. */
  url: string;
  port: number;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** Bytes of a request: more than the API takes (32 MB). */
const LARGEST = 64 * 1024 * 1024;

/** Listens on a free port of 127.0.0.1. `onFault` receives what a handler throws. */
export async function startGatewayServer(
  handle: GatewayHandler,
  onFault: (error: unknown) => void,
): Promise<GatewayServer> {
  const token = randomBytes(24).toString("base64url");
  const prefix = `/${token}`;
  const server = createServer((request, response) => {
    // A stranger gets nothing, and does not learn why.
    if (!isLoopbackHost(request.headers.host ?? "") || !startsWith(request.url, prefix)) {
      request.resume();
      response.writeHead(404, { connection: "close" }).end();
      return;
    }
    if (Number(request.headers["content-length"]) > LARGEST) return refuseLarge(response);
    serve(request, response, prefix, handle).catch((error: unknown) => {
      onFault(error);
      response.destroy();
    });
  });
  // A model may think for many minutes before its first byte.
  server.requestTimeout = 0;
  server.headersTimeout = 60_000;
  server.timeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const port = portOf(server.address());
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  prefix: string,
  handle: GatewayHandler,
): Promise<void> {
  const { method = "", rawHeaders, headers, url = "" } = request;
  const body = new RequestBody(request, LARGEST);
  await handle({ method, path: url.slice(prefix.length) || "/", rawHeaders, headers, body }, response);
  // The agent has its answer.
  body.release();
  collectPassed(body.size);
}

/** The token ends where the path goes on. Takes as long for a wrong token as for a right one. */
function startsWith(url: string | undefined, prefix: string): boolean {
  const given = url ?? "";
  let differs = given.length < prefix.length ? 1 : 0;
  for (let at = 0; at < prefix.length; at += 1) differs |= (given.charCodeAt(at) || 0) ^ prefix.charCodeAt(at);
  return differs === 0 && ["", "/", "?"].includes(given.charAt(prefix.length));
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** For a request that is too large, or that broke off. */
export function refuseLarge(response: ServerResponse): void {
  response.writeHead(413, { connection: "close" }).end();
}

/** Sends a JSON body. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
