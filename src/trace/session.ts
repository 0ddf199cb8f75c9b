// A session: everything that passed between one client and one server, as `mcpvals proxy` records it and `mcpvals serve`
// plays it. Unlike a trace it knows all methods, no model and no expectations.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { ServerIdentity } from "./trace.js";

/** `legacy`: `initialize`, sessions, requests of the server (2024-11-05 to 2025-11-25). `modern`: 2026-07-28. */
export type Era = "legacy" | "modern";

/** A number that JSON.parse would change is `{ $number: "1.0" }` in it: see json/kept-numbers.ts. */
export interface Session {
  name: string;
  transport: "stdio" | "http";
  era: Era;
  server: ServerIdentity;
  /** In the order in which they began; what belongs to an exchange stands under it. */
  entries: SessionEntry[];
  /** Odd things seen on the wire: noise, reused ids. */
  findings: string[];
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Milliseconds from the first byte to the last. */
  ms: number;
}

export type SessionEntry = SessionExchange | SessionNotification | SessionServerRequest;

/** A request of the client, with what came of it. */
export interface SessionExchange {
  kind: "exchange";
  method: string;
  /** Without the progress token; `_meta` of the modern era's envelope left out. */
  params?: JsonValue;
  /** Whether the request had a progress token. */
  wantsProgress?: true;
  /** `{ result }` or `{ error }`; absent where none came. */
  answer?: JsonObject;
  /** Taken back by the client. */
  cancelled?: true;
  /** Notifications and requests of the server that came under it, before its answer, in order. */
  during: (SessionNotification | SessionServerRequest)[];
  /**
   * Modern era: the round trips before the answer of one logical call: what the server required, and with which
   * `inputResponses` the client asked again.
   */
  rounds?: { required: JsonObject; responses: JsonValue }[];
  /** The status of the HTTP response. */
  http?: number;
  /** Seconds after the start of the session. */
  at: number;
  /** Milliseconds until the answer. */
  ms: number;
}

export interface SessionNotification {
  kind: "notification";
  from: "client" | "server";
  method: string;
  /** Without the progress token and the subscription id. */
  params?: JsonValue;
  /** Seconds after the start of the session. */
  at: number;
}

/** A request of the server, and what the client answered. */
export interface SessionServerRequest {
  kind: "request";
  method: string;
  params?: JsonValue;
  /** `{ result }` or `{ error }`; absent where none came. */
  answer?: JsonObject;
  /**
   * It stands under the oldest of several exchanges that were open, any of which it may belong to: so many entries further
   * the others stand.
   */
  orUnder?: number[];
  at: number;
}
