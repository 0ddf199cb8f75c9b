// Forwards an agent's requests to the upstream, and reads the whole messages that come back. Failed tries are counted,
// never kept as answers.
import { setImmediate } from "node:timers/promises";
import { buildMessage } from "../agent/anthropic/message-stream.js";
import { readLossless } from "../json/read-json.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import { findDecompress } from "../proxy/decompress.js";
import { SseEvents } from "../proxy/sse-events.js";
import type { AgentRequest } from "./agent-request.js";
import { forward, type ForwardReader, type Upstream } from "./forward.js";
import { RequestReader } from "./request-reader.js";
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
  const requests = new RequestReader();
  return async (request, response) => {
    listener.credentials(request.rawHeaders);
    const from = now();
    const collected: Uint8Array[] = [];
    const facts = { status: 0, type: "", encoding: "" };
    let broke: string | undefined;
    const reader: ForwardReader = {
      head(status, headers) {
        facts.status = status;
        facts.type = String(headers["content-type"] ?? "");
        facts.encoding = String(headers["content-encoding"] ?? "");
      },
      chunk: (bytes) => void collected.push(bytes),
      end: (why) => void (broke = why),
    };
    const reading = async (): Promise<Read | undefined> => {
      const body = await request.body.whole();
      // The request is on its way; now there is time to read it.
      await setImmediate();
      return body === undefined ? undefined : readRequest(request, body, requests, listener);
    };
    const [read] = await Promise.all([reading(), forward(request, response, upstream, reader)]);
    const ms = Math.round(now() - from);
    if (read === undefined) return;
    // The agent has its answer first.
    await setImmediate();
    const bytes = await decoded(Buffer.concat(collected), facts.encoding);
    if (read.kind === "tokens") {
      const counted = readLossless(bytes.toString());
      const count = isJsonObject(counted) ? counted["input_tokens"] : undefined;
      if (facts.status === 200 && typeof count === "number") listener.tokens(read.body, count);
      return;
    }
    read.end(readOutcome(bytes, facts, broke, ms));
  };
}

type Read = { kind: "message"; end: (outcome: Outcome) => void } | { kind: "tokens"; body: JsonObject };

/** Undefined for what asks for no message and no count. */
function readRequest(
  request: GatewayRequest,
  body: Buffer,
  requests: RequestReader,
  listener: RecordListener,
): Read | undefined {
  if (request.method !== "POST") return undefined;
  const [path] = request.path.split("?");
  if (path === "/v1/messages/count_tokens") {
    const counted = readLossless(body.toString());
    return isJsonObject(counted) ? { kind: "tokens", body: counted } : undefined;
  }
  const asked = path === "/v1/messages" ? requests.read(body) : undefined;
  return asked === undefined ? undefined : { kind: "message", end: listener.request(asked, request) };
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
