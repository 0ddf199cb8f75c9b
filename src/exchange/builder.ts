// Builds exchanges from frames: matches requests and responses by id, type and direction, and attaches what belongs to
// them. States facts only: waits for nothing, makes no message, and knows the transport only by the frames' HTTP
// numbers.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { hasMark, type Frame, type Side } from "../proxy/tap.js";
import type { ServerRequest } from "../trace/trace.js";
import { protocolOf, subscriptionOf, tokenOf, withoutEnvelope, withoutToken } from "./envelope.js";
import { exchangeKey, type Exchange } from "./exchange.js";
import { Findings } from "./findings.js";
import { classifyMessage, type Answer, type Message } from "./message.js";
import { inputRequestsOf, isRetryOf, reopen, requiredOf } from "./rounds.js";
import { appendTo } from "../append-to.js";

export interface ExchangeListener {
  /**
   * A request was made, or one that continues an exchange which required input. `under`: the client's exchange that a
   * request of the server belongs to.
   */
  onRequest?: (exchange: Exchange, under?: Exchange) => void;
  /** An exchange was answered. */
  onAnswered?: (exchange: Exchange) => void;
  /** Modern era: an exchange requires input. The client may repeat the request with it, or not. */
  onInputRequired?: (exchange: Exchange, required: JsonObject) => void;
  /** Every notification of the server, also those that belong to no exchange. */
  onNotification?: (method: string) => void;
  /** Every notification of either side, with what it belongs to. */
  onTold?: (told: Told) => void;
}

/** A notification that passed. */
export interface Told {
  from: Side;
  /** On the frames' clock. */
  at: number;
  method: string;
  /** Without what belongs to the connection. */
  params?: JsonValue;
  /** The client's exchange during which it came. */
  under?: Exchange;
}

/** The request that stays open while a client wants to know about changes. */
export const LISTEN = "subscriptions/listen";

type Request = Extract<Message, { kind: "request" }>;
type ToldNotification = Extract<Message, { kind: "notification" }>;
type Response = Extract<Message, { kind: "response" }>;

/** Builds exchanges from the frames of one connection. */
export class ExchangeBuilder {
  private readonly listener: ExchangeListener;
  private readonly found = new Findings();
  /** By key, in order of the requests; more than one under a key while an id is in use twice. */
  private readonly openByKey = new Map<string, Exchange[]>();
  private readonly used = new Map<string, "answered" | "cancelled">();
  /** Exchanges that required input, until the client repeats the request. */
  private readonly heldBack: Exchange[] = [];
  /** The entry in the client's exchange, for each open request of the server. */
  private readonly entries = new Map<Exchange, ServerRequest>();

  constructor(listener: ExchangeListener = {}) {
    this.listener = listener;
  }

  push(frame: Frame): void {
    const { message } = frame;
    if (message !== undefined && hasMark(frame.raw))
      this.found.add(`the ${frame.from} writes a byte order mark before a message, which many clients do not read`);
    if (message === undefined) this.noise(frame);
    else if (Array.isArray(message) && message.length > 0) {
      this.found.add(`the ${frame.from} sends messages in a batch`);
      for (const single of message) this.message(frame, single);
    } else this.message(frame, message);
  }

  /** The request without an answer under this id, if there is one. */
  openExchange(from: Side, id: JsonValue): Exchange | undefined {
    return this.openByKey.get(exchangeKey(from, id))?.[0];
  }

  /** All requests without an answer, oldest first. */
  open(): Exchange[] {
    return [...this.openByKey.values()].flat();
  }

  /** Exchanges of the modern era that required input and were not repeated. */
  held(): Exchange[] {
    return [...this.heldBack];
  }

  /** The client closed its HTTP request. In the modern era, that cancels what it requested. */
  abandon(httpRequest: number): void {
    for (const exchange of this.open()) {
      if (exchange.modern !== true || exchange.httpRequest !== httpRequest) continue;
      this.takeBack(exchange);
    }
  }

  /** Closes an exchange to which nothing more can come. */
  drop(exchange: Exchange): void {
    const key = exchangeKey(exchange.from, exchange.id);
    const left = (this.openByKey.get(key) ?? []).filter((one) => one !== exchange);
    if (left.length === 0) this.openByKey.delete(key);
    else this.openByKey.set(key, left);
  }

