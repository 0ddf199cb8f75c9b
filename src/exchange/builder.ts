// Frames in, exchanges out: requests and responses matched by id, type and direction, and what belongs to them put under
// them. Facts only: it waits for nothing, makes no message, and knows no transport but by the frames' HTTP numbers.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Frame, Side } from "../proxy/tap.js";
import type { ServerRequest } from "../trace/trace.js";
import { exchangeKey, type Exchange } from "./exchange.js";
import { Findings } from "./findings.js";
import { classifyMessage, type Answer, type Message } from "./message.js";

export interface ExchangeListener {
  /** An exchange has its answer. */
  onAnswered?: (exchange: Exchange) => void;
  /** Every notification of the server, also those that belong to no exchange. */
  onNotification?: (method: string) => void;
}

type Request = Extract<Message, { kind: "request" }>;
type ToldNotification = Extract<Message, { kind: "notification" }>;
type Response = Extract<Message, { kind: "response" }>;

/** Builds exchanges from the frames of one connection. */
export class ExchangeBuilder {
  readonly #listener: ExchangeListener;
  readonly #findings = new Findings();
  /** By key, in order of the requests; more than one under a key while an id is in use twice. */
  readonly #open = new Map<string, Exchange[]>();
  readonly #used = new Map<string, "answered" | "cancelled">();
  /** The entry under the client's exchange, for each open request of the server. */
  readonly #entries = new Map<Exchange, ServerRequest>();

  constructor(listener: ExchangeListener = {}) {
    this.#listener = listener;
  }

  push(frame: Frame): void {
    const { message } = frame;
    if (message === undefined) this.#noise(frame);
    else if (Array.isArray(message) && message.length > 0) {
      this.#findings.add(`the ${frame.from} sends messages in a batch`);
      for (const single of message) this.#message(frame, single);
    } else this.#message(frame, message);
  }

  /** The request without an answer under this id, if there is one. */
  openExchange(from: Side, id: JsonValue): Exchange | undefined {
    return this.#open.get(exchangeKey(from, id))?.[0];
  }

  /** All requests without an answer, oldest first. */
  open(): Exchange[] {
    return [...this.#open.values()].flat();
  }

  findings(): string[] {
    return this.#findings.list();
  }

  #message(frame: Frame, value: JsonValue): void {
    const message = classifyMessage(value);
    if (message.kind === "noise") return this.#noise(frame);
    const name = message.kind === "response" ? this.#nameOf(frame, message) : `the ${message.kind} ${message.method}`;
    for (const odd of message.odd) this.#findings.add(`${name} of the ${frame.from} ${odd}`);
    if (message.kind === "request") this.#request(frame, message);
    else if (message.kind === "response") this.#response(frame, message);
    else this.#notification(frame, message);
  }

