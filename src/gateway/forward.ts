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
  "accept-encoding",
  "expect",
]);

/**
 * Passes the request on while it comes. Follows no redirect and repeats nothing: that is left to the agent. Resolves when
 * the response has ended.
 */
export async function forward(
  request: GatewayRequest,
  response: ServerResponse,
  { url, dispatcher }: Upstream,
  reader: ForwardReader,
): Promise<void> {
  const { method, path, rawHeaders, headers, body } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  const broke = await new Promise<string | undefined>((resolve) => {
    const handler = new ResponseHandler(response, reader, resolve);
    response.once("close", () => handler.leave());
    try {
      const { origin, pathname, search } = new URL(url + path);
      dispatcher.dispatch(
        {
          origin,
          path: pathname + search,
          method: isMethod(method) ? method : "POST",
          headers: [...keptHeaders(rawHeaders), "accept-encoding", "identity"],
          ...(hasBody && { body: body.stream() }),
        },
        handler,
      );
    } catch (error) {
      handler.onResponseError(undefined, error);
    }
  });
  reader.end(broke);
}

/** Hands the response on in the same moment in which its bytes come. */
class ResponseHandler implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private hasLeft = false;
  /** True once the head of the response has gone to the agent. */
  private hasBegun = false;

  /** `ended`: with why it did not end as it should. */
  constructor(
    private readonly response: ServerResponse,
    private readonly reader: ForwardReader,
    private readonly ended: (broke: string | undefined) => void,
  ) {}

  /** The agent has closed its connection, or all was sent. */
  leave(): void {
    this.hasLeft = true;
    this.controller?.abort(new Error(LEFT));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.hasLeft) controller.abort(new Error(LEFT));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) return;
    const { response } = this;
    this.reader.head(status, headers);
    response.writeHead(status, responseHeaders(headers));
    // Together with the first bytes of the body, where they have come with it.
    process.nextTick(() => {
      if (!this.hasBegun) response.flushHeaders();
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { response } = this;
    this.hasBegun = true;
    if (!response.write(chunk)) {
      controller.pause();
      response.once("drain", () => controller.resume());
    }
    this.reader.chunk(chunk);
  }

  onResponseEnd(): void {
    this.hasBegun = true;
    this.response.end();
    this.ended(undefined);
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: unknown): void {
    const broke = this.hasLeft ? LEFT : messageOf(error);
    this.hasBegun = true;
    if (this.response.headersSent) this.response.destroy();
    else failUpstream(this.response, broke);
    this.ended(broke);
  }
}

const LEFT = "the agent closed the connection";

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
