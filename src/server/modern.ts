// Speaks the modern era (2026-07-28): `server/discover` and requests with the SDK 2.x, which adds the envelope and the
// HTTP headers. Returns a result that requires input unchanged; the caller continues with it.
import { Client, type CallToolRequest, type Tool as SdkTool, type Transport } from "@modelcontextprotocol/client";
import * as z from "zod";
import { messageOf } from "../errors.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import type { Tool } from "../trace/contract.js";
import { MODERN_VERSION } from "../trace/era.js";
import { CLIENT_INFO } from "./client-info.js";
import { buildCapabilities } from "./client-side.js";
import type { Ask, ConnectOptions, Connection } from "./connection.js";
import { within } from "../network/deadline.js";

/** We set the limits, and end a request with its signal. */
const NO_LIMIT = 2 ** 31 - 1;
/** Milliseconds that a server may take to confirm a subscription, which should be immediate. */
const LISTEN_WAIT = 5000;

/** Connects with `server/discover`; from there, no way leads back to the old era. */
export async function connectModern(transport: Transport, options: ConnectOptions): Promise<Connection> {
  const { answering, timeout, signal } = options;
  const client = new Client(CLIENT_INFO, {
    capabilities: buildCapabilities(answering.client.features),
    versionNegotiation: { mode: { pin: MODERN_VERSION }, probe: { timeoutMs: timeout + 1000 } },
    inputRequired: { autoFulfill: false },
  });
  await within(client.connect(transport, { timeout: timeout + 1000 }), timeout, signal);
  await listen(client, options);
  let last = 0;
  return {
    era: "modern",
    nextKey: () => `mcpvals-${(last += 1)}`,
    ask: (ask) => send(client, ask),
    close: () => client.close(),
  };
}

/** Subscribes to changes of the tool list, which servers report only to subscribers. */
async function listen(client: Client, { timeout, signal, note }: ConnectOptions): Promise<void> {
  if (client.getServerCapabilities()?.tools?.listChanged !== true) return;
  const limit = Math.min(timeout, LISTEN_WAIT);
  try {
    await client.listen({ toolsListChanged: true }, { timeout: limit, ...(signal === undefined ? {} : { signal }) });
  } catch (error) {
    signal?.throwIfAborted();
    note(`the server declares tools.listChanged and gives no subscription to it: ${messageOf(error)}`);
  }
}

async function send(client: Client, { key, method, params = {}, tool, signal }: Ask): Promise<void> {
  const withToken = { ...params, _meta: { progressToken: key } };
  const options = { signal, timeout: NO_LIMIT, allowInputRequired: true };
  if (method === "tools/call" && isCall(withToken)) {
    // The tool's input schema also says which arguments go into headers.
    await client.callTool(withToken, tool === undefined ? options : { ...options, toolDefinition: inputOf(tool) });
  } else await client.request({ method, params: withToken }, z.unknown(), options);
}

function isCall(params: JsonObject): params is JsonObject & CallToolRequest["params"] {
  return typeof params["name"] === "string";
}

/** Without the output schema: results are judged elsewhere. */
function inputOf({ name, inputSchema }: Tool): SdkTool {
  return { name, inputSchema: { ...(isJsonObject(inputSchema) ? inputSchema : {}), type: "object" } };
}