  #nameOf(frame: Frame, message: Response): string {
    const asked = this.openExchange(other(frame.from), message.id);
    return asked === undefined ? "a response" : `the response to ${asked.method}`;
  }

  #request(frame: Frame, { id, method, params }: Request): void {
    const key = exchangeKey(frame.from, id);
    const exchange: Exchange = {
      from: frame.from,
      id,
      method,
      ...(params === undefined ? {} : { params }),
      at: frame.at,
      cancelled: false,
      notifications: [],
      serverRequests: [],
      ...(frame.http === undefined ? {} : { httpRequest: frame.http.request }),
    };
    const open = this.#open.get(key);
    if (open !== undefined || this.#used.has(key)) {
      this.#findings.add(`the ${frame.from} uses the id ${JSON.stringify(id)} again`);
    }
    if (open === undefined) this.#open.set(key, [exchange]);
    else open.push(exchange);
    if (frame.from === "server") this.#serverRequest(frame, exchange);
  }

  #serverRequest(frame: Frame, exchange: Exchange): void {
    const parent = this.#parentOf(frame);
    if (parent === undefined) return;
    const params = exchange.params === undefined ? undefined : withoutToken(exchange.params);
    const entry: ServerRequest = { method: exchange.method, ...(params === undefined ? {} : { params }) };
    parent.serverRequests.push(entry);
    this.#entries.set(exchange, entry);
  }

  #response(frame: Frame, { id, answer }: Response): void {
    const key = exchangeKey(other(frame.from), id);
    const queue = this.#open.get(key);
    const exchange = queue?.shift();
    if (queue?.length === 0) this.#open.delete(key);
    if (exchange === undefined) return this.#unasked(frame, key, id);
    if (exchange.cancelled) {
      this.#findings.add(`a late response to ${exchange.method}, which was cancelled`);
    }
    this.#used.set(key, "answered");
    exchange.answer = answer;
    exchange.answeredAt = frame.at;
    if (frame.http?.status !== undefined) exchange.httpStatus = frame.http.status;
    const entry = this.#entries.get(exchange);
    if (entry !== undefined) entry.answer = answerObject(answer);
    this.#entries.delete(exchange);
    this.#listener.onAnswered?.(exchange);
  }

  #unasked(frame: Frame, key: string, id: JsonValue): void {
    const told = JSON.stringify(id);
    const twin = typeof id === "number" ? String(id) : typeof id === "string" ? Number(id) : null;
    if (this.#used.get(key) === "answered") this.#findings.add(`a second response to the request ${told}`);
    else if (twin !== null && this.#open.has(exchangeKey(other(frame.from), twin))) {
      this.#findings.add(
        `a response to ${told}, while the open request is ${JSON.stringify(twin)}: the id's type changed`,
      );
    } else if (id !== null || (frame.http?.status ?? 200) < 400) {
      // Over HTTP an error without id says what its status says.
      this.#findings.add(`a response to ${told}, which nobody asked`);
    }
  }

  #notification(frame: Frame, message: ToldNotification): void {
    if (message.method === "notifications/cancelled") this.#cancelled(frame, message);
    if (frame.from !== "server") return;
    const { method, params } = message;
    const parent = method === "notifications/progress" ? this.#askerOf(frame, params) : this.#parentOf(frame);
    const kept = method === "notifications/progress" && parent !== undefined ? withoutToken(params) : params;
    parent?.notifications.push(kept === undefined ? { method } : { method, params: kept });
    this.#listener.onNotification?.(method);
  }

  #cancelled(frame: Frame, { params }: ToldNotification): void {
    const id = isJsonObject(params) ? params["requestId"] : undefined;
    const exchange = id === undefined ? undefined : this.openExchange(frame.from, id);
    if (exchange === undefined) return;
    exchange.cancelled = true;
    this.#used.set(exchangeKey(frame.from, exchange.id), "cancelled");
  }

  /** The request that a progress notification is about. */
  #askerOf(frame: Frame, params: JsonValue | undefined): Exchange | undefined {
    const token = isJsonObject(params) ? params["progressToken"] : undefined;
    const asker = this.open().find(
      (exchange) => exchange.from !== frame.from && token !== undefined && tokenOf(exchange.params) === token,
    );
    if (asker === undefined) this.#findings.add("progress of the server for no open request");
    return asker;
  }

  /** The client's request that something of the server belongs to: by the HTTP response, else the oldest in flight. */
  #parentOf(frame: Frame): Exchange | undefined {
    const flying = this.open().filter((exchange) => exchange.from === "client" && !exchange.cancelled);
    const carried = flying.find((exchange) => frame.http !== undefined && exchange.httpRequest === frame.http.request);
    return carried ?? flying[0];
  }

  #noise(frame: Frame): void {
    // Other bodies than JSON-RPC are a matter of the HTTP status.
    if (frame.from !== "server" || frame.http !== undefined) return;
    const text = new TextDecoder().decode(frame.raw.subarray(0, 200)).trim();
    if (text !== "") this.#findings.add(`the server writes to stdout what is no JSON-RPC: ${JSON.stringify(text)}`);
  }
}

function other(side: Side): Side {
  return side === "client" ? "server" : "client";
}

function answerObject(answer: Answer): JsonObject {
  return answer.kind === "result" ? { result: answer.result } : { error: answer.error };
}

function tokenOf(params: JsonValue | undefined): JsonValue | undefined {
  const meta = isJsonObject(params) ? params["_meta"] : undefined;
  return isJsonObject(meta) ? meta["progressToken"] : undefined;
}

/** The params of a message without the progress token, which is another one in every run. */
function withoutToken(params: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(params)) return params;
  const { progressToken: _token, ...rest } = params;
  const meta = rest["_meta"];
  if (!isJsonObject(meta) || !Object.hasOwn(meta, "progressToken")) return rest;
  const { progressToken: _metaToken, ...restMeta } = meta;
  const { _meta, ...withoutMeta } = rest;
  return Object.keys(restMeta).length === 0 ? withoutMeta : { ...withoutMeta, _meta: restMeta };
}
