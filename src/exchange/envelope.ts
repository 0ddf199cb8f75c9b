// Reads and removes what client and server put into `_meta` of params for themselves: tokens, versions, identities.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";

/** The prefix of the protocol's own keys in `_meta`. */
export const PREFIX = "io.modelcontextprotocol/";
export const SUBSCRIPTION_ID = `${PREFIX}subscriptionId`;
const PROTOCOL = `${PREFIX}protocolVersion`;
/** What a client of 2026-07-28 puts into each request, and the key with which a server names a subscription. */
const ENVELOPE = new Set([
  "progressToken",
  SUBSCRIPTION_ID,
  PROTOCOL,
  `${PREFIX}clientInfo`,
  `${PREFIX}clientCapabilities`,
  `${PREFIX}logLevel`,
]);
const TOKEN: ReadonlySet<string> = new Set(["progressToken"]);

/** The token with which a request asks for progress. */
export function tokenOf(params: JsonValue | undefined): JsonValue | undefined {
  return metaOf(params)["progressToken"];
}

/** The protocol version that a request of the modern era names. */
export function protocolOf(params: JsonValue | undefined): string | undefined {
  const version = metaOf(params)[PROTOCOL];
  return typeof version === "string" ? version : undefined;
}

/** The id of the `subscriptions/listen` that a notification of the modern era belongs to. */
export function subscriptionOf(params: JsonValue | undefined): JsonValue | undefined {
  return metaOf(params)[SUBSCRIPTION_ID];
}

/** The params of a message without the progress token, which differs in every run. */
export function withoutToken(params: JsonValue | undefined): JsonValue | undefined {
  return without(params, TOKEN);
}

/** The params without everything that belongs to the connection: tokens, subscription ids, versions, who the client is. */
export function withoutEnvelope(params: JsonValue | undefined): JsonValue | undefined {
  return without(params, ENVELOPE);
}

/** The `_meta` of params; empty where there is none. */
export function metaOf(params: JsonValue | undefined): JsonObject {
  const meta = isJsonObject(params) ? params["_meta"] : undefined;
  return isJsonObject(meta) ? meta : {};
}

function without(params: JsonValue | undefined, keys: ReadonlySet<string>): JsonValue | undefined {
  if (!isJsonObject(params)) return params;
  const { progressToken: _token, ...rest } = params;
  const meta = rest["_meta"];
  if (!isJsonObject(meta) || !Object.keys(meta).some((key) => keys.has(key))) return rest;
  const kept = Object.entries(meta).filter(([key]) => !keys.has(key));
  const { _meta, ...withoutMeta } = rest;
  return kept.length === 0 ? withoutMeta : { ...withoutMeta, _meta: Object.fromEntries(kept) };
}
