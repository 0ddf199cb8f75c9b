// Forwards a request to the upstream and its response back, byte for byte and chunk by chunk. A reader gets copies,
// after the agent got the bytes.
import type { ServerResponse } from "node:http";
import type { Dispatcher } from "undici";
import { messageOf } from "../errors.js";
import type { GatewayRequest } from "./server.js";

export interface Upstream {
  /** `https://api.anthropic.com`, or what else the agent would use; without a slash at its end. */
  url: string;
  dispatcher: Dispatcher;
}

/** What came back. Called in this order, `end` once and last. */
export interface ForwardReader {
  head(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void;
  chunk(bytes: Uint8Array): void;
  /** `broke`: why it did not end as it should. */
  end(broke?: string): void;
}

/** Headers that belong to one connection; `accept-encoding` is ours, so that the copy can be read. */
const OF_CONNECTION = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "proxy-connection",
  "host",
  "content-length",
  "accept-encoding",
  "expect",
]);

/** Follows no redirect and repeats nothing: that is left to the agent. Resolves when the response has ended. */
export async function forward(
  { method, path, rawHeaders, body }: GatewayRequest,
  response: ServerResponse,
  { url, dispatcher }: Upstream,
  reader: ForwardReader,
): Promise<void> {
  const { request } = (await import("undici")).default;
  const left = new AbortController();
  response.once("close", () => left.abort());
  let broke: string | undefined;
  try {
    const answer = await request(url + path, {
      method: isMethod(method) ? method : "POST",
      headers: [...keptHeaders(rawHeaders), "accept-encoding", "identity"],
      ...(body.length > 0 && { body }),
      dispatcher,
      signal: left.signal,
    });
    reader.head(answer.statusCode, answer.headers);
    response.writeHead(answer.statusCode, responseHeaders(answer.headers));
    response.flushHeaders();
    for await (const chunk of answer.body) {
      if (!(chunk instanceof Uint8Array)) continue;
      if (!response.write(chunk)) await drained(response);
      reader.chunk(chunk);
    }
    response.end();
  } catch (error) {
    broke = left.signal.aborted ? "the agent closed the connection" : messageOf(error);
    if (response.headersSent) response.destroy();
    else failUpstream(response, broke);
  }
  reader.end(broke);
}

function failUpstream(response: ServerResponse, why: string): void {
  const message = `mcpvals: the upstream could not be reached: ${why}`;
  response.writeHead(502, { "content-type": "application/json" });
  response.end(JSON.stringify({ type: "error", error: { type: "api_error", message } }));
}

function keptHeaders(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = [rawHeaders[at], rawHeaders[at + 1]];
    if (!OF_CONNECTION.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

function responseHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && (name === "content-length" || !OF_CONNECTION.has(name))) kept[name] = value;
  }
  return kept;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

function isMethod(method: string): method is (typeof METHODS)[number] {
  return METHODS.some((one) => one === method);
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off("drain", go);
      response.off("close", go);
      resolve();
    };
    response.once("drain", go);
    response.once("close", go);
  });
}
