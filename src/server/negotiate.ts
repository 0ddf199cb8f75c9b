// Connects in the preferred era first, and in the other one where the server says that it does not speak the first.
// Starts the server once; the second attempt takes over the same pipes.
import type { Transport as LegacyTransport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Transport as ModernTransport } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { Era } from "../trace/session.js";
import type { ConnectOptions, Connection } from "./connection.js";
import type { Requests } from "./requests.js";

/** The requested protocol. */
export interface ProtocolWish {
  /** The era that is tried first. */
  prefer: Era;
  /** The only protocol that is accepted: `legacy` with this version, or the modern one. */
  only?: string | undefined;
}

export interface Carriers {
  legacy(): Promise<LegacyTransport>;
  /** Undefined where the transport supports only the old era. */
  modern: (() => Promise<ModernTransport>) | undefined;
}

const METHOD_NOT_FOUND = -32601;
const UNSUPPORTED_VERSION = -32022;

/** Connects. Rejects with the SDK's error of the attempt that says more. */
export async function negotiate(
  carriers: Carriers,
  { prefer, only }: ProtocolWish,
  options: ConnectOptions,
  requests: Requests,
): Promise<Connection> {
  const until = performance.now() + options.timeout;
  const asked = (id: string | number): JsonValue | undefined => requests.exchanges.openExchange("server", id)?.params;
  const attempt = async (era: Era): Promise<Connection> => {
    const rest = { ...options, asked, timeout: Math.max(1, until - performance.now()) };
    if (era === "legacy" || carriers.modern === undefined) {
      const { connectLegacy } = await import("./legacy.js");
      return connectLegacy(await carriers.legacy(), rest, only);
    }
    const { connectModern } = await import("./modern.js");
    return connectModern(await carriers.modern(), rest);
  };
  try {
    return await attempt(prefer);
  } catch (error) {
    const other: Era = prefer === "legacy" ? "modern" : "legacy";
    if (only !== undefined || carriers.modern === undefined || !mayTry(other, requests)) throw error;
    try {
      return await attempt(other);
    } catch (second) {
      // A server that names no versions gives the more useful error for its usual method.
      throw refusalOf("initialize", requests) === UNSUPPORTED_VERSION ? second : error;
    }
  }
}

/** Decides from the refusal whether the other era has a chance. */
function mayTry(other: Era, requests: Requests): boolean {
  // Old servers refuse whatever comes before `initialize`, each with a code of its own.
  if (other === "legacy") return refusalOf("server/discover", requests) !== undefined;
  const code = refusalOf("initialize", requests);
  return code === UNSUPPORTED_VERSION || code === METHOD_NOT_FOUND;
}

/** The error code of the answer to a handshake; 0 where the code is not a number. */
function refusalOf(method: "initialize" | "server/discover", requests: Requests): number | undefined {
  const answer = requests.handshake(method)?.answer;
  if (answer?.kind !== "error") return undefined;
  const code = isJsonObject(answer.error) ? answer.error["code"] : undefined;
  return typeof code === "number" ? code : 0;
}
