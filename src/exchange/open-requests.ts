// Messages in, the client's requests that wait for an answer out. Much less than exchanges, for whoever only asks that.
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { Side } from "../proxy/tap.js";
import { exchangeKey } from "./exchange.js";
import { classifyMessage } from "./message.js";

export interface OpenRequest {
  id: JsonValue;
  method: string;
}

/** Follows a connection. */
export class OpenRequests {
  readonly #open = new Map<string, OpenRequest>();

  /** A message, or a batch of them. */
  push(from: Side, value: JsonValue): void {
    if (Array.isArray(value)) {
      for (const one of value) this.#message(from, one);
    } else this.#message(from, value);
  }

  /** Oldest first. */
  list(): OpenRequest[] {
    return [...this.#open.values()];
  }

  #message(from: Side, value: JsonValue): void {
    const message = classifyMessage(value);
    if (from === "server") {
      if (message.kind === "response") this.#open.delete(exchangeKey("client", message.id));
    } else if (message.kind === "request") {
      const { id, method } = message;
      this.#open.set(exchangeKey("client", id), { id, method });
    } else if (message.kind === "notification" && message.method === "notifications/cancelled") {
      const id = isJsonObject(message.params) ? message.params["requestId"] : undefined;
      if (id !== undefined) this.#open.delete(exchangeKey("client", id));
    }
  }
}