  findings(): string[] {
    return this.found.list();
  }

  private message(frame: Frame, value: JsonValue): void {
    const message = classifyMessage(value);
    if (message.kind === "noise") return this.noise(frame);
    const name = message.kind === "response" ? this.nameOf(frame, message) : `the ${message.kind} ${message.method}`;
    for (const odd of message.odd) this.found.add(`${name} of the ${frame.from} ${odd}`);
    if (message.kind === "request") this.request(frame, message);
    else if (message.kind === "response") this.response(frame, message);
    else this.notification(frame, message);
  }

  private nameOf(frame: Frame, message: Response): string {
    const asked = this.openExchange(other(frame.from), message.id);
    return asked === undefined ? "a response" : `the response to ${asked.method}`;
  }

  private request(frame: Frame, { id, method, params }: Request): void {
    const key = exchangeKey(frame.from, id);
    const exchange = this.takeHeld(frame, method, params) ?? {
      from: frame.from,
      id,
      method,
      ...(params === undefined ? {} : { params }),
      at: frame.at,
      cancelled: false,
      notifications: [],
      serverRequests: [],
      ...(protocolOf(params) === undefined ? {} : { modern: true as const }),
    };
    exchange.id = id;
    if (frame.http !== undefined) exchange.httpRequest = frame.http.request;
    const open = this.openByKey.get(key);
    if (open !== undefined || this.used.has(key)) {
      this.found.add(`the ${frame.from} uses the id ${JSON.stringify(id)} again`);
    }
    appendTo(this.openByKey, key, exchange);
    const under = frame.from === "server" ? this.serverRequest(frame, exchange) : undefined;
    this.listener.onRequest?.(exchange, under);
  }

  /** The exchange that a request continues, opened again. */
  private takeHeld(frame: Frame, method: string, params: JsonValue | undefined): Exchange | undefined {
    if (frame.from !== "client") return undefined;
    const index = this.heldBack.findIndex((exchange) => isRetryOf(exchange, method, params));
    const [exchange] = index === -1 ? [] : this.heldBack.splice(index, 1);
    if (exchange !== undefined) reopen(exchange, params);
    return exchange;
  }

  private serverRequest(frame: Frame, exchange: Exchange): Exchange | undefined {
    const parent = this.parentOf(frame);
    if (parent === undefined) return undefined;
    const params = exchange.params === undefined ? undefined : withoutToken(exchange.params);
    const entry: ServerRequest = { method: exchange.method, ...(params === undefined ? {} : { params }) };
    parent.serverRequests.push(entry);
    this.entries.set(exchange, entry);
    return parent;
  }

  private response(frame: Frame, { id, answer }: Response): void {
    const key = exchangeKey(other(frame.from), id);
    const queue = this.openByKey.get(key);
    // Two clients of one HTTP server may use the same id at the same time.
    const carried = queue?.findIndex(
      ({ httpRequest }) => httpRequest !== undefined && httpRequest === frame.http?.request,
    );
    const [exchange] = queue?.splice(Math.max(0, carried ?? 0), 1) ?? [];
    if (queue?.length === 0) this.openByKey.delete(key);
    if (exchange === undefined) return this.unasked(frame, key, id);
    if (exchange.cancelled) {
      this.found.add(`a late response to ${exchange.method}, which was cancelled`);
    }
    // A refused handshake begins no session; a client that connects in another era starts its ids again.
    if (exchange.method !== "initialize" || answer.kind === "result") this.used.set(key, "answered");
    exchange.answer = answer;
    exchange.answeredAt = frame.at;
    if (frame.http?.status !== undefined) exchange.httpStatus = frame.http.status;
    const entry = this.entries.get(exchange);
    if (entry !== undefined) entry.answer = answerObject(answer);
    this.entries.delete(exchange);
    const required = exchange.modern === true ? requiredOf(answer) : undefined;
    if (required === undefined) return this.listener.onAnswered?.(exchange);
    exchange.serverRequests.push(...inputRequestsOf(required, (exchange.rounds ?? []).length + 1));
    this.heldBack.push(exchange);
    this.listener.onInputRequired?.(exchange, required);
  }

