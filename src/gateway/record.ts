// Forwards an agent's requests to the upstream, and reads the whole messages that come back. Failed tries are counted,
// never kept as answers.
import { buildMessage } from "../agent/anthropic/message-stream.js";
import { readLossless } from "../json/read-json.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import { findDecompress } from "../proxy/decompress.js";
import { SseEvents } from "../proxy/sse-events.js";
import { readAgentRequest, type AgentRequest } from "./agent-request.js";
import { forward, type ForwardReader, type Upstream } from "./forward.js";
import type { GatewayHandler, GatewayRequest } from "./server.js";

/** How the upstream answered a request for a message. */
export type Outcome =
  | { kind: "message"; message: JsonObject; streamed: boolean; ms: number }
  /** `status`: undefined where no response came; 200 where its stream broke off. */
  | { kind: "failed"; status: number | undefined; why: string };

export interface RecordListener {
  /** Credentials in what passes, before anything of it is kept. */
  credentials(rawHeaders: readonly string[]): void;
  /** A request for a message has come, and is on its way. Returns what is to be told of its end. */
  request(request: AgentRequest, from: GatewayRequest): (outcome: Outcome) => void;
  /** The upstream counted the tokens of a request. */
  tokens(request: JsonObject, count: number): void;
}

/** The handler that records. `now` in milliseconds. */
export function recordRequests(upstream: Upstream, listener: RecordListener, now: () => number): GatewayHandler {
  return async (request, response) => {
    const [path = ""] = request.path.split("?");
    listener.credentials(request.rawHeaders);
    const from = now();
    const collected: Uint8Array[] = [];
    const facts = { status: 0, type: "", encoding: "" };
    let broke: string | undefined;
    let read: Read | undefined;
    const reader: ForwardReader = {
      head(status, headers) {
        facts.status = status;
        facts.type = String(headers["content-type"] ?? "");
        facts.encoding = String(headers["content-encoding"] ?? "");
        // While the upstream works, not before.
        read ??= readRequest(request, path, listener);
      },
      chunk: (bytes) => void collected.push(bytes),
      end: (why) => void (broke = why),
    };
    const forwarding = forward(request, response, upstream, reader);
    // The request is under way; now there is time to read it.
    setImmediate(() => (read ??= readRequest(request, path, listener)));
    await forwarding;
    read ??= readRequest(request, path, listener);
    if (read.kind === "other") return;
    const bytes = await decoded(Buffer.concat(collected), facts.encoding);
    if (read.kind === "tokens") {
      const counted = readLossless(bytes.toString());
      const count = isJsonObject(counted) ? counted["input_tokens"] : undefined;
      if (facts.status === 200 && typeof count === "number") listener.tokens(read.body, count);
      return;
    }
    read.end(readOutcome(bytes, facts, broke, Math.round(now() - from)));
  };
}

type Read =
  | { kind: "message"; end: (outcome: Outcome) => void }
  | { kind: "tokens"; body: JsonObject }
  | { kind: "other" };

function readRequest(request: GatewayRequest, path: string, listener: RecordListener): Read {
  if (request.method !== "POST") return { kind: "other" };
  const body = readLossless(request.body.toString());
  if (path === "/v1/messages/count_tokens" && isJsonObject(body)) return { kind: "tokens", body };
  const asked = path === "/v1/messages" ? readAgentRequest(body) : undefined;
  return asked === undefined ? { kind: "other" } : { kind: "message", end: listener.request(asked, request) };
}

function readOutcome(
  bytes: Buffer,
  { status, type }: { status: number; type: string },
  broke: string | undefined,
  ms: number,
): Outcome {
  if (status === 0) return { kind: "failed", status: undefined, why: broke ?? "no answer" };
  if (status !== 200) return { kind: "failed", status, why: bytes.toString().slice(0, 4000) };
  if (broke !== undefined) return { kind: "failed", status, why: broke };
  if (!type.includes("event-stream")) {
    const message = readLossless(bytes.toString());
    if (isJsonObject(message) && Array.isArray(message["content"]))
      return { kind: "message", message, streamed: false, ms };
    return { kind: "failed", status, why: "no message" };
  }
  const events = new SseEvents().push(bytes).map(({ data }) => readLossless(data));
  const built = buildMessage(events);
  if (built.kind === "broken") return { kind: "failed", status, why: built.why };
  return { kind: "message", message: built.message, streamed: true, ms };
}

/** The bytes without the compression that the upstream chose although nobody asked for one; empty where it is unknown. */
async function decoded(bytes: Buffer, encoding: string): Promise<Buffer> {
  const start = findDecompress(encoding);
  if (start === "plain") return bytes;
  const stream = start?.(bytes.subarray(0, 1));
  stream?.end(bytes);
  const parts: Buffer[] = [];
  try {
    for await (const part of stream ?? []) if (part instanceof Buffer) parts.push(part);
  } catch {
    return Buffer.alloc(0);
  }
  return Buffer.concat(parts);
}
