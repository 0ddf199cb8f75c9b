// Reads what the server says about itself in the answered handshake of either era. Pure.
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Era } from "../trace/session.js";
import { MODERN_VERSION } from "../trace/era.js";
import type { Requests } from "./requests.js";

const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

export interface Handshake {
  /** `serverInfo`. */
  server: JsonObject;
  protocol: string;
  capabilities: JsonObject;
  instructions: string | undefined;
}

export function readHandshake(requests: Pick<Requests, "handshake">, era: Era): Handshake {
  const answer = requests.handshake(era === "legacy" ? "initialize" : "server/discover")?.answer;
  const result = answer?.kind === "result" && isJsonObject(answer.result) ? answer.result : {};
  const { protocolVersion, instructions } = result;
  const version = typeof protocolVersion === "string" ? protocolVersion : "";
  return {
    server: era === "legacy" ? objectIn(result, "serverInfo") : objectIn(objectIn(result, "_meta"), SERVER_INFO),
    protocol: era === "legacy" ? version : MODERN_VERSION,
    capabilities: objectIn(result, "capabilities"),
    instructions: typeof instructions === "string" ? instructions : undefined,
  };
}

/** A result of the modern era without the fields that every result has: that it is complete, and who the server is. */
export function withoutStamp(result: JsonValue, { server }: Pick<Handshake, "server">): JsonValue {
  if (!isJsonObject(result)) return result;
  const { resultType, _meta, ...rest } = result;
  const plain = resultType === undefined || resultType === "complete" ? rest : { ...rest, resultType };
  if (_meta === undefined) return plain;
  if (!isJsonObject(_meta)) return { ...plain, _meta };
  const { [SERVER_INFO]: named, ...others } = _meta;
  const meta = named !== undefined && canonicalJson(named) !== canonicalJson(server) ? _meta : others;
  return Object.keys(meta).length === 0 ? plain : { ...plain, _meta: meta };
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}
