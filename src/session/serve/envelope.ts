// Reads what a request of the 2026-07-28 era says about itself in `_meta`, and builds that era's error for a request
// that does not. Pure.
import { metaOf, PREFIX, protocolOf } from "../../exchange/envelope.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/value.js";
import type { RpcError } from "./outlet.js";

export const SERVER_INFO = `${PREFIX}serverInfo`;

export interface Envelope {
  version: string | undefined;
  capabilities: JsonObject;
  wantsLog: boolean;
}

/** The envelope of a request, read leniently: what is missing is empty. */
export function readEnvelope(params: JsonValue | undefined): Envelope {
  const meta = metaOf(params);
  const capabilities = meta[`${PREFIX}clientCapabilities`];
  return {
    version: protocolOf(params),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    wantsLog: meta[`${PREFIX}logLevel`] !== undefined,
  };
}

/** The error for a request of another era or version; undefined where it is one of `supported`. */
export function refuseVersion(
  method: string,
  params: JsonValue | undefined,
  supported: readonly string[],
): RpcError | undefined {
  const { version } = readEnvelope(params);
  if (version !== undefined && supported.includes(version)) return undefined;
  const asked = method === "initialize" && isJsonObject(params) ? params["protocolVersion"] : undefined;
  const requested = version ?? (typeof asked === "string" ? asked : undefined);
  const message = `Unsupported protocol version: ${requested ?? "the request did not name a protocol version"}`;
  const data = { supported: [...supported], ...(requested === undefined ? {} : { requested }) };
  return { code: -32022, message, data, status: 400 };
}

/** Params with one more field in their `_meta`. */
export function withMeta(params: JsonValue | undefined, key: string, value: JsonValue): JsonObject {
  return { ...(isJsonObject(params) ? params : {}), _meta: { ...metaOf(params), [key]: value } };
}
