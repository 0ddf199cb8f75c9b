// Speaks the old era: `initialize` with the SDK 1.x, our requests as raw JSON-RPC, answers to the server's requests.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { messageOf } from "../errors.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { CLIENT_INFO } from "./client-info.js";
import { buildCapabilities } from "./client-side.js";
import type { Ask, ConnectOptions, Connection } from "./connection.js";
import { within } from "../network/deadline.js";

/** Connects with `initialize`. `version` is requested instead of the newest. */
export async function connectLegacy(
  transport: Transport,
  { answering, timeout, signal, asked }: ConnectOptions,
  version?: string,
): Promise<Connection> {
  const client = new Client(CLIENT_INFO, { capabilities: buildCapabilities(answering.client.features) });
  // A raw handler rather than one for the method: those validate and strip params.
  client.fallbackRequestHandler = async ({ method, params }, extra) => {
    const answer = await answering.answer({ method, ...paramsOf(asked?.(extra.requestId) ?? params) }, extra.signal);
    if ("result" in answer) return answer.result;
    throw new Refusal(answer.error);
  };
  if (version !== undefined) askFor(version, transport);
  await within(client.connect(transport, { timeout: timeout + 1000 }), timeout, signal);
  // The SDK has used id 0 for `initialize`.
  let lastId = 0;
  return {
    era: "legacy",
    nextKey: () => (lastId += 1),
    ask: (ask) => send(transport, ask),
    close: () => client.close(),
  };
}

class Refusal extends Error {
  readonly code: number;
  constructor({ code, message }: { code: number; message: string }) {
    super(message);
    this.code = code;
  }
}

function paramsOf(params: unknown): { params?: JsonValue } {
  return isJsonObject(params) ? { params } : {};
}

/** Changes the requested version: the SDK always requests the newest. */
function askFor(version: string, transport: Transport): void {
  const sendAsIs = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!("method" in message) || message.method !== "initialize") return sendAsIs(message, options);
    return sendAsIs({ ...message, params: { ...message.params, protocolVersion: version } }, options);
  };
}

function send(transport: Transport, { key, method, params, signal }: Ask): Promise<void> {
  const takeBack = (): void => {
    const cancelled = { requestId: key, reason: messageOf(signal.reason) };
    transport.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: cancelled }).catch(() => {});
  };
  signal.addEventListener("abort", takeBack, { once: true });
  const sent = method === "tools/call" ? { ...params, _meta: { progressToken: key } } : params;
  const message: JsonObject = { jsonrpc: "2.0", id: key, method, ...(sent === undefined ? {} : { params: sent }) };
  if (!isJsonRpc(message)) throw new Error("no JSON-RPC message");
  return transport.send(message);
}

function isJsonRpc(message: JsonObject): message is JsonObject & JSONRPCMessage {
  return message["jsonrpc"] === "2.0";
}
