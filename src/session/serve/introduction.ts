// Reads how the recorded server introduces itself (capabilities, versions, identity), and builds an introduction for a
// session whose recording began later. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/value.js";
import type { Session, SessionExchange } from "../../trace/session.js";
import { SERVER_INFO } from "./envelope.js";
import { changedKindOf } from "../../exchange/match-key.js";

export interface Introduction {
  capabilities: JsonObject;
  /** Versions of the modern era that the server supports. */
  versions: string[];
  serverInfo: JsonValue;
}

/** The session, starting with an `initialize` or a `server/discover` where none was answered in it. */
export function withIntroduction(session: Session): Session {
  if (introductionOf(session) !== undefined) return session;
  const { era, server, entries } = session;
  const { name, version, protocol } = server;
  const said = { serverInfo: { name, version }, capabilities: capabilitiesSeen(session), protocol };
  return { ...session, entries: [introduce(era, said), ...entries] };
}

/** The capabilities that a server needs to do what was recorded. */
function capabilitiesSeen({ entries }: Session): JsonObject {
  const capabilities: Record<string, JsonObject> = {};
  const add = (capability: string, feature?: string): void => {
    const features = (capabilities[capability] ??= {});
    if (feature !== undefined) features[feature] = true;
  };
  for (const entry of entries) {
    const inner = entry.kind === "exchange" ? entry.during : [];
    for (const { method } of [entry, ...inner]) {
      const changed = changedKindOf(method);
      const capability = capabilityOf(method);
      if (changed !== undefined) add(changed, "listChanged");
      else if (method === "notifications/message") add("logging");
      else if (method === "notifications/resources/updated") add("resources", "subscribe");
      else if (entry.kind === "exchange" && method === entry.method && capability !== undefined) add(capability);
    }
  }
  return capabilities;
}

/** The exchange in which a server of an era introduces itself. */
export function introduce(
  era: Session["era"],
  said: { serverInfo: JsonObject; capabilities: JsonObject; protocol: string; instructions?: string | undefined },
): SessionExchange {
  const { serverInfo, capabilities, protocol } = said;
  const instructions: JsonObject = said.instructions === undefined ? {} : { instructions: said.instructions };
  const legacy: JsonObject = { protocolVersion: protocol, capabilities, serverInfo, ...instructions };
  const modern: JsonObject = {
    supportedVersions: [protocol],
    capabilities,
    ...instructions,
    resultType: "complete",
    ttlMs: 0,
    cacheScope: "private",
    _meta: { [SERVER_INFO]: serverInfo },
  };
  const result = era === "legacy" ? legacy : modern;
  const method = era === "legacy" ? "initialize" : "server/discover";
  return { kind: "exchange", method, params: {}, answer: { result }, during: [], at: 0, ms: 0 };
}

/** What a session's server said about itself; undefined where none of it was recorded. */
export function introductionOf({ entries, era, server }: Session): Introduction | undefined {
  const method = era === "legacy" ? "initialize" : "server/discover";
  for (const entry of entries) {
    if (entry.kind !== "exchange" || entry.method !== method) continue;
    const result = entry.answer?.["result"];
    if (!isJsonObject(result)) continue;
    const { capabilities, supportedVersions, _meta } = result;
    const versions = Array.isArray(supportedVersions) ? supportedVersions.filter((one) => typeof one === "string") : [];
    return {
      capabilities: isJsonObject(capabilities) ? capabilities : {},
      versions: versions.length > 0 ? versions : [server.protocol],
      serverInfo: (isJsonObject(_meta) ? _meta[SERVER_INFO] : result["serverInfo"]) ?? {},
    };
  }
  return undefined;
}

const CAPABILITY_OF: Readonly<Record<string, string>> = {
  tools: "tools",
  prompts: "prompts",
  resources: "resources",
  completion: "completions",
  logging: "logging",
  tasks: "tasks",
};

/** Whether a server with these capabilities supports a method of MCP. */
export function offers(capabilities: JsonObject, method: string): boolean {
  const capability = capabilityOf(method);
  return capability !== undefined && capabilities[capability] !== undefined;
}

function capabilityOf(method: string): string | undefined {
  const group = method.split("/")[0] ?? "";
  return Object.hasOwn(CAPABILITY_OF, group) ? CAPABILITY_OF[group] : undefined;
}