  private unasked(frame: Frame, key: string, id: JsonValue): void {
    const told = JSON.stringify(id);
    const twin = typeof id === "number" ? String(id) : typeof id === "string" ? Number(id) : null;
    if (this.used.get(key) === "answered") this.found.add(`a second response to the request ${told}`);
    else if (twin !== null && this.openByKey.has(exchangeKey(other(frame.from), twin))) {
      this.found.add(`a response to ${told}, while the open request is ${JSON.stringify(twin)}: the id's type changed`);
    } else if (id !== null || (frame.http?.status ?? 200) < 400) {
      // Over HTTP, the status of an error without an id already says what is wrong.
      this.found.add(`a response to ${told}, which nobody asked`);
    }
  }

  private notification(frame: Frame, message: ToldNotification): void {
    if (message.method === "notifications/cancelled") this.cancelled(frame, message);
    const { method, params } = message;
    if (frame.from !== "server") {
      const kept = withoutEnvelope(params);
      this.listener.onTold?.({
        from: frame.from,
        at: frame.at,
        method,
        ...(kept === undefined ? {} : { params: kept }),
      });
      return;
    }
    const isProgress = method === "notifications/progress";
    const subscription = subscriptionOf(params);
    const parent = isProgress
      ? this.askerOf(frame, params)
      : subscription === undefined
        ? this.parentOf(frame)
        : this.openExchange("client", subscription);
    const isOurs = parent !== undefined && (isProgress || subscription !== undefined);
    const kept = isOurs ? withoutEnvelope(params) : params;
    parent?.notifications.push(kept === undefined ? { method } : { method, params: kept });
    this.listener.onNotification?.(method);
    this.listener.onTold?.({
      from: frame.from,
      at: frame.at,
      method,
      ...(kept === undefined ? {} : { params: kept }),
      ...(parent === undefined ? {} : { under: parent }),
    });
  }

  private cancelled(frame: Frame, { params }: ToldNotification): void {
    const id = isJsonObject(params) ? params["requestId"] : undefined;
    const exchange = id === undefined ? undefined : this.openExchange(frame.from, id);
    if (exchange === undefined) return;
    this.takeBack(exchange);
  }

  private takeBack(exchange: Exchange): void {
    exchange.cancelled = true;
    this.used.set(exchangeKey(exchange.from, exchange.id), "cancelled");
  }

  /** The request that a progress notification is about. */
  private askerOf(frame: Frame, params: JsonValue | undefined): Exchange | undefined {
    const token = isJsonObject(params) ? params["progressToken"] : undefined;
    const asker = this.firstOpen(
      (exchange) => exchange.from !== frame.from && token !== undefined && isToken(tokenOf(exchange.params), token),
    );
    if (asker === undefined) this.found.add("progress of the server for no open request");
    return asker;
  }

  /** The client's request that a message of the server belongs to: by the HTTP response, else the oldest open one. */
  private parentOf(frame: Frame): Exchange | undefined {
    const isFlying = ({ from, cancelled }: Exchange): boolean => from === "client" && !cancelled;
    const { http } = frame;
    const carried =
      http === undefined
        ? undefined
        : this.firstOpen((exchange) => isFlying(exchange) && exchange.httpRequest === http.request);
    // A subscription is always open, and its messages name it.
    return carried ?? this.firstOpen((exchange) => isFlying(exchange) && exchange.method !== LISTEN);
  }

  /** Makes no list of all: with thousands open, it would make one for each notification. */
  private firstOpen(is: (exchange: Exchange) => boolean): Exchange | undefined {
    for (const exchanges of this.openByKey.values()) {
      const found = exchanges.find(is);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private noise(frame: Frame): void {
    // The HTTP status reports a body that is not JSON-RPC.
    if (frame.from !== "server" || frame.http !== undefined) return;
    const text = new TextDecoder().decode(frame.raw.subarray(0, 200)).trim();
    if (text !== "") this.found.add(`the server writes to stdout what is no JSON-RPC: ${JSON.stringify(text)}`);
  }
}

/** A long number is an object here. */
function isToken(one: JsonValue | undefined, other: JsonValue): boolean {
  return one === other || (isJsonObject(one) && JSON.stringify(one) === JSON.stringify(other));
}

function other(side: Side): Side {
  return side === "client" ? "server" : "client";
}

function answerObject(answer: Answer): JsonObject {
  return answer.kind === "result" ? { result: answer.result } : { error: answer.error };
}
