// Defines where the messages of one request go (a line of stdout, a JSON body, an event stream), and writes their
// texts.
import { serializeKept } from "../../json/kept-numbers.js";
import type { JsonValue } from "../../json/value.js";

/** Sends the messages of one request. After the answer, nothing more is sent. Texts are JSON without line ends. */
export interface Outlet {
  /** Sends a message that belongs to the request but is not its answer. */
  send(message: string): void;
  /** Sends the answer. `status` is the HTTP status where the recording or the protocol has another one than 200. */
  answer(message: string, status?: number): void;
}

/** The texts of messages. */
export function notificationText(method: string, params: JsonValue | undefined): string {
  return serializeKept({ jsonrpc: "2.0", method, ...paramsOf(params) });
}

export function requestText(id: JsonValue, method: string, params: JsonValue | undefined): string {
  return serializeKept({ jsonrpc: "2.0", id, method, ...paramsOf(params) });
}

export interface RpcError {
  code: number;
  message: string;
  data?: JsonValue;
  /** The status of the HTTP response. */
  status?: number;
}

export function errorText(id: JsonValue, { code, message, data }: RpcError): string {
  return serializeKept({ jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } });
}

export function resultText(id: JsonValue, result: JsonValue): string {
  return serializeKept({ jsonrpc: "2.0", id, result });
}

function paramsOf(params: JsonValue | undefined): { params?: JsonValue } {
  return params === undefined ? {} : { params };
}
