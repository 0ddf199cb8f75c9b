// Tracks our requests over HTTP: which HTTP request carried which, with what status, and what the end of that HTTP
// request means.
import { isJsonObject, type JsonValue } from "../json/value.js";
import { CLIENT_LEFT, type HttpReply } from "../proxy/http-tap.js";
import type { Frame } from "../proxy/tap.js";
import type { RequestKey } from "./connection.js";
import { settles } from "../network/deadline.js";
import { requestKeyOf, type Requests } from "./requests.js";

const STATUS_WAIT = 1000;
const HEAD_CHARACTERS = 500;
const HANDSHAKES = new Set(["initialize", "server/discover"]);

/** Receives the requests that HTTP can no longer answer. */
export interface HttpLosses {
  /** The connection was refused, or broke off. */
  broken(reply: HttpReply, keys: RequestKey[]): void;
  /** The event stream of the old HTTP+SSE ended, so no more messages arrive. */
  streamEnded(): void;
  /** The response to `initialize` or `server/discover` ended without an answer. */
  unanswered(message: string): void;
  /** A 404, described by `message`. Returns false where there was no session to lose. */
  sessionLost(message: string): boolean;
  /** Whether the client requests the rest of a stream that was cut. */
  resumes(): boolean;
}

/** Follows the HTTP requests of one client. */
export class HttpRequests {
  private readonly transport: "shttp" | "sse";
  private readonly requests: Requests;
  private readonly losses: HttpLosses;
  /** The JSON-RPC requests in an HTTP request. */
  private readonly carried = new Map<number, RequestKey[]>();
  private readonly carrier = new Map<RequestKey, number>();
  private readonly statusByRequest = new Map<number, number>();
  /** Requests whose response was cut, and may arrive through another HTTP request. */
  private readonly cut = new Set<RequestKey>();
  private readonly statusSeen = new Map<number, () => void>();
  /** The last failed reply, for the message about a failed start. */
  failure: HttpReply | undefined;

  constructor(transport: "shttp" | "sse", requests: Requests, losses: HttpLosses) {
    this.transport = transport;
    this.requests = requests;
    this.losses = losses;
  }

  frame(frame: Frame): void {
    if (frame.from === "server" || frame.http === undefined) return this.requests.frame(frame);
    const keys = requestKeysOf(frame.message);
    // The SDK follows a redirect with the same message: it is sent again, but is not a new request.
    const again = keys.length > 0 && keys.every((key) => this.carrier.has(key));
    this.carried.set(frame.http.request, keys);
    for (const key of keys) this.carrier.set(key, frame.http.request);
    if (!again) this.requests.frame(frame);
  }

  status(request: number, status: number): void {
    this.statusByRequest.set(request, status);
    this.statusSeen.get(request)?.();
  }

  /** The status of the response to a request; over the old HTTP+SSE it may arrive after the answer. */
  async statusOf(key: RequestKey, wait: boolean): Promise<number | undefined> {
    const request = this.carrier.get(key);
    if (request === undefined) return undefined;
    if (wait && !this.statusByRequest.has(request)) {
      await settles(new Promise<void>((resolve) => this.statusSeen.set(request, resolve)), STATUS_WAIT);
    }
    return this.statusByRequest.get(request);
  }

  reply(reply: HttpReply): void {
    this.statusSeen.get(reply.request)?.();
    const { status, failure } = reply;
    const isStream = reply.method === "GET";
    const isFailure = failure !== undefined || status === undefined || status >= 400;
    // A server may refuse the GET stream of streamable HTTP, which is optional.
    if (isFailure && (!isStream || this.transport === "sse")) this.failure = reply;
    if (failure === CLIENT_LEFT) this.requests.exchanges.abandon(reply.request);
    const isResumption = isStream && this.transport === "shttp";
    const asked = isResumption ? [...this.cut] : (this.carried.get(reply.request) ?? []);
    const keys = asked.filter((key) => this.requests.isWaiting(key));
    this.carried.delete(reply.request);
    this.tellUnanswered(reply);
    if (status === 404 && keys.length > 0 && this.losses.sessionLost(describeStatus(reply))) return;
    if (isResumption) return this.endResumption(reply, keys);
    if (reply.resumable && status === 200 && failure !== CLIENT_LEFT && this.losses.resumes()) {
      for (const key of keys) this.cut.add(key);
      return;
    }
    if (isStream && this.transport === "sse" && status === 200) this.losses.streamEnded();
    if (failure !== undefined || status === undefined) this.losses.broken(reply, keys);
    // The SDK follows a redirect, and 202 says that the answer arrives in another way.
    else if (status >= 400) this.fail(keys, describeStatus(reply));
    else if (status < 300 && status !== 202 && !reply.resumable) {
      this.fail(keys, `HTTP ${status} without a JSON-RPC response${quote(reply.head)}`);
    }
  }

  /** Handles the end of a GET. If it was cut again, it is requested again; if that fails, no more messages arrive. */
  private endResumption(reply: HttpReply, keys: RequestKey[]): void {
    const { status } = reply;
    if (status === undefined && !reply.connected) this.losses.broken(reply, keys);
    else if (status !== undefined && status >= 400 && status < 500) this.fail(keys, describeStatus(reply));
  }

  /** Reports a handshake without an answer, which the SDK would wait for until its time-out. */
  private tellUnanswered({ request, status, failure, resumable, problem, head }: HttpReply): void {
    if (status === undefined || status >= 300 || status === 202 || resumable || failure === CLIENT_LEFT) return;
    const open = this.requests.exchanges
      .open()
      .find(({ httpRequest, method }) => httpRequest === request && HANDSHAKES.has(method));
    if (open === undefined) return;
    const why = [failure === undefined ? undefined : `the connection broke off (${failure})`, problem].filter(
      (reason) => reason !== undefined,
    );
    const said = why.length === 0 ? quote(head) : `: ${why.join(", ")}`;
    this.losses.unanswered(`${open.method} was answered with HTTP ${status} without a JSON-RPC response${said}`);
  }

  private fail(keys: RequestKey[], message: string): void {
    for (const key of keys) this.requests.fail(key, "http", message);
  }
}

/** "HTTP 500: Internal error". */
export function describeStatus({ status, head }: HttpReply): string {
  return `HTTP ${status}${quote(head)}`;
}

function quote(head: string): string {
  const text = head.trim();
  if (text === "") return "";
  return `: ${text.length > HEAD_CHARACTERS ? `${text.slice(0, HEAD_CHARACTERS)}…` : text}`;
}

function requestKeysOf(message: JsonValue | undefined): RequestKey[] {
  const messages = Array.isArray(message) ? message : [message];
  return messages.flatMap((single) => {
    if (!isJsonObject(single) || typeof single["method"] !== "string") return [];
    return single["id"] === undefined ? [] : [requestKeyOf(single["id"], single["params"])];
  });
}
