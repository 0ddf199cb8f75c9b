// Checks the headers of a request, with its message, and returns the refusal where they are wrong.
import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject, type JsonValue } from "../../json/value.js";
import { isLoopbackHost, isLoopbackOrigin } from "../../proxy/http-headers.js";
import { readEnvelope } from "./envelope.js";
import type { RpcError } from "./outlet.js";

/**
 * Refuses web pages of other origins: a name that resolves to this machine (DNS rebinding) is in `Host`, the page's own
 * name in `Origin`.
 */
export function refuseForeign({ host, origin }: IncomingHttpHeaders): RpcError | undefined {
  if (host === undefined || !isLoopbackHost(host)) {
    return { code: -32000, message: `Invalid Host: ${host ?? "none"}`, status: 403 };
  }
  if (origin !== undefined && !isLoopbackOrigin(origin)) {
    return { code: -32000, message: `Invalid Origin: ${origin}`, status: 403 };
  }
  return undefined;
}

/** Refuses a body that is not JSON, and a client that cannot read an event stream. */
export function refuseMedia(headers: IncomingHttpHeaders): RpcError | undefined {
  const type = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    return { code: -32000, message: "Unsupported Media Type: Content-Type must be application/json", status: 415 };
  }
  const accept = headers.accept ?? "*/*";
  if (accept.includes("*/*") || (accept.includes("application/json") && accept.includes("text/event-stream"))) {
    return undefined;
  }
  const message = "Not Acceptable: Client must accept both application/json and text/event-stream";
  return { code: -32000, message, status: 406 };
}

/** Modern era: the field that `Mcp-Name` repeats. */
const NAMED: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/** Modern era: refuses a request whose headers and body disagree. */
export function refuseMismatch(headers: IncomingHttpHeaders, message: JsonValue): RpcError | undefined {
  if (!isJsonObject(message) || typeof message["method"] !== "string" || message["id"] === undefined) return undefined;
  const { method, params } = message;
  const { version } = readEnvelope(params);
  // A request without an envelope is of another era, and gets the error for that elsewhere.
  if (version === undefined) return undefined;
  const field = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined;
  const name = field !== undefined && isJsonObject(params) ? params[field] : undefined;
  const pairs: [header: string, body: JsonValue | undefined][] = [
    ["mcp-protocol-version", version],
    ["mcp-method", method],
    ...(typeof name === "string" ? [["mcp-name", name] satisfies [string, string]] : []),
  ];
  for (const [header, body] of pairs) {
    const value = decode(headers[header]);
    if (value === body) continue;
    return {
      code: -32020,
      message: `Bad Request: the request headers and body disagree: ${header} is ${value ?? "missing"}`,
      data: { mismatch: { header: value ?? "(missing)", body: body ?? null } },
      status: 400,
    };
  }
  return undefined;
}

/** A header's value; a value that does not fit into a header is written as `=?base64?…?=`. */
function decode(value: string | string[] | undefined): string | undefined {
  if (typeof value !== "string") return undefined;
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, "base64").toString("utf8");
}
