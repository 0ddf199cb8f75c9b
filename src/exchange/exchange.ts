// Defines an exchange: one request with its response, and what belongs to it.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Side } from "../proxy/tap.js";
import type { Notification, ServerRequest } from "../trace/trace.js";
import type { Answer } from "./message.js";

export interface Exchange {
  /** The side that sent the request. */
  from: Side;
  id: JsonValue;
  method: string;
  params?: JsonValue;
  /** When the request passed, on the frames' clock. */
  at: number;
  /** When the answer passed. */
  answeredAt?: number;
  answer?: Answer;
  /** True once the requester cancelled it. */
  cancelled: boolean;
  /** In order of arrival; progress without its token. */
  notifications: Notification[];
  /**
   * Requests of the other side that belong to this one; in the modern era, those of its rounds, with `round` and `key`.
   */
  serverRequests: ServerRequest[];
  /** True for a request of the modern era, which names its protocol version itself. */
  modern?: true;
  /**
   * Modern era: the round trips before the answer. The request and its retries are one exchange: `params` are those of
   * the first, `id` is that of the last.
   */
  rounds?: { required: JsonObject; responses: JsonValue }[];
  /** The number of the HTTP request that carried it. */
  httpRequest?: number;
  /** The status of the HTTP response that carried the answer. */
  httpStatus?: number;
}

/** A key that distinguishes ids by direction and type: `1` and `"1"` are two ids. */
export function exchangeKey(from: Side, id: JsonValue): string {
  return `${from} ${JSON.stringify(id)}`;
}
