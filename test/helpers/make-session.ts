// Small sessions, written by hand, and a player of one that collects what it sends.
import type { JsonObject, JsonValue } from "../../src/json/value.js";
import { withIntroduction } from "../../src/session/serve/introduction.js";
import { createLedger, type ServeLedger } from "../../src/session/serve/ledger.js";
import { createPlayer, type Player, type PlayerOptions } from "../../src/session/serve/player.js";
import { buildTape } from "../../src/session/serve/tape.js";
import type {
  Session,
  SessionEntry,
  SessionExchange,
  SessionNotification,
  SessionServerRequest,
} from "../../src/trace/session.js";

export function makeSession(entries: SessionEntry[], rest: Partial<Session> = {}): Session {
  return {
    name: "s",
    transport: "stdio",
    era: "legacy",
    server: { name: "fixture", version: "1.0.0", protocol: rest.era === "modern" ? "2026-07-28" : "2025-11-25" },
    entries,
    findings: [],
    startedAt: "2026-11-20T10:00:00.000Z",
    ms: 1000,
    ...rest,
  };
}

/** An exchange with a result; `rest` says what else belongs to it. */
export function exchange(
  method: string,
  params: JsonValue,
  result: JsonValue | undefined,
  rest: Partial<SessionExchange> = {},
): SessionExchange {
  const answer = result === undefined ? {} : { answer: { result } };
  return { kind: "exchange", method, params, ...answer, during: [], at: 0, ms: 0, ...rest };
}

export function call(
  name: string,
  args: JsonObject,
  text: string,
  rest: Partial<SessionExchange> = {},
): SessionExchange {
  return exchange("tools/call", { name, arguments: args }, { content: [{ type: "text", text }] }, rest);
}

export function told(
  method: string,
  params?: JsonValue,
  at = 0,
  from: "server" | "client" = "server",
): SessionNotification {
  return { kind: "notification", from, method, ...(params === undefined ? {} : { params }), at };
}

export function asked(method: string, params: JsonValue, result?: JsonValue, at = 0): SessionServerRequest {
  return { kind: "request", method, params, ...(result === undefined ? {} : { answer: { result } }), at };
}

export function initialize(capabilities: JsonObject = { tools: {} }): SessionExchange {
  return exchange(
    "initialize",
    { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "then", version: "1" } },
    { protocolVersion: "2025-11-25", capabilities, serverInfo: { name: "fixture", version: "1.0.0" } },
  );
}

export function discover(capabilities: JsonObject = { tools: {} }): SessionExchange {
  return exchange(
    "server/discover",
    {},
    {
      supportedVersions: ["2026-07-28"],
      capabilities,
      resultType: "complete",
      ttlMs: 0,
      cacheScope: "private",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "fixture", version: "1.0.0" } },
    },
  );
}

/** The envelope of a request of the modern era. */
export function envelope(capabilities: JsonObject = {}, more: JsonObject = {}): { _meta: JsonObject } {
  return {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "now", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": capabilities,
      ...more,
    },
  };
}

export interface Playback {
  player: Player;
  ledger: ServeLedger;
  /** Everything that was sent, in order, whatever it belongs to. */
  sent: JsonObject[];
  /** Sends a request and gives what was sent in the same moment. */
  ask: (id: JsonValue, method: string, params?: JsonValue) => JsonObject[];
  /** The same, and only the last of it. */
  last: (id: JsonValue, method: string, params?: JsonValue) => JsonObject | undefined;
  tell: (method: string, params?: JsonValue) => JsonObject[];
  /** The client's answer to a request of the server. */
  reply: (id: JsonValue, result: JsonValue) => JsonObject[];
  misses: number;
}

export function play(session: Session, options: Partial<PlayerOptions> = {}): Playback {
  const tape = buildTape(withIntroduction(session));
  const ledger = createLedger(tape);
  const sent: JsonObject[] = [];
  const take = (message: string): void => void sent.push(JSON.parse(message));
  const player = createPlayer({
    tape,
    ledger,
    recordedTime: false,
    timeout: 1000,
    general: take,
    onMiss: () => void playback.misses++,
    ...options,
  });
  const receive = (message: JsonObject): JsonObject[] => {
    const from = sent.length;
    player.receive(message, { send: take, answer: take });
    return sent.slice(from);
  };
  const withParams = (params: JsonValue | undefined): JsonObject => (params === undefined ? {} : { params });
  const playback: Playback = {
    player,
    ledger,
    sent,
    ask: (id, method, params) => receive({ jsonrpc: "2.0", id, method, ...withParams(params) }),
    last: (id, method, params) => receive({ jsonrpc: "2.0", id, method, ...withParams(params) }).at(-1),
    tell: (method, params) => receive({ jsonrpc: "2.0", method, ...withParams(params) }),
    reply: (id, result) => receive({ jsonrpc: "2.0", id, result }),
    misses: 0,
  };
  return playback;
}
