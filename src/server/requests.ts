// Our requests in flight: settled by the tap's exchanges, never by an SDK's promise, which loses odd answers.
import { ExchangeBuilder } from "../exchange/builder.js";
import type { Exchange } from "../exchange/exchange.js";
import type { Answer } from "../exchange/message.js";
import { messageOf } from "../errors.js";
import type { JsonValue } from "../json/value.js";
import type { Frame } from "../proxy/tap.js";

/** How a request ended: with an answer, or why without one. */
export type Ending = Answer | { kind: "none"; reason: "server-ended" | "http"; message: string };

export interface Settled {
  ending: Ending;
  exchange: Exchange | undefined;
}

/** Listens to one connection: frames go in, the requests that wait are settled. */
export class Requests {
  readonly exchanges: ExchangeBuilder;
  readonly faults: string[] = [];
  readonly #waiting = new Map<JsonValue, (settled: Settled) => void>();
  #ended: string | undefined;
  #toolsChanged = false;
  #initialize: Exchange | undefined;

  constructor() {
    this.exchanges = new ExchangeBuilder({
      onAnswered: (exchange) => this.#answered(exchange),
      onNotification: (method) => {
        if (method === "notifications/tools/list_changed") this.#toolsChanged = true;
      },
    });
  }

  frame(frame: Frame): void {
    this.exchanges.push(frame);
  }

  /** A fault of the tap itself: ours, and told, because answers may have been missed. */
  tapFault(error: unknown): void {
    this.faults.push(`mcpvals lost sight of the traffic: ${messageOf(error)}`);
  }

  /** The answered `initialize`, as it came. */
  initialize(): Exchange | undefined {
    return this.#initialize;
  }

  /** Why the server is gone. */
  ended(): string | undefined {
    return this.#ended;
  }

  takeToolsChanged(): boolean {
    const changed = this.#toolsChanged;
    this.#toolsChanged = false;
    return changed;
  }

  /** Settles when the request with this id has its answer, or can have none any more. To be called before it is sent. */
  wait(id: number): Promise<Settled> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  isWaiting(id: JsonValue): boolean {
    return this.#waiting.has(id);
  }

  /** No answer will be waited for any more. */
  drop(id: number): void {
    this.#waiting.delete(id);
  }

  /** The request with this id can have no answer any more. */
  fail(id: JsonValue, reason: "server-ended" | "http", message: string): void {
    this.#settle(id, { kind: "none", reason, message }, this.exchanges.openExchange("client", id));
  }

  /** The server is gone; only the first reason counts. */
  end(message: string): void {
    this.#ended ??= message;
    for (const id of this.#waiting.keys()) this.fail(id, "server-ended", message);
  }

  #answered(exchange: Exchange): void {
    if (exchange.from !== "client" || exchange.answer === undefined) return;
    if (exchange.method === "initialize") this.#initialize = exchange;
    else this.#settle(exchange.id, exchange.answer, exchange);
  }

  #settle(id: JsonValue, ending: Ending, exchange: Exchange | undefined): void {
    const settle = this.#waiting.get(id);
    this.#waiting.delete(id);
    settle?.({ ending, exchange });
  }
}
