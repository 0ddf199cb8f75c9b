// Tracks our open requests and settles them with the tap's exchanges, never with an SDK's promise, which loses
// malformed answers.
import { ExchangeBuilder } from "../exchange/builder.js";
import { tokenOf } from "../exchange/envelope.js";
import type { Exchange } from "../exchange/exchange.js";
import type { Answer } from "../exchange/message.js";
import { messageOf } from "../errors.js";
import type { JsonValue } from "../json/value.js";
import type { Frame } from "../proxy/tap.js";
import type { RequestKey } from "./connection.js";

/** How a request ended: with an answer, or why without one. */
export type Ending = Answer | { kind: "none"; reason: "server-ended" | "http"; message: string };

export interface Settled {
  ending: Ending;
  exchange: Exchange | undefined;
}

/** Listens to one connection: receives frames, and settles the waiting requests. */
export class Requests {
  readonly exchanges: ExchangeBuilder;
  readonly faults: string[] = [];
  /** What is unusual about the server. */
  readonly notes: string[] = [];
  private readonly waiting = new Map<RequestKey, (settled: Settled) => void>();
  private readonly sent = new Map<RequestKey, Exchange>();
  private readonly handshakes = new Map<string, Exchange>();
  private endedBy: string | undefined;
  private toolsChanged = false;

  constructor() {
    this.exchanges = new ExchangeBuilder({
      onRequest: (exchange) => {
        if (exchange.from === "client") this.sent.set(requestKeyOf(exchange.id, exchange.params), exchange);
      },
      onAnswered: (exchange) => this.answered(exchange),
      onInputRequired: (exchange) => this.answered(exchange),
      onNotification: (method) => {
        if (method === "notifications/tools/list_changed") this.toolsChanged = true;
      },
    });
  }

  frame(frame: Frame): void {
    this.exchanges.push(frame);
  }

  /** Records a fault of the tap itself: it is ours, and reported, because answers may have been missed. */
  tapFault(error: unknown): void {
    this.faults.push(`mcpvals lost sight of the traffic: ${messageOf(error)}`);
  }

  /** The answered handshake, unchanged. */
  handshake(method: "initialize" | "server/discover"): Exchange | undefined {
    return this.handshakes.get(method);
  }

  /** Why the server is gone. */
  ended(): string | undefined {
    return this.endedBy;
  }

  takeToolsChanged(): boolean {
    const changed = this.toolsChanged;
    this.toolsChanged = false;
    return changed;
  }

  /** Settles when the request is answered, or can no longer be. Call it before the request is sent. */
  wait(key: RequestKey): Promise<Settled> {
    return new Promise((resolve) => this.waiting.set(key, resolve));
  }

  isWaiting(key: RequestKey): boolean {
    return this.waiting.has(key);
  }

  /** Stops waiting for an answer. Returns what exists of the exchange. */
  drop(key: RequestKey): Exchange | undefined {
    const exchange = this.sent.get(key);
    this.waiting.delete(key);
    this.sent.delete(key);
    return exchange;
  }

  /** Settles a request that can no longer be answered. */
  fail(key: RequestKey, reason: "server-ended" | "http", message: string): void {
    this.settle(key, { kind: "none", reason, message }, this.sent.get(key));
  }

  /** Takes note that the server is gone; only the first reason counts. */
  end(message: string): void {
    this.endedBy ??= message;
    for (const key of this.waiting.keys()) this.fail(key, "server-ended", message);
  }

  private answered(exchange: Exchange): void {
    if (exchange.from !== "client" || exchange.answer === undefined) return;
    const { method } = exchange;
    if (method === "initialize" || method === "server/discover") this.handshakes.set(method, exchange);
    else this.settle(requestKeyOf(exchange.id, exchange.params), exchange.answer, exchange);
  }

  private settle(key: RequestKey, ending: Ending, exchange: Exchange | undefined): void {
    const settle = this.waiting.get(key);
    this.drop(key);
    settle?.({ ending, exchange });
  }
}

/** The key of a request: our progress token, where the SDK chooses the id. */
export function requestKeyOf(id: JsonValue, params: JsonValue | undefined): RequestKey {
  const token = tokenOf(params);
  if (typeof token === "string") return token;
  return typeof id === "number" ? id : JSON.stringify(id);
}
