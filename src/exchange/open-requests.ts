// Tracks the client's requests that wait for an answer. Does much less than exchanges, for a busy proxy that needs to
// know only this for every message.
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { Side } from "../proxy/tap.js";
import { kindOf } from "./message.js";

export interface OpenRequest {
  id: JsonValue;
  method: string;
}

/** Follows a connection. */
export class OpenRequests {
  private readonly open = new Map<number | string, OpenRequest>();

  /** Takes a message, or a batch of them. */
  push(from: Side, value: JsonValue): void {
    if (Array.isArray(value)) {
      for (const one of value) this.message(from, one);
    } else this.message(from, value);
  }

  /** Oldest first. */
  list(): OpenRequest[] {
    return [...this.open.values()];
  }

  /** The requests that are open after this message of the server. */
  listAfter(value: JsonValue): OpenRequest[] {
    const open = new Map(this.open);
    for (const one of Array.isArray(value) ? value : [value]) {
      if (isJsonObject(one) && kindOf(one) === "response") open.delete(keyOf(one["id"] ?? null));
    }
    return [...open.values()];
  }

  private message(from: Side, value: JsonValue): void {
    if (!isJsonObject(value)) return;
    const { id = null, method, params } = value;
    const kind = kindOf(value);
    if (from === "server") {
      if (kind === "response") this.open.delete(keyOf(id));
    } else if (kind === "request" && typeof method === "string") {
      this.open.set(keyOf(id), { id, method });
    } else if (kind === "notification" && method === "notifications/cancelled" && isJsonObject(params)) {
      const cancelled = params["requestId"];
      if (cancelled !== undefined) this.open.delete(keyOf(cancelled));
    }
  }
}

/** `1` and `"1"` are two ids. */
function keyOf(id: JsonValue): number | string {
  return typeof id === "number" ? id : JSON.stringify(id);
}
